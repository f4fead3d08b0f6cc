import type { JSX } from 'react';
import { useUnit } from '#app/state/unit.ts';
import { selectionBox } from '#editor/footprint.ts';
import { chosenElements } from '#editor/selection.ts';
import { pxPerMm } from '#editor/viewport.ts';
import { useEditorState } from '../session/editor-session.tsx';
import { CellMarks } from './CellMarks.tsx';
import { Grid } from './Grid.tsx';
import { EmptyTextMarks } from './EmptyTextMarks.tsx';
import { DrawnMark, Guides, Marquee, MeasureTip } from './GestureMarks.tsx';
import { HiddenMarks } from './HiddenMarks.tsx';
import { NeighbourDistances } from './NeighbourDistances.tsx';
import { PlaceholderMarks } from './PlaceholderMarks.tsx';
import { ProblemBadges } from './ProblemBadges.tsx';
import { FocusOutline, HoverOutline } from './HoverOutline.tsx';
import { RulerGuides } from './RulerGuides.tsx';
import { SelectionFrame } from './SelectionFrame.tsx';
import { SpanMarks } from './SpanMarks.tsx';
import { TableLineGrips } from './TableLineGrips.tsx';
import { TurnMarks } from './TurnMarks.tsx';

/** Handles, guides and marks above the picture. The pointer acts on this layer; the picture below is only shown. */
export function Overlay(): JSX.Element {
  const unit = useUnit();
  const state = useEditorState((s) => s);
  const { viewport: view, template, bounds, interaction } = state;
  const selected = chosenElements(template, state.selection);
  const box = selectionBox(selected, bounds);
  const scale = pxPerMm(view);
  const busy = interaction.type === 'move' || interaction.type === 'resize';
  return (
    <svg className="ed-overlay" width={view.widthPx} height={view.heightPx} aria-hidden>
      {state.gridShown ? <Grid view={view} label={template.label} /> : null}
      <rect
        className="ed-label-edge"
        x={Math.round(view.originXPx) - 0.5}
        y={Math.round(view.originYPx) - 0.5}
        width={Math.round(template.label.widthMm * scale) + 1}
        height={Math.round(template.label.heightMm * scale) + 1}
      />
      <RulerGuides state={state} />
      <HoverOutline />
      <FocusOutline />
      <HiddenMarks view={view} bounds={bounds} />
      <EmptyTextMarks state={state} />
      <PlaceholderMarks view={view} bounds={bounds} />
      {state.cellSelection === null || busy ? null : <CellMarks state={state} />}
      {interaction.type === 'none' ? <TableLineGrips state={state} /> : null}
      {box === null ? null : (
        <SelectionFrame
          view={view}
          elements={selected}
          bounds={bounds}
          box={box}
          moving={interaction.type === 'move'}
          handles={state.textEditing === null && state.armed === null && interaction.type !== 'rotate'}
        />
      )}
      {interaction.type === 'marquee' ? <Marquee view={view} rect={interaction.rectMm} /> : null}
      {interaction.type === 'draw' ? (
        <>
          <DrawnMark view={view} rect={interaction.rectMm} line={interaction.line} />
          <Guides view={view} guides={interaction.guides} />
          <MeasureTip view={view} box={interaction.rectMm} moving={false} unit={unit} />
        </>
      ) : null}
      {interaction.type === 'rotate' ? <TurnMarks view={view} turn={interaction.turn} settling={false} /> : null}
      {interaction.type === 'none' && interaction.turned !== undefined ? (
        <TurnMarks view={view} turn={interaction.turned} settling />
      ) : null}
      {busy ? <Guides view={view} guides={interaction.guides} /> : null}
      {busy && interaction.marks !== undefined ? <SpanMarks view={view} marks={interaction.marks} unit={unit} /> : null}
      {box === null ? null : <NeighbourDistances state={state} box={box} />}
      {busy && box !== null ? (
        <MeasureTip
          view={view}
          box={(interaction.type === 'resize' ? interaction.partMm : undefined) ?? box}
          moving={interaction.type === 'move'}
          unit={unit}
        />
      ) : null}
      {busy || interaction.type === 'rotate' ? null : <ProblemBadges view={view} bounds={bounds} />}
    </svg>
  );
}

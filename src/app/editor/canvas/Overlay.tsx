import type { JSX } from 'react';
import { useUnit } from '#app/state/unit.ts';
import { selectionBox, visibleBounds } from '#editor/footprint.ts';
import { chosenElements } from '#editor/selection.ts';
import { pxPerMm } from '#editor/viewport.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { useEditorState } from '../session/editor-session.tsx';
import { CellMarks } from './CellMarks.tsx';
import { Grid } from './Grid.tsx';
import { Guides, Marquee, MeasureTip } from './GestureMarks.tsx';
import { HiddenMarks } from './HiddenMarks.tsx';
import { PlaceholderMarks } from './PlaceholderMarks.tsx';
import { ProblemBadges } from './ProblemBadges.tsx';
import { HoverOutline, SelectionFrame } from './SelectionFrame.tsx';
import { TableLineGrips } from './TableLineGrips.tsx';

/** Handles, guides and marks above the picture. The pointer acts on this layer; the picture below is only shown. */
export function Overlay({ hovered }: { hovered: ElementId | null }): JSX.Element {
  const unit = useUnit();
  const state = useEditorState((s) => s);
  const { viewport: view, template, bounds, interaction } = state;
  const selected = chosenElements(template, state.selection);
  const box = selectionBox(selected, bounds);
  const under =
    hovered === null || state.selection.includes(hovered) ? undefined : template.elements.find((e) => e.id === hovered);
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
      {under === undefined || interaction.type !== 'none' ? null : (
        <HoverOutline view={view} rect={visibleBounds(under, bounds)} />
      )}
      <HiddenMarks view={view} bounds={bounds} />
      <PlaceholderMarks view={view} bounds={bounds} />
      {state.cellSelection === null || busy ? null : <CellMarks state={state} />}
      {interaction.type === 'none' ? <TableLineGrips state={state} /> : null}
      {box === null ? null : (
        <SelectionFrame
          view={view}
          elements={selected}
          bounds={bounds}
          box={box}
          handles={state.textEditing === null}
        />
      )}
      {interaction.type === 'marquee' ? <Marquee view={view} rect={interaction.rectMm} /> : null}
      {busy ? <Guides view={view} guides={interaction.guides} /> : null}
      {busy && box !== null ? (
        <MeasureTip
          view={view}
          box={(interaction.type === 'resize' ? interaction.partMm : undefined) ?? box}
          moving={interaction.type === 'move'}
          unit={unit}
        />
      ) : null}
      {busy ? null : <ProblemBadges view={view} bounds={bounds} />}
    </svg>
  );
}

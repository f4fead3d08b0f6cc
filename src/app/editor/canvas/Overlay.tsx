import type { JSX, CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnit } from '#app/state/unit.ts';
import { asShown, levelBounds, selectionBox } from '#editor/footprint.ts';
import { chosenElements } from '#editor/selection.ts';
import { pxPerMm, labelRectToCanvas } from '#editor/viewport.ts';
import { useEditorState, useFrame, useShownLabel } from '../session/editor-session.tsx';
import { Grid } from './Grid.tsx';
import { EmptyTextMarks } from './EmptyTextMarks.tsx';
import { DrawnMark, Guides, Marquee, MeasureTip, Tip } from './GestureMarks.tsx';
import { PlaceholderMarks } from './PlaceholderMarks.tsx';
import { ProblemBadges } from './ProblemBadges.tsx';
import { FocusOutline, HoverOutline } from './HoverOutline.tsx';
import { RulerGuides } from './RulerGuides.tsx';
import { SelectionFrame } from './SelectionFrame.tsx';
import { SpanMarks } from './SpanMarks.tsx';
import { turnTransform } from './turned-marks.ts';
import { cellBoundsMm, selectedCells, selectedTable } from '#editor/cell-selection.ts';
import type { EditorState, EditorViewport, Turn } from '#editor/editor.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { wholeAngle } from '#model/elements/base/turn.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { distancesBetween } from '#editor/distances.ts';
import { unitAt } from '#editor/groups.ts';
import { altHeld } from '../keys/alt-key.ts';
import { pointedOnCanvas } from '../session/highlighted-element.ts';
import { useStore } from '#app/state/store.ts';
import { TABLE_LINE_REACH_PX, tableLinePlaces } from '#editor/table-line-places.ts';

/** Handles, guides and marks above the picture. This layer handles the pointer; the picture below is only shown. */
export function Overlay(): JSX.Element {
  const unit = useUnit();
  const state = useEditorState((s) => s);
  const { viewport: view, template, bounds, interaction } = state;
  const selected = chosenElements(template, state.selection);
  const box = selectionBox(selected, bounds);
  const label = useShownLabel();
  const scale = pxPerMm(view);
  const [only, more] = selected;
  // The sizes of a turned element are along its sides.
  const sizeBox = only === undefined || more !== undefined ? null : levelBounds(only, bounds);
  const busy = interaction.type === 'move' || interaction.type === 'resize';
  return (
    <svg className="ed-overlay" width={view.widthPx} height={view.heightPx} aria-hidden>
      {state.gridShown ? <Grid view={view} label={label} /> : null}
      <rect
        className="ed-label-edge"
        x={Math.round(view.originXPx) - 0.5}
        y={Math.round(view.originYPx) - 0.5}
        width={Math.round(label.widthMm * scale) + 1}
        height={Math.round(label.heightMm * scale) + 1}
      />
      <RulerGuides state={state} />
      <HoverOutline />
      <FocusOutline />
      <HiddenMarks state={state} />
      <EmptyTextMarks state={state} />
      <PlaceholderMarks state={state} />
      {state.cellSelection === null || busy ? null : <CellMarks state={state} />}
      {interaction.type === 'none' ? <TableLineGrips state={state} /> : null}
      {box === null ? null : (
        <SelectionFrame
          view={view}
          elements={selected}
          bounds={bounds}
          pushes={state.pushes}
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
      {interaction.type === 'none' && interaction.turned !== undefined && isSettling(interaction.turned) ? (
        <TurnMarks view={view} turn={interaction.turned} settling />
      ) : null}
      {busy ? <Guides view={view} guides={interaction.guides} /> : null}
      {busy && interaction.marks !== undefined ? <SpanMarks view={view} marks={interaction.marks} unit={unit} /> : null}
      {box === null ? null : <NeighbourDistances state={state} box={box} />}
      {busy && box !== null ? (
        <MeasureTip
          view={view}
          box={(interaction.type === 'resize' ? (interaction.partMm ?? sizeBox) : null) ?? box}
          moving={interaction.type === 'move'}
          unit={unit}
        />
      ) : null}
      {busy || interaction.type === 'rotate' ? null : <ProblemBadges state={state} />}
    </svg>
  );
}

/** Marks the selected cells of the selected table. */
function CellMarks({ state }: { state: EditorState }): JSX.Element | null {
  const table = selectedTable(state);
  if (table === null) return null;
  return (
    <g {...turnTransform(state.viewport, table, state.pushes)}>
      {selectedCells(state).map((index) => {
        const cell = table.cells[index];
        if (cell === undefined) return null;
        const { x, y, width, height } = labelRectToCanvas(
          state.viewport,
          cellBoundsMm(asShown(table, state.pushes), cell),
        );
        return <rect key={index} className="ed-cell" data-testid="chosen-cell" {...{ x, y, width, height }} />;
      })}
    </g>
  );
}

/** Outlines the elements that their condition hides on the shown label, so that they can be found and selected. */
function HiddenMarks({ state }: { state: EditorState }): JSX.Element | null {
  const { viewport: view, bounds, template, pushes } = state;
  const hidden = useFrame((frame) => frame?.hidden);
  if (hidden === undefined || hidden.length === 0) return null;
  return (
    <>
      {hidden.map((id) => {
        const rect = bounds.get(id);
        const element = template.elements.find((e) => e.id === id);
        if (rect === undefined || element === undefined) return null;
        const { x, y, width, height } = labelRectToCanvas(view, rect);
        return (
          <g key={id} className="ed-hidden-mark" data-testid="hidden-mark" {...turnTransform(view, element, pushes)}>
            <rect x={x} y={y} width={width} height={height} rx={2} />
            <path
              transform={`translate(${x + 2} ${y + 2}) scale(0.8)`}
              d="M3 10s2.5-4.5 7-4.5S17 10 17 10s-2.5 4.5-7 4.5S3 10 3 10M4 16 16 4"
            />
          </g>
        );
      })}
    </>
  );
}

/** While Alt is held: the distances from the selection to the element under the pointer, or to the label's edges. */
function NeighbourDistances({ state, box }: { state: EditorState; box: Rect }): JSX.Element | null {
  const held = useStore(altHeld);
  const hovered = useStore(pointedOnCanvas);
  const unit = useUnit();
  const label = useShownLabel();
  if (!held || state.interaction.type !== 'none') return null;
  const under =
    hovered === null || state.selection.includes(hovered)
      ? null
      : selectionBox(chosenElements(state.template, unitAt(state, hovered)), state.bounds);
  const to = under ?? { x: 0, y: 0, width: label.widthMm, height: label.heightMm };
  return <SpanMarks view={state.viewport} marks={distancesBetween(box, to)} unit={unit} />;
}

/** Cursors where the lines of the selected table can be dragged; the editor handles the press. */
function TableLineGrips({ state }: { state: EditorState }): JSX.Element | null {
  const places = tableLinePlaces(state);
  const table = selectedTable(state);
  if (places.length === 0 || table === null) return null;
  return (
    <g {...turnTransform(state.viewport, table, state.pushes)}>
      {places.map(({ axis, at, rectMm }) => {
        const { x, y, width, height } = labelRectToCanvas(state.viewport, rectMm);
        const reach = TABLE_LINE_REACH_PX;
        return (
          <rect
            key={`${axis} ${at} ${rectMm.x} ${rectMm.y}`}
            className="ed-table-line"
            style={{ cursor: width < height ? 'col-resize' : 'row-resize' }}
            x={x - reach}
            y={y - reach}
            width={width + 2 * reach}
            height={height + 2 * reach}
          />
        );
      })}
    </g>
  );
}

/** The frame during a rotation, and the angle at the pointer. `settling`: it was released and is coming to rest. */
function TurnMarks({ view, turn, settling }: { view: EditorViewport; turn: Turn; settling: boolean }): JSX.Element {
  const frame = labelRectToCanvas(view, turn.boxMm);
  const { i18n } = useTranslation();
  const degrees = turn.boxDegrees + turn.degrees;
  const style = {
    '--ed-from': `${degrees}deg`,
    '--ed-to': `${turn.boxDegrees + turn.keptDegrees}deg`,
    transformOrigin: `${frame.x + frame.width / 2}px ${frame.y + frame.height / 2}px`,
    transform: `rotate(${degrees}deg)`,
  } as CSSProperties;
  return (
    <>
      <rect className={settling ? 'ed-turn ed-turn-settling' : 'ed-turn'} style={style} {...frame} />
      {settling ? null : (
        <Tip view={view} text={turnText(turn, i18n.language)} x={turn.atPx.x + 18} y={turn.atPx.y + 18} />
      )}
    </>
  );
}

/** Whether the frame and the elements have different angles at the release. */
function isSettling({ degrees, keptDegrees }: Turn): boolean {
  return degrees !== keptDegrees;
}

/** The angle of the pointer and the resulting one, or only the latter if both are equal. */
function turnText({ degrees, keptDegrees, beforeDegrees }: Turn, language: string): string {
  const format = numberFormat(language, { maximumFractionDigits: 1 });
  const kept = `${format.format(wholeAngle(beforeDegrees + keptDegrees))}°`;
  if (degrees === keptDegrees) return kept;
  const free = `${format.format(wholeAngle(Math.round(beforeDegrees + degrees)))}°`;
  return free === kept ? kept : `${free} → ${kept}`;
}

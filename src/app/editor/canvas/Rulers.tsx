import { memo, useMemo, type JSX, type MemoExoticComponent } from 'react';
import type { Rect } from '#model/kernel/geometry.ts';
import { selectionBox } from '#editor/footprint.ts';
import { chosenElements } from '#editor/selection.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';
import { useEditorState } from '../session/editor-session.tsx';
import type { RulerHandlers } from './use-ruler-drag.ts';
import { rulerTicks, showsNumber, type RulerUnit } from './ruler-ticks.ts';

/** The width of a ruler (specification 1, section 9). */
export const RULER_PX = 25;

export interface RulerProps {
  readonly axis: 'x' | 'y';
  readonly lengthPx: number;
  readonly originPx: number;
  readonly pxPerMm: number;
  readonly unit: RulerUnit;
  /** The label's length: this part of the ruler is a little lighter. */
  readonly labelMm: number;
  /** Dragging out of the ruler creates a guide. */
  readonly handlers: RulerHandlers;
}

export const Ruler: MemoExoticComponent<(props: RulerProps) => JSX.Element> = memo(RulerView);

function RulerView({ axis, lengthPx, originPx, pxPerMm, unit, labelMm, handlers }: RulerProps): JSX.Element {
  const ticks = useMemo(() => rulerTicks(lengthPx, originPx, pxPerMm, unit), [lengthPx, originPx, pxPerMm, unit]);
  const across = axis === 'x';
  const marks = ticks
    .map(({ atPx, major }) => {
      const at = Math.round(atPx) + 0.5;
      const edge = RULER_PX - (major ? 10 : 5);
      return across ? `M${at} ${edge}V${RULER_PX}` : `M${edge} ${at}H${RULER_PX}`;
    })
    .join('');
  return (
    <svg
      className={`ed-ruler ed-ruler-${axis}`}
      width={across ? lengthPx : RULER_PX}
      height={across ? RULER_PX : lengthPx}
      aria-hidden
      data-unit={typeof unit === 'object' ? 'dots' : unit}
      {...handlers}
    >
      <rect className="ed-ruler-label" {...band(axis, originPx, labelMm * pxPerMm)} />
      <Extent axis={axis} />
      <path className="ed-ruler-ticks" d={marks} />
      {/* One transform for all numbers: each is a piece of its own in the browser's list of layers. */}
      <g {...(across ? {} : { transform: 'rotate(-90)' })}>
        {ticks.map((tick) =>
          showsNumber(tick, axis, lengthPx) ? (
            <text key={tick.text} className="ed-ruler-text" x={across ? tick.atPx + 3 : 3 - tick.atPx} y={11}>
              {tick.text}
            </text>
          ) : null,
        )}
      </g>
    </svg>
  );
}

/** The extent of the selection. Only this part of a ruler follows a drag. */
function Extent({ axis }: Pick<RulerProps, 'axis'>): JSX.Element | null {
  const view = useEditorState((s) => s.viewport);
  const template = useEditorState((s) => s.template);
  const selection = useEditorState((s) => s.selection);
  const bounds = useEditorState((s) => s.bounds);
  const box = selectionBox(chosenElements(template, selection), bounds);
  if (box === null) return null;
  const { x, y, width, height } = labelRectToCanvas(view, box);
  return <rect className="ed-ruler-extent" {...(axis === 'x' ? band(axis, x, width) : band(axis, y, height))} />;
}

/** A part of the ruler over its full width. */
function band(axis: RulerProps['axis'], start: number, size: number): Rect {
  return axis === 'x'
    ? { x: start, y: 0, width: Math.max(0, size), height: RULER_PX }
    : { x: 0, y: start, width: RULER_PX, height: Math.max(0, size) };
}

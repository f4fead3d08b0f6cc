import { memo, useMemo, type JSX, type MemoExoticComponent } from 'react';
import type { RulerHandlers } from './use-ruler-drag.ts';
import { rulerTicks, showsNumber, type RulerUnit } from './ruler-ticks.ts';

/** How wide a ruler is (specification 1, section 9). */
export const RULER_PX = 25;

export interface RulerProps {
  readonly axis: 'x' | 'y';
  readonly lengthPx: number;
  readonly originPx: number;
  readonly pxPerMm: number;
  readonly unit: RulerUnit;
  /** From where to where the selection reaches, in px; null when nothing is selected. */
  readonly from: number | null;
  readonly to: number | null;
  /** The label's length: this part of the ruler is a little lighter. */
  readonly labelMm: number;
  /** A drag out of the ruler makes a guide. */
  readonly handlers: RulerHandlers;
}

export const Ruler: MemoExoticComponent<(props: RulerProps) => JSX.Element> = memo(RulerView);

function RulerView({ axis, lengthPx, originPx, pxPerMm, unit, from, to, labelMm, handlers }: RulerProps): JSX.Element {
  const ticks = useMemo(() => rulerTicks(lengthPx, originPx, pxPerMm, unit), [lengthPx, originPx, pxPerMm, unit]);
  const across = axis === 'x';
  const band = (start: number, size: number): { x: number; y: number; width: number; height: number } =>
    across
      ? { x: start, y: 0, width: Math.max(0, size), height: RULER_PX }
      : { x: 0, y: start, width: RULER_PX, height: Math.max(0, size) };
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
      <rect className="ed-ruler-label" {...band(originPx, labelMm * pxPerMm)} />
      {from === null || to === null ? null : <rect className="ed-ruler-extent" {...band(from, to - from)} />}
      <path className="ed-ruler-ticks" d={marks} />
      {ticks.map((tick) =>
        showsNumber(tick, axis, lengthPx) ? (
          <text
            key={tick.text}
            className="ed-ruler-text"
            x={across ? tick.atPx + 3 : 11}
            y={across ? 11 : tick.atPx - 3}
            {...(across ? {} : { transform: `rotate(-90 11 ${tick.atPx - 3})` })}
          >
            {tick.text}
          </text>
        ) : null,
      )}
    </svg>
  );
}

import { MM_PER_INCH, type CssPx } from '#model/kernel/units.ts';
import type { MeasureUnit } from '#app/state/unit.ts';

/** The unit of a ruler: lengths, or the dots of a printer with the given size. */
export type RulerUnit = MeasureUnit | { readonly dotPx: CssPx };

export interface RulerTick {
  readonly atPx: CssPx;
  /** 10 px long with a number, or 5 px without (specification 1, section 9). */
  readonly major: boolean;
  readonly text: string;
}

/** The least distance between two numbers. */
const MIN_LABEL_PX = 56;
const MIN_TICK_PX = 5;

/** The possible steps: a number every `step` units, and ticks that divide the gap between two numbers into `parts`. */
const STEPS: Readonly<Record<MeasureUnit | 'dots', readonly (readonly [step: number, parts: number])[]>> = {
  // Those of the specification (1, section 9).
  mm: [
    [10, 10],
    [20, 4],
    [50, 5],
    [100, 10],
    [200, 4],
  ],
  inch: [
    [0.125, 4],
    [0.25, 4],
    [0.5, 4],
    [1, 8],
    [2, 4],
    [5, 5],
    [10, 10],
    [50, 5],
  ],
  dots: [
    [1, 1],
    [2, 2],
    [5, 5],
    [10, 10],
    [20, 4],
    [50, 5],
    [100, 10],
    [200, 4],
    [500, 5],
    [1000, 10],
    [2000, 4],
    [5000, 5],
    [10_000, 10],
    [20_000, 4],
  ],
};

/**
 * The ticks of a ruler `lengthPx` long whose zero is at `originPx`. The step grows at a lower zoom so that numbers never
 * touch, and finer ticks are left out if they would be closer than 5 px.
 */
export function rulerTicks(lengthPx: CssPx, originPx: CssPx, pxPerMm: number, unit: RulerUnit): RulerTick[] {
  const pxPerUnit = typeof unit === 'object' ? unit.dotPx : pxPerMm * (unit === 'inch' ? MM_PER_INCH : 1);
  const steps = STEPS[typeof unit === 'object' ? 'dots' : unit];
  const [step, parts] = steps.find(([s]) => s * pxPerUnit >= MIN_LABEL_PX) ?? steps[steps.length - 1] ?? [1, 1];
  const between = (step * pxPerUnit) / parts >= MIN_TICK_PX ? parts : 1;
  const tickPx = (step * pxPerUnit) / between;
  const first = Math.floor(-originPx / tickPx / between) * between;
  const last = Math.ceil((lengthPx - originPx) / tickPx);
  const ticks: RulerTick[] = [];
  for (let i = first; i <= last; i++) {
    const major = i % between === 0;
    ticks.push({
      atPx: originPx + i * tickPx,
      major,
      text: major ? String(Math.round((i / between) * step * 1000) / 1000 + 0) : '',
    });
  }
  return ticks;
}

/** The largest width of a digit in the rulers' font. */
const DIGIT_PX = 7;
const NUMBER_GAP_PX = 3;

/**
 * Whether the ruler has room for a tick's number, which is after its tick, in the vertical ruler above it: a truncated -40
 * would be read as a 4.
 */
export function showsNumber({ atPx, major, text }: RulerTick, axis: 'x' | 'y', lengthPx: CssPx): boolean {
  const size = NUMBER_GAP_PX + text.length * DIGIT_PX;
  return major && (axis === 'x' ? atPx >= -NUMBER_GAP_PX && atPx + size <= lengthPx : atPx >= size && atPx <= lengthPx);
}

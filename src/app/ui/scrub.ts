/** The distance of the pointer that starts a scrub; a shorter press is a click on the label. */
export const SCRUB_THRESHOLD_PX = 3;
/** Pixels of the pointer per step of the field. */
const PX_PER_STEP = 2;
const SHIFT_STEPS = 10;

export interface ScrubRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly decimals: number;
}

/** The number after the pointer has moved `dxPx` to the right from `from`; Shift makes steps ten times as large. */
export function scrubbed(from: number, dxPx: number, shift: boolean, range: ScrubRange): number {
  const steps = Math.trunc(dxPx / PX_PER_STEP) * (shift ? SHIFT_STEPS : 1);
  const { min, max, step, decimals } = range;
  return Math.min(max, Math.max(min, Number((from + steps * step).toFixed(decimals))));
}

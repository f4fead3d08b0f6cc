/** A scrub begins when the pointer has gone this far; a shorter press is a click on the label. */
export const SCRUB_THRESHOLD_PX = 3;
/** How far the pointer goes for one step of the field. */
const PX_PER_STEP = 2;
const SHIFT_STEPS = 10;

export interface ScrubRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly decimals: number;
}

/** The number after the pointer has gone `dxPx` to the right of where it was `from`; Shift makes steps ten times as large. */
export function scrubbed(from: number, dxPx: number, shift: boolean, range: ScrubRange): number {
  const steps = Math.trunc(dxPx / PX_PER_STEP) * (shift ? SHIFT_STEPS : 1);
  const { min, max, step, decimals } = range;
  return Math.min(max, Math.max(min, Number((from + steps * step).toFixed(decimals))));
}

import { problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { Dots } from '#model/kernel/units.ts';
import type { BitPlane } from './bit-plane.ts';

/**
 * Bands of rows, from top to bottom, each row once. Another label may be painted between two bands, because nothing is
 * shared with it. Returns the problem, if any.
 */
export type Bands = Generator<Band, Result<null>, void>;

/** Takes all bands at once. */
export function eachBand(bands: Bands, onBand: (band: Band) => void): Result<null> {
  for (let step = bands.next(); ; step = bands.next()) {
    if (step.done === true) return step.value;
    onBand(step.value);
  }
}

/**
 * Takes the bands one by one and lets the worker answer other messages in between. `aborted` when `mayContinue` gives
 * false.
 */
export async function eachBandInTurn(
  bands: Bands,
  mayContinue: () => Promise<boolean>,
  onBand: (band: Band) => void,
): Promise<Result<null>> {
  for (let step = bands.next(); ; step = bands.next()) {
    if (step.done === true) return step.value;
    onBand(step.value);
    if (!(await mayContinue())) return err(problem('aborted'));
  }
}

/** Some rows of a label. Its memory is reused, so it is valid only until the next band. */
export interface Band {
  /** Index of the band's first row in the label. */
  readonly top: Dots;
  /** The band in black and white. */
  readonly plane: BitPlane;
  /** The pixels as they are sent, packed without a gap. In a run of one bit these are the plane's own bits. */
  readonly pixels: Uint8Array;
}

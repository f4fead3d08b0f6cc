import { problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { Dots } from '#model/kernel/units.ts';
import type { BitPlane } from './bit-plane.ts';

/**
 * Bands of rows, top to bottom, each row once. Between two of them others may paint: nothing is kept in common. Ends
 * with what went wrong, if anything did.
 */
export type Bands = Generator<Band, Result<null>, void>;

/** Paints all of them at once. */
export function eachBand(bands: Bands, onBand: (band: Band) => void): Result<null> {
  for (let step = bands.next(); ; step = bands.next()) {
    if (step.done === true) return step.value;
    onBand(step.value);
  }
}

/** The same with a pause after each, in which the worker listens; `aborted` when it gives false. */
export async function eachBandInTurn(
  bands: Bands,
  goOn: () => Promise<boolean>,
  onBand: (band: Band) => void,
): Promise<Result<null>> {
  for (let step = bands.next(); ; step = bands.next()) {
    if (step.done === true) return step.value;
    onBand(step.value);
    if (!(await goOn())) return err(problem('aborted'));
  }
}

/** Some rows of a label, valid only while they are handed over. */
export interface Band {
  /** The label's row that the first one is. */
  readonly top: Dots;
  /** In black and white. */
  readonly plane: BitPlane;
  /** As they are sent, packed without a gap: the plane's own bits in a run of one bit. */
  readonly pixels: Uint8Array;
}

import { crc32 } from '#model/kernel/crc32.ts';

/**
 * The seed of every random test. The same in each run, so that CI judges the change and not chance;
 * `npm run fuzz` sets a fresh one in `SEED` and prints it, and `SEED=… npm test -- FILE` repeats that run.
 */
export const SEED: number = Number(process.env['SEED'] ?? 20_261_121);

/** With it no case of any table is left out, as at night. */
const EVERY_CASE: boolean = process.env['EVERY_CASE'] === '1';

/** Number of random values: all of them at night, otherwise a fraction. */
export function drawnCount(all: number, oneIn: number): number {
  return EVERY_CASE ? all : Math.ceil(all / oneIn);
}

/** Whether this run's seed draws a case, one in this number of them. */
export function isDrawn(name: string, oneIn: number): boolean {
  return EVERY_CASE || drawn(name, oneIn) === 0;
}

/** The one of these choices that the run's seed draws for a case; all of them with `EVERY_CASE=1`. */
export function drawnOf<T>(name: string, choices: readonly T[]): readonly T[] {
  return EVERY_CASE ? choices : choices.slice(drawn(name, choices.length)).slice(0, 1);
}

function drawn(name: string, choices: number): number {
  return (SEED + crc32(Buffer.from(name))) % choices;
}

/**
 * What every random test starts from. The same in each run, so that CI judges the change and not the dice;
 * `npm run fuzz` brings a fresh one in `SEED` and prints it, and `SEED=… npm test -- FILE` repeats that run.
 */
export const SEED: number = Number(process.env['SEED'] ?? 20_261_121);

/**
 * All time limits of tests, in milliseconds. They only end hanging tests: a test that waits longer than this has failed,
 * and speed belongs in a benchmark. `TEST_TIME_FACTOR` stretches them for a slow or busy machine.
 */
const FACTOR = Number(process.env['TEST_TIME_FACTOR'] ?? 1);

/** A whole test, or a hook. */
export const TEST_MS: number = 300_000 * FACTOR;
/** One condition or one step in the browser. */
export const STEP_MS: number = 60_000 * FACTOR;

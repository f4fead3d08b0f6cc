import type { MatrixSymbology } from '#model/symbology/types.ts';

/** Symbologies whose encoder tries many sizes: they get a test file of their own, which runs beside the others. */
export const SLOW_SYMBOLOGIES: readonly MatrixSymbology[] = ['rmqr', 'aztec'];

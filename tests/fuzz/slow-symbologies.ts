import type { MatrixSymbology } from '#model/symbology/types.ts';

/** Symbologies that are slow because their encoder tries many sizes. Their test file runs in parallel to the others. */
export const SLOW_SYMBOLOGIES: readonly MatrixSymbology[] = ['rmqr', 'aztec'];

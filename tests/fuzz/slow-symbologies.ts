import type { MatrixSymbology } from '#model/symbology/types.ts';

/** Their encoder tries many sizes: they run beside the others. */
export const SLOW_SYMBOLOGIES: readonly MatrixSymbology[] = ['rmqr', 'aztec'];

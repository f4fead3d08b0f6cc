import type { Ink } from './ink.ts';
/**
 * Dark strips along the edges are erased. On a page without noise they must have a ragged inner edge: a straight one is
 * printed there.
 */
export declare function withoutScannerBorders(ink: Ink, noise: number): Ink;

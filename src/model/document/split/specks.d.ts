import type { Ink } from './ink.ts';
export declare function withoutSpecks(ink: Ink): Ink;

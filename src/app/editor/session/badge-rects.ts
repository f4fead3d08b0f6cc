import type { Rect } from '#model/kernel/geometry.ts';
import { createStore, type Store } from '#app/state/store.ts';

/**
 * The areas of the grade badges on the canvas, in its CSS pixels: they can be pressed, so that nothing may cover them.
 */
export const badgeRects: Store<readonly Rect[]> = createStore<readonly Rect[]>([]);

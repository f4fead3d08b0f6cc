import type { ElementId } from '#model/kernel/ids.ts';
import { createStore, type Store } from '#app/state/store.ts';

/** The element under the pointer in the list of layers: outlined on the canvas. */
export const pointedInList: Store<ElementId | null> = createStore<ElementId | null>(null);
/** The element under the pointer on the canvas while no button is down: outlined there, and marked in the list. */
export const pointedOnCanvas: Store<ElementId | null> = createStore<ElementId | null>(null);

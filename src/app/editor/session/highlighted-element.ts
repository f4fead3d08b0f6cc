import type { ElementId } from '#model/kernel/ids.ts';
import { createStore, type Store } from '#app/state/store.ts';

/** The element under the pointer in the list of layers: outlined on the canvas. */
export const pointedInList: Store<ElementId | null> = createStore<ElementId | null>(null);
/** The element under the pointer on the canvas while no button is down: outlined there, and marked in the list. */
export const pointedOnCanvas: Store<ElementId | null> = createStore<ElementId | null>(null);

/** The id of the item for the element selected last in the list for screen readers; null while there is none. */
export const spokenElement: Store<string | null> = createStore<string | null>(null);

import { createStore, type Store } from '#app/state/store.ts';

/** The id of the item for the element selected last in the list for screen readers; null while there is none. */
export const spokenElement: Store<string | null> = createStore<string | null>(null);

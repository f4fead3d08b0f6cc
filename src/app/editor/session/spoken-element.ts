import { createStore, type Store } from '#app/state/store.ts';

/** The id of the line of the spoken list that stands for what was selected last; null while there is none. */
export const spokenElement: Store<string | null> = createStore<string | null>(null);

import type { ElementId } from '#model/kernel/ids.ts';
import { createStore, type Store } from '../session/store.ts';

/** The element under the pointer while no button is down. */
export const hoveredElement: Store<ElementId | null> = createStore<ElementId | null>(null);

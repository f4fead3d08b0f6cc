import { atom, useAtomValue } from 'jotai';
import type { PrimitiveAtom, Store } from 'jotai';

/** The number of pending calls with a loading indicator. */
const loadingAtom: PrimitiveAtom<number> = atom(0);

export function useLoading(): boolean {
  return useAtomValue(loadingAtom) > 0;
}

/** Returns the counter: see `AppState`. */
export function connectLoading(store: Store): { beginLoading: () => () => void } {
  return {
    beginLoading: () => {
      let counted = true;
      store.set(loadingAtom, (count) => count + 1);
      return () => {
        if (counted) store.set(loadingAtom, (count) => count - 1);
        counted = false;
      };
    },
  };
}

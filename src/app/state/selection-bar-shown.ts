import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { PrimitiveAtom, Store } from 'jotai';
import { readStored, writeStored } from './browser-storage.ts';

const STORAGE_KEY = 'selectionBarHidden';

/** Whether the canvas shows a bar next to the selection; kept by the browser. */
const selectionBarShownAtom: PrimitiveAtom<boolean> = atom<boolean>(true);

export function connectSelectionBarShown(store: Store): void {
  store.set(selectionBarShownAtom, readStored(STORAGE_KEY) === null);
}

export function useSelectionBarShown(): boolean {
  return useAtomValue(selectionBarShownAtom);
}

export function useSetSelectionBarShown(): (shown: boolean) => void {
  const set = useSetAtom(selectionBarShownAtom);
  return (shown) => {
    writeStored(STORAGE_KEY, shown ? null : 'true');
    set(shown);
  };
}

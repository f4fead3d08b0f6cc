import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { PrimitiveAtom, Store } from 'jotai';
import { readStored, writeStored } from './browser-storage.ts';

const STORAGE_KEY = 'gradesHidden';

/** Whether the canvas shows the grade of each code; kept by the browser. */
const gradesShownAtom: PrimitiveAtom<boolean> = atom<boolean>(true);

export function connectGradesShown(store: Store): void {
  store.set(gradesShownAtom, readStored(STORAGE_KEY) === null);
}

export function useGradesShown(): boolean {
  return useAtomValue(gradesShownAtom);
}

export function useSetGradesShown(): (shown: boolean) => void {
  const set = useSetAtom(gradesShownAtom);
  return (shown) => {
    writeStored(STORAGE_KEY, shown ? null : 'true');
    set(shown);
  };
}

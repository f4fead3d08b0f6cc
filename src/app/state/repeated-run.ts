import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { PrimitiveAtom } from 'jotai';
import type { PrintRecordDetail } from '#protocol/api.ts';

/** A run of the history that is to be printed again with the label that the editor opens next. */
const repeatedRunAtom: PrimitiveAtom<PrintRecordDetail | null> = atom<PrintRecordDetail | null>(null);

export function useRepeatedRun(): PrintRecordDetail | null {
  return useAtomValue(repeatedRunAtom);
}

export function useSetRepeatedRun(): (run: PrintRecordDetail | null) => void {
  return useSetAtom(repeatedRunAtom);
}

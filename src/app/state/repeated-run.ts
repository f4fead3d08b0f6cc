import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { PrimitiveAtom } from 'jotai';
import type { PrintRecordDetail } from '#protocol/api.ts';

/** A run of the history that is to be printed again. */
export interface HandedOverRun extends PrintRecordDetail {
  /** Whether its rows were chosen instead of taken from the run. */
  readonly hasOwnRows?: boolean;
}

/** Printed again with the label that the editor opens next. */
const repeatedRunAtom: PrimitiveAtom<HandedOverRun | null> = atom<HandedOverRun | null>(null);

export function useRepeatedRun(): HandedOverRun | null {
  return useAtomValue(repeatedRunAtom);
}

export function useSetRepeatedRun(): (run: HandedOverRun | null) => void {
  return useSetAtom(repeatedRunAtom);
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import { useServices } from '#app/state/services.tsx';
import { exportLabels, type ExportedFile, type ExportOrder } from './export-labels.ts';

/** What the dialog is about: choosing, an export that goes on, or what came of it. */
export type ExportStage =
  | { readonly type: 'choosing' }
  | { readonly type: 'running'; readonly done: number; readonly total: number }
  | { readonly type: 'failed'; readonly problem: Problem }
  | { readonly type: 'over'; readonly file: ExportedFile };

export interface ExportControl {
  readonly stage: ExportStage;
  /** `onFile` is called with what was made, unless it was cancelled. */
  readonly start: (order: ExportOrder, onFile: (file: ExportedFile) => void) => void;
  readonly cancel: () => void;
}

/** One export at a time; it ends with the dialog. */
export function useExport(): ExportControl {
  const { printRenderer } = useServices();
  const [stage, setStage] = useState<ExportStage>({ type: 'choosing' });
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const start = useCallback(
    (order: ExportOrder, onFile: (file: ExportedFile) => void) => {
      current.current?.abort();
      const abort = new AbortController();
      current.current = abort;
      setStage({ type: 'running', done: 0, total: order.row === null ? order.records.count : 1 });
      const onProgress = (done: number, total: number): void => {
        if (!abort.signal.aborted) setStage({ type: 'running', done, total });
      };
      void exportLabels(printRenderer, order, abort.signal, onProgress).then((result) => {
        if (abort.signal.aborted) return;
        if (!result.ok) {
          setStage({ type: 'failed', problem: result.error });
          return;
        }
        setStage({ type: 'over', file: result.value });
        if (result.value.pieces.length > 0) onFile(result.value);
      });
    },
    [printRenderer],
  );
  const cancel = useCallback(() => {
    current.current?.abort();
    setStage({ type: 'choosing' });
  }, []);
  return { stage, start, cancel };
}

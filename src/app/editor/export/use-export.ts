import { useCallback, useEffect, useRef, useState } from 'react';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import { hasRunSizes } from '#model/page/run-sizes.ts';
import { sizedTemplate } from '#printing/sized-template.ts';
import { takeValues } from '#app/print/runs/counters.ts';
import { useServices } from '#app/state/services.tsx';
import { exportLabels, type ExportedFile, type ExportOrder } from './export-labels.ts';

/** The content of the dialog: the settings, an export in progress, or its result. */
export type ExportStage =
  | { readonly type: 'choosing' }
  | { readonly type: 'running'; readonly done: number; readonly total: number }
  | { readonly type: 'failed'; readonly problem: Problem }
  | { readonly type: 'over'; readonly file: ExportedFile };

export interface ExportControl {
  readonly stage: ExportStage;
  /** Calls `onFile` with the finished file, unless the export was canceled. */
  readonly start: (order: CountedOrder, onFile: (file: ExportedFile) => void) => void;
  readonly cancel: () => void;
}

/** An export of a template that may have counters on the server. */
export interface CountedOrder extends ExportOrder {
  readonly templateId: string | null;
}

/** One export at a time; it ends with the dialog. */
export function useExport(): ExportControl {
  const { api, printRenderer, pageEncoder } = useServices();
  const [stage, setStage] = useState<ExportStage>({ type: 'choosing' });
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const start = useCallback(
    (order: CountedOrder, onFile: (file: ExportedFile) => void) => {
      current.current?.abort();
      const abort = new AbortController();
      current.current = abort;
      setStage({ type: 'running', done: 0, total: order.row === null ? order.records.count : 1 });
      const onProgress = (done: number, total: number): void => {
        if (!abort.signal.aborted) setStage({ type: 'running', done, total });
      };
      const labels = order.row === null ? order.records.count : 1;
      const run = async (): Promise<Result<ExportedFile>> => {
        const taken = await takeValues(api, order.templateId, order.template, labels);
        if (!taken.ok || abort.signal.aborted) return taken.ok ? err(problem('aborted')) : taken;
        const { records, dpi } = order;
        const unsized = { template: taken.value, dpi };
        // The bar goes once through the rows that are measured, then through those that are exported.
        const onMeasured = (done: number, total: number): void => onProgress(done, total + labels);
        const sized = await sizedTemplate(printRenderer, unsized, records, abort.signal, onMeasured);
        if (!sized.ok) return sized;
        const before = hasRunSizes(order.template) ? records.count : 0;
        const onExported = (done: number, total: number): void => onProgress(before + done, before + total);
        const makers = { renderer: printRenderer, encoder: pageEncoder };
        return exportLabels(makers, { ...order, template: sized.value }, abort.signal, onExported);
      };
      void run().then((result) => {
        if (abort.signal.aborted) return;
        if (!result.ok) {
          setStage({ type: 'failed', problem: result.error });
          return;
        }
        setStage({ type: 'over', file: result.value });
        if (result.value.pieces.length > 0) onFile(result.value);
      });
    },
    [api, printRenderer, pageEncoder],
  );
  const cancel = useCallback(() => {
    current.current?.abort();
    setStage({ type: 'choosing' });
  }, []);
  return { stage, start, cancel };
}

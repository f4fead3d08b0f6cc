import { orAborted } from '#model/kernel/abort.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { hasRunSizes, templateOfRun } from '#model/page/run-sizes.ts';
import type { Template } from '#model/template/template.ts';
import type { SheetRun } from '#protocol/printing.ts';
import type { RunSetup } from '#protocol/render.ts';

/** A run whose records can be measured. */
export type SizingRun = Pick<SheetRun, 'callsAtOnce' | 'sizeRecords' | 'close'>;

export interface SizingRenderer {
  openRun(setup: RunSetup, signal: AbortSignal): Promise<Result<SizingRun>>;
}

/**
 * The template of a run over these records: a text with one size on all labels has the smallest that a row needs. Rows
 * are read and measured only if there is such a text. `onProgress` is called with the number of measured rows.
 * Problems: those of the renderer and the records, `aborted`.
 */
export async function sizedTemplate(
  renderer: SizingRenderer,
  setup: RunSetup,
  records: RecordSource,
  signal: AbortSignal,
  onProgress?: (done: number, total: number) => void,
): Promise<Result<Template>> {
  const { template } = setup;
  if (!hasRunSizes(template)) return ok(template);
  const opened = await orAborted(renderer.openRun(setup, signal), signal);
  if (!opened.ok) return opened;
  const { value: run } = opened;
  const rows = {
    measure: (_first: number, ...call: Parameters<SheetRun['sizeRecords']>) => run.sizeRecords(...call),
    atOnce: run.callsAtOnce,
  };
  try {
    return await templateOfRun(template, records, rows, signal, onProgress);
  } finally {
    run.close();
  }
}

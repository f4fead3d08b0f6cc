import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { Template } from '#model/template/template.ts';
import { DEFAULT_PRINTER_SETTINGS } from '#protocol/printer-settings.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import type { PageEncoder } from '#services/device/page-encoder.ts';
import type { PrintRenderer } from '#services/render/print-renderer.ts';
import { fileOf, isLanguage, type ExportKind } from './export-kind.ts';

/** Rows rendered between two checks for progress and cancellation. */
const ROWS_AT_ONCE = 32;

export interface ExportOrder {
  readonly template: Template;
  readonly records: RecordSource;
  /** The row to export, counted from 0; null for all, which only a format with several pages allows. */
  readonly row: number | null;
  readonly format: ExportKind;
  readonly dpi: number;
}

export interface ExportedFile {
  /** The pieces of the file, in order; empty if no row could be exported. */
  readonly pieces: readonly Uint8Array[];
  readonly exported: number;
  readonly refused: readonly LabelOutcome[];
}

/** The services that render the pages, and that encode them in a printer language. */
export interface ExportMakers {
  readonly renderer: Pick<PrintRenderer, 'openExport'>;
  readonly encoder: Pick<PageEncoder, 'encode'>;
}

/** Makes one file. Calls `onProgress` with the number of finished rows. */
export async function exportLabels(
  { renderer, encoder }: ExportMakers,
  order: ExportOrder,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<Result<ExportedFile>> {
  const { records, row, format, dpi } = order;
  if (row === null && fileOf(format).pages === 'each') throw new Error(`${format} has a file for each page`);
  const template = row === null ? order.template : labelAlone(order.template);
  const first = row ?? 0;
  const end = row === null ? records.count : row + 1;
  const opened = await renderer.openExport({ template, dpi, format: isLanguage(format) ? 'png' : format }, signal);
  if (!opened.ok) return opened;
  try {
    const pieces: Uint8Array[] = [];
    const labels: LabelOutcome[] = [];
    for (let at = first; at < end; at += ROWS_AT_ONCE) {
      const count = Math.min(ROWS_AT_ONCE, end - at);
      const rows = await records.read(at, count, signal);
      if (!rows.ok) return rows;
      if (signal.aborted) return err(problem('aborted'));
      const placed = rows.value.map((record, i) => ({ ...record, place: at - first + i }));
      const step = await opened.value.exportRecords(placed, at + count >= end, signal);
      if (!step.ok) return step;
      for (const piece of step.value.pieces) {
        const made = isLanguage(format)
          ? await encoder.encode(
              {
                png: piece,
                dpi,
                copies: 1,
                language: format,
                settings: DEFAULT_PRINTER_SETTINGS,
                isFirst: pieces.length === 0,
              },
              signal,
            )
          : ok(piece);
        if (!made.ok) return made;
        pieces.push(made.value);
      }
      labels.push(...step.value.labels);
      onProgress(at + count - first, end - first);
    }
    const refused = labels.filter((label) => !label.verified);
    return ok({ pieces, exported: labels.length - refused.length, refused });
  } finally {
    opened.value.close();
  }
}

/** One label, without the sheet around it. */
function labelAlone(template: Template): Template {
  const paddingMm = { left: 0, top: 0, right: 0, bottom: 0 };
  return { ...template, label: { ...template.label, rows: 1, columns: 1, paddingMm } };
}

import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ExportedPage, LabelOutcome } from '#protocol/render.ts';
import { openOutputFile, type OutputFile } from './output-file.ts';
import { cannotWrite } from './output-folder.ts';

/** Counts of what was made so far. */
export interface RunCounts {
  readonly verified: number;
  readonly refused: number;
  readonly pages: number;
  /** Pages sent to a printer whose output is unconfirmed. */
  readonly pagesInDoubt: number;
  readonly symbols: number;
  /** Number of symbols that were read back. */
  readonly symbolsRead: number;
}

/** Result of a run. */
export interface RunSummary extends RunCounts {
  /** Number of requested labels. */
  readonly asked: number;
  /** False when it was interrupted or something could not be written: some labels were not made. */
  readonly complete: boolean;
}

/** The assistant's answer for a page: the printer has it, or that is unknown. */
export type PagePrinted = 'spooled' | 'inDoubt';

/** A page that was made, with its print result for a printer. */
export interface ReportedPage extends ExportedPage {
  readonly printed?: PagePrinted;
}

/**
 * The report of a run as JSON Lines, written during the run: a line `{"type": "label", …}` for each label, with its
 * page, a line `{"type": "page", …}` for each page, with the hash of its picture, its first label where the sheet was
 * partly used, and the print result, and `{"type": "end", …}`. Labels are in the order of the rows, each once its page
 * is complete; `page` is null for a label that is on none. Its calls throw as the file system does.
 */
export interface ReportFile {
  /** Its length; null when it is no file. */
  readonly bytes: number | null;
  /** `pages` is null where none are made. */
  add(labels: readonly LabelOutcome[], pages: readonly ReportedPage[] | null): void;
  end(summary: RunSummary): void;
}

/**
 * Opens the file before anything is rendered. `firstCell`: position of the first label on the first page. `written`:
 * the kept part and its number of pages, to continue it. Problem: `output.cannotWrite`.
 */
export function openReport(
  path: string,
  firstCell: number,
  written: { readonly bytes: number | null; readonly pages: number } | null = null,
): Result<ReportFile> {
  let file: OutputFile;
  try {
    file = openOutputFile(path, written?.bytes ?? null);
  } catch (error) {
    return err(cannotWrite(path, error));
  }
  /** Labels whose page is not complete, and rejected ones after them. */
  const waiting: LabelOutcome[] = [];
  let pageCount = written?.pages ?? 0;

  /**
   * Takes labels up to the last of the page; without a page this many verified ones and the rejected ones after them.
   */
  function takeLabels(verified: number, page: number | null): string[] {
    const lines: string[] = [];
    let taken = 0;
    for (let left = verified; ; taken++) {
      const label = waiting[taken];
      if (label === undefined || (left === 0 && (label.verified || page !== null))) break;
      if (label.verified) left--;
      lines.push(line('label', { page: label.verified ? page : null, ...label }));
    }
    waiting.splice(0, taken);
    return lines;
  }

  function write(lines: readonly string[]): void {
    file.write(Buffer.from(lines.join('')));
  }

  return ok({
    get bytes() {
      return file.bytes;
    },
    add(labels, pages) {
      waiting.push(...labels);
      const lines: string[] = [];
      for (const { pngHash, labelCount, printed } of pages ?? []) {
        pageCount++;
        const firstLabel = pageCount === 1 && firstCell > 0 ? firstCell + 1 : undefined;
        lines.push(
          ...takeLabels(labelCount, pageCount),
          line('page', { page: pageCount, pngHash, firstLabel, printed }),
        );
      }
      lines.push(...takeLabels(pages === null ? Infinity : 0, null));
      write(lines);
    },
    end(summary) {
      write([...takeLabels(Infinity, null), line('end', { ...summary })]);
      file.close();
    },
  });
}

function line(type: string, values: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ type, ...values })}\n`;
}

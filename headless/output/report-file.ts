import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ExportedPage, LabelOutcome } from '#protocol/render.ts';
import { openOutputFile, type OutputFile } from './output-file.ts';
import { cannotWrite } from './output-folder.ts';

/** What was made so far. */
export interface RunCounts {
  readonly verified: number;
  readonly refused: number;
  readonly pages: number;
  /** Sent to a printer, without that anybody could tell whether they came out. */
  readonly pagesInDoubt: number;
  readonly symbols: number;
  /** How many of the symbols were read back. */
  readonly symbolsRead: number;
}

/** How a run ended. */
export interface RunSummary extends RunCounts {
  /** How many labels there were to make. */
  readonly asked: number;
  /** False when it was interrupted or something could not be written: some labels were not made. */
  readonly complete: boolean;
}

/** The assistant's answer for a page: the printer has it, or that is unknown. */
export type PagePrinted = 'spooled' | 'inDoubt';

/** A page that was made, and for a printer what became of it. */
export interface ReportedPage extends ExportedPage {
  readonly printed?: PagePrinted;
}

/**
 * The report of a run as JSON Lines, written as the run goes: a line `{"type": "label", …}` for each label, with its page,
 * a line `{"type": "page", …}` for each page, with the hash of its dots, its first label where the sheet was used in part, and
 * what the printer made of it, and `{"type": "end", …}`. Labels stand in the
 * order of the rows, each once its page is complete; `page` is null for a label that is on none. Its calls throw as the file
 * system does.
 */
export interface ReportFile {
  /** How long it is; null for what is no file. */
  readonly bytes: number | null;
  /** `pages` is null where none are made. */
  add(labels: readonly LabelOutcome[], pages: readonly ReportedPage[] | null): void;
  end(summary: RunSummary): void;
}

/**
 * Opens the file before anything is rendered. `firstCell`: where the first label stands on the first page. `written` says what
 * of it is kept and how many pages it tells of, to go on with it. Problem: `output.cannotWrite`.
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
  /** Labels whose page is not complete, and refused ones behind them. */
  const waiting: LabelOutcome[] = [];
  let pageCount = written?.pages ?? 0;

  /** Takes labels up to the last of the page; without a page so many verified ones and the refused ones behind them. */
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
      for (const { bitsHash, labelCount, printed } of pages ?? []) {
        pageCount++;
        const firstLabel = pageCount === 1 && firstCell > 0 ? firstCell + 1 : undefined;
        lines.push(
          ...takeLabels(labelCount, pageCount),
          line('page', { page: pageCount, bitsHash, firstLabel, printed }),
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

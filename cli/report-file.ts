import { open } from 'node:fs/promises';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ExportedPage, LabelOutcome } from '#protocol/render.ts';
import { cannotWrite } from './output-folder.ts';

/** How a run ended. */
export interface RunSummary {
  /** How many labels there were to make. */
  readonly asked: number;
  readonly verified: number;
  readonly refused: number;
  readonly pages: number;
  readonly symbols: number;
  /** How many of the symbols were read back. */
  readonly symbolsRead: number;
  /** False when it was interrupted or something could not be written: some labels were not made. */
  readonly complete: boolean;
}

/**
 * The report of a run as JSON Lines, written as the run goes: a line `{"type": "label", …}` for each label, with its page,
 * a line `{"type": "page", …}` for each page, with the hash of its dots, and `{"type": "end", …}`. Labels stand in the
 * order of the rows, each once its page is complete; `page` is null for a label that is on none.
 */
export interface ReportFile {
  /** `pages` is null where none are made. Rejects as the file system does. */
  add(labels: readonly LabelOutcome[], pages: readonly ExportedPage[] | null): Promise<void>;
  end(summary: RunSummary): Promise<void>;
}

/** Opens the file before anything is rendered. Problem: `output.cannotWrite`. */
export async function openReport(path: string): Promise<Result<ReportFile>> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, 'w');
  } catch (error) {
    return err(cannotWrite(path, error));
  }
  /** Labels whose page is not complete, and refused ones behind them. */
  const waiting: LabelOutcome[] = [];
  let pageCount = 0;

  /** Takes labels up to the last of the page, or refused ones only. */
  function takeLabels(verified: number, page: number | null): string[] {
    const lines: string[] = [];
    for (let left = verified; waiting[0] !== undefined && (left > 0 || !waiting[0].verified);) {
      const [label] = waiting.splice(0, 1);
      if (label === undefined) break;
      if (label.verified) left--;
      lines.push(line('label', { page: label.verified ? page : null, ...label }));
    }
    return lines;
  }

  return ok({
    async add(labels, pages) {
      waiting.push(...labels);
      const lines: string[] = [];
      for (const { bitsHash, labelCount } of pages ?? []) {
        pageCount++;
        lines.push(...takeLabels(labelCount, pageCount), line('page', { page: pageCount, bitsHash }));
      }
      lines.push(...takeLabels(pages === null ? Infinity : 0, null));
      await file.writeFile(lines.join(''));
    },
    async end(summary) {
      await file.writeFile([...takeLabels(Infinity, null), line('end', { ...summary })].join(''));
      await file.close();
    },
  });
}

function line(type: string, values: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ type, ...values })}\n`;
}

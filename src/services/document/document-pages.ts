import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import { labelDotsOf, type LabelDots } from '#model/page/label-dots.ts';
import type { SheetRenderer, SheetRun } from '#protocol/printing.ts';
import type { PrintStep, RunSetup } from '#protocol/render.ts';
import type { DocumentClient } from './document-client.ts';

/** The part of the client that renders the pictures of labels. */
export type LabelPictures = Pick<DocumentClient, 'label'>;

/** The problems that affect all labels of the run, and not only this one. */
const ENDS_THE_RUN: ReadonlySet<string> = new Set(['document.notHere', 'storage.unavailable', 'aborted']);

/**
 * Renders records that show parts of documents: adds each picture right before its label is painted, and for no more
 * records at a time than are painted together. Other records pass unchanged.
 */
export function withDocumentPages(renderer: SheetRenderer, documents: LabelPictures): SheetRenderer {
  return {
    async openRun(setup, signal) {
      const opened = await renderer.openRun(setup, signal);
      return opened.ok ? ok(documentRun(opened.value, documents, setup)) : opened;
    },
  };
}

function documentRun(run: SheetRun, documents: LabelPictures, setup: RunSetup): SheetRun {
  const dots = labelDotsOf(run.sheet, setup);
  const isSingle = run.sheet.cells.length === 1;
  return {
    sheet: run.sheet,
    // Not spread: the methods of a class instance are on its prototype.
    callsAtOnce: run.callsAtOnce,
    sizeRecords: (records, signal) => run.sizeRecords(records, signal),
    close: () => run.close(),
    async printRecords(records, isLast, signal, firstCell) {
      if (!records.some(({ page }) => page !== undefined)) return run.printRecords(records, isLast, signal, firstCell);
      // Labels with a page of their own are printed one by one: pictures are large.
      const groups = isSingle ? records.map((record) => [record]) : [records];
      const steps: PrintStep[] = [];
      for (const [i, group] of groups.entries()) {
        const ready = await withPictures(group, documents, dots, signal);
        if (!ready.ok) return ready;
        const step = await run.printRecords(ready.value, isLast && i === groups.length - 1, signal, firstCell);
        if (!step.ok) return step;
        steps.push(step.value);
      }
      return ok({ labels: steps.flatMap(({ labels }) => labels), pages: steps.flatMap(({ pages }) => pages) });
    },
  };
}

/**
 * Records with their pictures. One with a page that can't be painted is rejected for that, and the others are printed.
 */
export async function withPictures(
  records: readonly DataRecord[],
  documents: LabelPictures,
  dots: LabelDots,
  signal: AbortSignal,
): Promise<Result<readonly DataRecord[]>> {
  const ready: DataRecord[] = [];
  for (const record of records) {
    if (signal.aborted) return err(problem('aborted'));
    const { page } = record;
    const picture = page === undefined ? null : await documents.label(page, dots, signal);
    if (picture?.ok === false && ENDS_THE_RUN.has(picture.error.code)) return picture;
    ready.push(
      picture === null
        ? record
        : picture.ok
          ? { ...record, picture: picture.value }
          : { ...record, fault: picture.error },
    );
  }
  return ok(ready);
}

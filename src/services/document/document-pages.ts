import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import { labelDotsOf, type LabelDots } from '#model/page/label-dots.ts';
import type { SheetRenderer, SheetRun } from '#protocol/printing.ts';
import type { PrintStep, RunSetup } from '#protocol/render.ts';
import type { DocumentClient } from './document-client.ts';

/** The part of the client that makes the pictures of labels. */
export type LabelPictures = Pick<DocumentClient, 'label'>;

/** Why no label of the run can be made, rather than this one. */
const ENDS_THE_RUN: ReadonlySet<string> = new Set(['document.notHere', 'storage.unavailable', 'aborted']);

/**
 * Renders records that show parts of documents: gives each its picture right before its label is painted, and no more of
 * them at a time than are painted together. Other records pass as they are.
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
    // Not spread: what a class's run can do is on its prototype.
    callsAtOnce: run.callsAtOnce,
    close: () => run.close(),
    async printRecords(records, isLast, signal, firstCell) {
      if (!records.some(({ page }) => page !== undefined)) return run.printRecords(records, isLast, signal, firstCell);
      // Each label of a page of its own is printed by itself: pictures are large.
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

/** Records with their pictures. One whose page cannot be painted is refused for that, and the others are printed. */
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

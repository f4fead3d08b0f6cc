import { orAborted } from '#model/kernel/abort.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { oneRecordPerLabel } from '#model/data/copies.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { SheetRun } from '#protocol/printing.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import { readyPage, type PageSender } from './page-sender.ts';
import { copiesPerPage, recordsAtOnce, repeatsPerRecord, type PrintPlan } from './plan.ts';
import { RecordFeed } from './record-feed.ts';

export interface MakerRun {
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
  /** Waits until the run is running and `also` holds; false when it was cancelled. */
  mayGoOn(also: () => boolean): Promise<boolean>;
  hold(reason: Problem): void;
  /** Called before the pages of these labels are handed on. `copies`: how often each would be printed. */
  made(labels: readonly LabelOutcome[], copies: readonly number[]): void;
  /** Called when pages were handed on. */
  added(): void;
}

/**
 * Makes the pages of all records, in order, and hands them to the sender, as far ahead of it as it has room for. Ends
 * when it has made all of them, or when the run is cancelled. Problems: those of the renderer.
 */
export async function makePages(
  plan: PrintPlan,
  rows: RecordSource,
  sheets: SheetRun,
  sender: PageSender,
  run: MakerRun,
): Promise<Result<null>> {
  const { signal } = run;
  const source = plan.sheetCells === 1 ? rows : oneRecordPerLabel(rows);
  const feed = new RecordFeed(source, repeatsPerRecord(plan), recordsAtOnce(plan));
  let sequence = 0;
  while (!feed.done) {
    if (!(await run.mayGoOn(() => sender.hasRoom))) return ok(null);
    const group = await orAborted(feed.next(signal), signal);
    if (signal.aborted) return ok(null);
    if (!group.ok) {
      // No row is lost: the run is held, and reads these rows again when the user lets it go on.
      run.hold(group.error);
      continue;
    }
    const { records, last } = group.value;
    const step = await orAborted(sheets.printRecords(records, last, signal), signal);
    if (signal.aborted) return ok(null);
    if (!step.ok) return step;
    const { labels, pages } = step.value;
    const copies = records.map((record) => (record.copies ?? 1) * copiesPerPage(plan));
    run.made(labels, copies);
    // A page of one label is made with its record: each verified label has its page, in the same order.
    const copiesOfPage = copies.filter((_, i) => labels[i]?.verified === true);
    for (const [i, page] of pages.entries()) {
      sender.add(readyPage(plan, ++sequence, page, plan.sheetCells === 1 ? (copiesOfPage[i] ?? 1) : 1));
    }
    run.added();
  }
  return ok(null);
}

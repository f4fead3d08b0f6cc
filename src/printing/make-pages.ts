import { orAborted } from '#model/kernel/abort.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { oneRecordPerLabel } from '#model/data/copies.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { JournalPage, SheetRun } from '#protocol/printing.ts';
import type { LabelOutcome, PrintStep } from '#protocol/render.ts';
import { readyPage, type PageSender } from './page-sender.ts';
import { PagePlaces } from './page-places.ts';
import { copiesPerPage, recordsAtOnce, repeatsPerRecord, type PrintPlan } from './plan.ts';
import { RecordFeed } from './record-feed.ts';

export interface MakerRun {
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
  /** Waits until the run is running and `also` holds; false when it was cancelled. */
  mayGoOn(also: () => boolean): Promise<boolean>;
  isRunning(): boolean;
  hold(reason: Problem): void;
  /** Called before the pages of these labels are handed on. `copies`: how often each would be printed. */
  made(labels: readonly LabelOutcome[], copies: readonly number[]): void;
  /** Called when pages were handed on. */
  added(): void;
}

/** What was made before the run went on. */
export interface MakerStart {
  /** Pages that never arrived: they are made once more, before all others. */
  readonly pages: readonly JournalPage[];
  readonly lastSequence: number;
  /** The place of the first label to make. */
  readonly nextPlace: number;
}

const FROM_THE_START: MakerStart = { pages: [], lastSequence: 0, nextPlace: 0 };

/** What was asked of the renderer. */
interface AskedStep {
  readonly records: readonly DataRecord[];
  readonly step: Promise<Result<PrintStep>>;
}

/**
 * Makes the pages of all records, in order, and hands them to the sender, as far ahead of it as it has room for. The
 * renderer is asked for more small pages before the last ones have been dealt with, so that it never waits. Ends when all
 * are made, or when the run is cancelled. Problems: those of the renderer.
 */
export async function makePages(
  plan: PrintPlan,
  rows: RecordSource,
  sheets: SheetRun,
  sender: PageSender,
  run: MakerRun,
  from: MakerStart = FROM_THE_START,
): Promise<Result<null>> {
  const { signal } = run;
  const source = plan.sheetCells === 1 ? rows : oneRecordPerLabel(rows);
  const again = await makeAgain(plan, source, sheets, sender, run, from.pages);
  if (!again.ok) return again;
  const feed = new RecordFeed(source, repeatsPerRecord(plan), recordsAtOnce(plan), from.nextPlace);
  const places = new PagePlaces(from.nextPlace);
  const asksAhead = recordsAtOnce(plan) > 1;
  let sequence = from.lastSequence;

  async function ask(): Promise<AskedStep | null> {
    if (feed.done) return null;
    const group = await orAborted(feed.next(signal), signal);
    if (group.ok) {
      const { records, last } = group.value;
      const step = orAborted(sheets.printRecords(records, last, signal), signal);
      // Nobody waits for it any more when the one before has failed.
      step.catch(() => undefined);
      return { records, step };
    }
    // No row is lost: the run is held, and reads these rows again when the user lets it go on.
    run.hold(group.error);
    return null;
  }

  function handOn(records: readonly DataRecord[], { labels, pages }: PrintStep): void {
    const copies = records.map((record) => (record.copies ?? 1) * copiesPerPage(plan));
    run.made(labels, copies);
    places.made(labels, copies);
    // A page of one label is made with its record: each verified label has its page, in the same order.
    const copiesOfPage = copies.filter((_, i) => labels[i]?.verified === true);
    for (const [i, page] of pages.entries()) {
      const copiesOfIt = plan.sheetCells === 1 ? (copiesOfPage[i] ?? 1) : 1;
      sender.add(readyPage(plan, ++sequence, page, copiesOfIt, places.page(page.labels.length)));
    }
    run.added();
  }

  let asked: AskedStep | null = null;
  while (asked !== null || !feed.done) {
    if (asked === null) {
      if (!(await run.mayGoOn(() => sender.hasRoom))) return ok(null);
      asked = await ask();
      if (signal.aborted) return ok(null);
      continue;
    }
    const next: AskedStep | null = asksAhead && run.isRunning() && sender.hasRoom ? await ask() : null;
    const step = await asked.step;
    if (signal.aborted) return ok(null);
    if (!step.ok) return step;
    handOn(asked.records, step.value);
    asked = next;
  }
  return ok(null);
}

/**
 * Each page has the labels and the number that it had, so that it prints once even if it did arrive. `print.keptChanged` when
 * one of its labels would be refused now.
 */
async function makeAgain(
  plan: PrintPlan,
  source: RecordSource,
  sheets: SheetRun,
  sender: PageSender,
  run: MakerRun,
  pages: readonly JournalPage[],
): Promise<Result<null>> {
  const repeats = repeatsPerRecord(plan);
  for (const page of pages) {
    const records: DataRecord[] = [];
    while (records.length < page.places.length) {
      if (!(await run.mayGoOn(() => sender.hasRoom))) return ok(null);
      const place = page.places[records.length] ?? 0;
      const read = await orAborted(source.read(Math.floor(place / repeats), 1, run.signal), run.signal);
      if (run.signal.aborted) return ok(null);
      if (read.ok) records.push(...read.value.slice(0, 1));
      else run.hold(read.error);
    }
    const step = await orAborted(sheets.printRecords(records, true, run.signal), run.signal);
    if (run.signal.aborted) return ok(null);
    if (!step.ok) return step;
    const [made, ...others] = step.value.pages;
    const isSame = made !== undefined && others.length === 0 && made.labels.length === records.length;
    if (!isSame) return err(problem('print.keptChanged'));
    sender.add(readyPage(plan, page.sequence, made, page.labels / page.places.length, page));
    run.added();
  }
  return ok(null);
}

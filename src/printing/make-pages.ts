import { orAborted } from '#model/kernel/abort.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { oneRecordPerLabel } from '#model/data/copies.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { JournalPage, SheetRun, RefusedLabel } from '#protocol/printing.ts';
import type { LabelOutcome, PrintStep } from '#protocol/render.ts';
import { readyPage, type PageSender } from './page-sender.ts';
import { copiesPerPage, hasLargePages, recordsAtOnce, repeatsPerRecord, type PrintPlan } from './plan.ts';
import { RecordFeed, type RecordGroup } from './record-feed.ts';

export interface MakerRun {
  /** Aborted when the run is canceled. */
  readonly signal: AbortSignal;
  /** Waits until the run is running and `also` holds; false when it was canceled. */
  waitUntilRunning(also: () => boolean): Promise<boolean>;
  isRunning(): boolean;
  /** Stalls the run: it waits for the user. */
  hold(reason: Problem): void;
  /** Called before the pages of these labels are passed to the sender. `copies`: how often each would be printed. */
  made(labels: readonly LabelOutcome[], copies: readonly number[]): void;
  /** Called when pages were passed to the sender. */
  added(): void;
}

/** The pages that were rendered before the run was resumed. */
export interface MakerStart {
  /** Pages that never arrived: they are rendered again, before all others. */
  readonly pages: readonly JournalPage[];
  readonly lastSequence: number;
  /** The place of the first label to render. */
  readonly nextPlace: number;
}

const FROM_THE_START: MakerStart = { pages: [], lastSequence: 0, nextPlace: 0 };

/** A request to the renderer. */
interface AskedStep extends RecordGroup {
  readonly step: Promise<Result<PrintStep>>;
}

/**
 * Renders the pages of all records, in order, and passes them to the sender, as far ahead of it as it has room. Small
 * pages are requested before the last ones are processed, so that the renderer never waits. Every group of records
 * begins a page, as if no group before it had rejected labels; if one had, the pages after it are discarded, and the
 * next group begins with the labels that are on no page. Ends when all are rendered, or when the run is canceled.
 * Problems: those of the renderer.
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
  const feed = new RecordFeed(source, repeatsPerRecord(plan), from.nextPlace);
  const places = new PagePlaces(from.nextPlace);
  const mostAhead = hasLargePages(plan) ? 1 : sheets.callsAtOnce;
  let ahead = mostAhead;
  let groupSize = recordsAtOnce(plan);
  let sequence = from.lastSequence;

  const isFirstSheet = (): boolean => sequence === 0;

  async function ask(): Promise<AskedStep | null> {
    if (feed.done) return null;
    // The first sheet may be partly used; the next request begins a sheet of its own.
    const firstCell = isFirstSheet() && asked.length === 0 ? plan.firstCell : 0;
    const group = await orAborted(feed.next(groupSize - firstCell, signal), signal);
    if (group.ok) {
      const { records, last } = group.value;
      const step = orAborted(sheets.printRecords(records, last, signal, firstCell), signal);
      // Its result is not needed any more when the previous one has failed.
      step.catch(() => undefined);
      return { ...group.value, step };
    }
    // No row is lost: the run is held, and reads these rows again when the user resumes it.
    run.hold(group.error);
    return null;
  }

  /** Passes on the first `done` records of a group with their pages. */
  function handOn(group: readonly DataRecord[], step: PrintStep, done: number): void {
    const { pages } = step;
    const [records, labels] = [group.slice(0, done), step.labels.slice(0, done)];
    const copies = records.map((record) => (record.copies ?? 1) * copiesPerPage(plan));
    run.made(labels, copies);
    places.made(labels, copies);
    // A page of one label is rendered with its record: each verified label has its page, in the same order.
    const copiesOfPage = copies.filter((_, i) => labels[i]?.verified === true);
    for (const [i, page] of pages.entries()) {
      const copiesOfIt = plan.sheetCells === 1 ? (copiesOfPage[i] ?? 1) : 1;
      sender.add(readyPage(plan, ++sequence, page, copiesOfIt, places.page(page.labels.length)));
    }
    run.added();
  }

  /** Prepares the continuation after a group. Labels that are on no page begin the next one. */
  function goOnAfter({ first, records }: AskedStep, { labels, pages }: PrintStep, done: number): void {
    // A multiple of whole sheets, whatever the last one was.
    groupSize = recordsAtOnce(plan, done === records.length ? groupSize - (groupSize % plan.sheetCells) : 0);
    ahead = Math.min(mostAhead, ahead * 2);
    // The next group was not rendered for a partly used first sheet.
    const isStillFirst = isFirstSheet() && plan.firstCell > 0 && pages.length === 0;
    if (done === records.length && !isStillFirst) return;
    feed.goTo(first + done);
    asked.length = 0;
    // After rejected labels there may be more: requesting less wastes less.
    ahead = 1;
    const refused = labels.filter((label) => !label.verified).length;
    if (pages.length === 0) groupSize = plan.sheetCells + refused;
  }

  const asked: AskedStep[] = [];
  while (asked.length > 0 || !feed.done) {
    if (asked.length === 0) {
      if (!(await run.waitUntilRunning(() => sender.hasRoom))) return ok(null);
      const first = await ask();
      if (signal.aborted) return ok(null);
      if (first !== null) asked.push(first);
      continue;
    }
    while (asked.length < ahead && run.isRunning() && sender.hasRoom) {
      const next = await ask();
      if (next === null) break;
      asked.push(next);
    }
    const [head] = asked;
    if (head === undefined) continue;
    const step = await head.step;
    if (signal.aborted) return ok(null);
    if (!step.ok) return step;
    asked.shift();
    const done = recordsDone(step.value);
    goOnAfter(head, step.value, done);
    handOn(head.records, step.value, done);
  }
  return ok(null);
}

/** How many records of a step are complete: those up to the first with a verified label that is on no page. */
function recordsDone({ labels, pages }: PrintStep): number {
  let onPages = pages.reduce((count, page) => count + page.labels.length, 0);
  const first = labels.findIndex((label) => label.verified && onPages-- === 0);
  return first < 0 ? labels.length : first;
}

/**
 * Renders pages again. Each has the same labels and number, so that it prints once even if it did arrive.
 * `print.keptChanged` when one of its labels would be rejected now.
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
      if (!(await run.waitUntilRunning(() => sender.hasRoom))) return ok(null);
      const place = page.places[records.length] ?? 0;
      const read = await orAborted(source.read(Math.floor(place / repeats), 1, run.signal), run.signal);
      if (run.signal.aborted) return ok(null);
      if (read.ok) records.push(...read.value.slice(0, 1));
      else run.hold(read.error);
    }
    const firstCell = page.sequence === 1 ? plan.firstCell : 0;
    const step = await orAborted(sheets.printRecords(records, true, run.signal, firstCell), run.signal);
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

/**
 * Tracks which labels of a run are on which page, and which were rejected before it. Labels are identified by their
 * places among all that the run lays out, counted from 0.
 */
class PagePlaces {
  #next: number;
  /** Verified labels that are on no page yet. */
  readonly #waiting: number[] = [];
  readonly #refused: { readonly place: number; readonly label: RefusedLabel }[] = [];

  /** `first`: the place of the first label to render. */
  constructor(first: number) {
    this.#next = first;
  }

  /** The next labels, in order; `copies`: how often each would be printed. */
  made(labels: readonly LabelOutcome[], copies: readonly number[]): void {
    for (const [i, { row, verified, problems }] of labels.entries()) {
      const place = this.#next++;
      if (verified) this.#waiting.push(place);
      else {
        const reasons = problems.map(({ elementName, problem }) => ({ elementName, problem }));
        this.#refused.push({ place, label: { row, copies: copies[i] ?? 1, reasons } });
      }
    }
  }

  /** The next page, with this many labels. Labels rejected after its last label belong to a later page. */
  page(labels: number): Pick<JournalPage, 'places' | 'refused'> {
    const places = this.#waiting.splice(0, labels);
    const last = places.at(-1) ?? -1;
    const behind = this.#refused.findIndex(({ place }) => place > last);
    const refused = this.#refused.splice(0, behind < 0 ? this.#refused.length : behind);
    return { places, refused: refused.map(({ label }) => label) };
  }
}

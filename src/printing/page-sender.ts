import type { Problem } from '#model/kernel/problem.ts';
import type { JournalPage, PageToPrint } from '#protocol/printing.ts';
import type { VerifiedPage } from '#protocol/render.ts';
import { pageHeightMm } from '#model/page/sheet.ts';
import type { Outbox } from './outbox.ts';
import type { PageLog } from './page-log.ts';
import { plannedPages, type PrintPlan } from './plan.ts';

/** The most pages, and bytes, that are rendered ahead of the journal and the printer. */
const READY_PAGES = 64;
const READY_BYTES = 32 * 1024 * 1024;

/** A page that is ready to be sent. */
export interface ReadyPage {
  readonly page: PageToPrint;
  /** Its entry in the journal. */
  readonly entry: JournalPage;
}

export function readyPage(
  plan: PrintPlan,
  sequence: number,
  verified: VerifiedPage,
  copies: number,
  { places, refused }: Pick<JournalPage, 'places' | 'refused'>,
): ReadyPage {
  const { jobId, jobName, printer, pageWidthMm: widthMm } = plan;
  const heightMm = pageHeightMm(plan.pageHeightMm, verified);
  const rows = verified.labels.map((label) => label.row);
  return {
    page: { jobId, sequence, printer, copies, jobName, pages: plannedPages(plan), widthMm, heightMm, page: verified },
    entry: { jobId, sequence, rows, places, labels: rows.length * copies, refused, pngHash: verified.pngHash },
  };
}

export interface SenderRun {
  /** Waits until the run is running and `also` holds; false when it was canceled. */
  waitUntilRunning(also?: () => boolean): Promise<boolean>;
  /** Stalls the run: it waits for the user. */
  hold(reason: Problem): void;
  /** The page is about to be sent. */
  sent(page: ReadyPage): void;
}

/**
 * Sends pages in the order in which they are rendered. All that wait while the journal writes form the next group:
 * their intents are on the disk, in one transaction, before any of them is sent.
 */
export class PageSender {
  readonly #outbox: Outbox;
  readonly #log: PageLog;
  readonly #run: SenderRun;
  #ready: ReadyPage[] = [];
  #readyBytes = 0;
  /** Number of pages with intents being written. */
  #writing = 0;
  #isComplete = false;

  constructor(outbox: Outbox, log: PageLog, run: SenderRun) {
    this.#outbox = outbox;
    this.#log = log;
    this.#run = run;
  }

  /** False while enough pages wait. */
  get hasRoom(): boolean {
    return this.#ready.length < READY_PAGES && this.#readyBytes < READY_BYTES;
  }

  /** True when no page waits, and none will come. */
  get isDone(): boolean {
    return this.#isComplete && this.#ready.length + this.#writing === 0;
  }

  add(page: ReadyPage): void {
    this.#ready.push(page);
    this.#readyBytes += page.page.page.png.length;
  }

  /** No more pages will be added. */
  complete(): void {
    this.#isComplete = true;
  }

  /** Ends once everything has been sent after `complete`, or when the run was canceled. */
  async sendAll(): Promise<void> {
    const isNext = (): boolean => this.isDone || (this.#ready.length > 0 && this.#outbox.hasRoom());
    while ((await this.#run.waitUntilRunning(isNext)) && !this.isDone) await this.#sendGroup(this.#takeGroup());
  }

  async #sendGroup(group: readonly ReadyPage[]): Promise<void> {
    this.#writing = group.length;
    const written = await this.#log.intend(group.map(({ entry }) => entry));
    if (!written.ok) {
      this.#putBack(group);
      this.#run.hold(written.error);
    } else if (await this.#run.waitUntilRunning()) {
      for (const ready of group) {
        this.#run.sent(ready);
        this.#outbox.send(ready.page);
      }
    } else {
      for (const { entry } of group) this.#log.settle(entry.sequence, 'notPrinted');
    }
    this.#writing = 0;
  }

  /** As many pages as there is room for: at least one. */
  #takeGroup(): readonly ReadyPage[] {
    let count = 0;
    let bytes = 0;
    do bytes += this.#ready[count++]?.page.page.png.length ?? 0;
    while (count < this.#ready.length && this.#outbox.hasRoom(count, bytes));
    this.#readyBytes -= bytes;
    return this.#ready.splice(0, count);
  }

  #putBack(group: readonly ReadyPage[]): void {
    this.#ready.unshift(...group);
    for (const { page } of group) this.#readyBytes += page.page.png.length;
  }
}

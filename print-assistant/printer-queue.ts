import type { Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { PageAck, PageOrder } from '#protocol/assistant.ts';

/** A page's PNG. `done` is called when the page has been dealt with, and nothing holds its bytes any more. */
export interface PageImage {
  readonly png: Uint8Array;
  done(): void;
}

export interface ImageSource {
  /** The image is here already. Otherwise reading it takes room that others may have to wait for. */
  readonly isHere: boolean;
  /** Gets the PNG of a page. The signal says that its job was cancelled. */
  read(cancel: AbortSignal): Promise<Result<PageImage>>;
}

/** A page of a job, and whose job it is. */
export type OwnedPage = PageOrder & { readonly owner: string };

export interface QueuedPage {
  readonly order: OwnedPage;
  readonly image: ImageSource;
}

/** Pages of one job with different numbers, in the order in which they came; one at least. */
export type PageGroup = readonly QueuedPage[];

/** What prints groups of at most `maxPages`. Answers for each page of a group, in its order. */
export interface GroupTaker {
  readonly maxPages: number;
  print(group: PageGroup): Promise<readonly Result<PageAck>[]>;
}

interface Waiting extends QueuedPage {
  readonly answer: (result: Result<PageAck>) => void;
  readonly fail: (error: unknown) => void;
}

type Entry = Waiting | (() => Promise<void>);

/** The bits of a group's pages take no more bytes than this; a single page of any size is printed. */
const GROUP_BYTES = 32 * 1024 * 1024;
const MM_PER_INCH = 25.4;

/**
 * What waits for one printer, dealt with in the order given. Pages that wait behind each other are printed as a group, so
 * that what has to be on the disk is written for all of them at once.
 */
export class PrinterQueue {
  readonly #find: () => Promise<GroupTaker>;
  readonly #entries: Entry[] = [];
  #isRunning = false;

  /** `find` is called for each group: a printer may come and go. */
  constructor(find: () => Promise<GroupTaker>) {
    this.#find = find;
  }

  output(page: QueuedPage): Promise<Result<PageAck>> {
    return new Promise((answer, fail) => this.#add({ ...page, answer, fail }));
  }

  /** Runs the task when everything before it is done. */
  run<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => this.#add(() => task().then(resolve, reject)));
  }

  /** Answers the pages of a job that wait with `reason`. None of them has been looked at. */
  takeOut(jobId: string, reason: Problem): void {
    const isOut = (entry: Entry): entry is Waiting => typeof entry === 'object' && entry.order.jobId === jobId;
    const out = this.#entries.filter(isOut);
    const left = this.#entries.filter((entry) => !isOut(entry));
    this.#entries.splice(0, Infinity, ...left);
    for (const { answer } of out) answer(err(reason));
  }

  #add(entry: Entry): void {
    this.#entries.push(entry);
    if (!this.#isRunning) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#entries[0]; next !== undefined; next = this.#entries[0]) {
      if (typeof next !== 'function') {
        await this.#printNext();
        continue;
      }
      this.#entries.shift();
      await next();
    }
    this.#isRunning = false;
  }

  async #printNext(): Promise<void> {
    const taker = await this.#find().catch(() => null);
    const group = this.#takeGroup(taker?.maxPages ?? 1);
    // They were called back meanwhile.
    if (group.length === 0) return;
    try {
      if (taker === null) throw new Error('the printers cannot be listed');
      const results = await taker.print(group);
      for (const [i, { answer, fail }] of group.entries()) {
        const result = results[i];
        if (result === undefined) fail(new Error('a page without an answer'));
        else answer(result);
      }
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  }

  /** The pages at the head of the queue that can be printed together; none where a task is there or nothing. */
  #takeGroup(most: number): readonly Waiting[] {
    const group: Waiting[] = [];
    const sequences = new Set<number>();
    let bytes = 0;
    for (const entry of this.#entries) {
      if (typeof entry === 'function') break;
      const { order, image } = entry;
      bytes += bitBytes(order);
      const [first = entry] = group;
      const fits = group.length < most && bytes <= GROUP_BYTES && !sequences.has(order.sequence);
      const isAlike = order.jobId === first.order.jobId && image.isHere && first.image.isHere;
      if (group.length > 0 && !(fits && isAlike)) break;
      group.push(entry);
      sequences.add(order.sequence);
    }
    this.#entries.splice(0, group.length);
    return group;
  }
}

function bitBytes({ widthMm, heightMm, dpi }: PageOrder): number {
  return (((widthMm * dpi) / MM_PER_INCH) * ((heightMm * dpi) / MM_PER_INCH)) / 8;
}

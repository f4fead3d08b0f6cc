import type { Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { PageAck, PageOrder } from '#protocol/assistant.ts';
import type { Client } from './fair-share.ts';
import { COPIES_AT_ONCE } from './printers/printer-driver.ts';
import { nextTurn } from './turns.ts';

/** A page's PNG. `done` is called when the page has been processed, and nothing holds its bytes any more. */
export interface PageImage {
  readonly png: Uint8Array;
  done(): void;
}

export interface ImageSource {
  /** The image is in memory already. Otherwise reading it takes memory that others may have to wait for. */
  readonly isHere: boolean;
  /** Gets the PNG of a page. The signal aborts when its job was canceled. */
  read(cancel: AbortSignal): Promise<Result<PageImage>>;
}

/** A page of a job, with the owner of the job. */
export type OwnedPage = PageOrder & Client;

export interface QueuedPage {
  readonly order: OwnedPage;
  readonly image: ImageSource;
}

/** Pages of one job with different numbers, in order of arrival; at least one. */
export type PageGroup = readonly QueuedPage[];

/**
 * Gives every other client that waits for the printer a turn, and settles when the page continues: on its next turn, or
 * when the signal aborts.
 */
export type Pause = (cancel: AbortSignal) => Promise<void>;

/** Prints groups of at most `maxPages`. Answers for each page of a group, in order. */
export interface BatchPrinter {
  readonly maxPages: number;
  print(group: PageGroup, pause: Pause): Promise<readonly Result<PageAck>[]>;
}

interface Waiting extends QueuedPage {
  readonly answer: (result: Result<PageAck>) => void;
  readonly fail: (error: unknown) => void;
}

type Entry = Waiting | (() => Promise<void>);

/** Queue of one client, in order of arrival. */
interface Lane extends Client {
  entries: Entry[];
  /** The current work, with or without the printer; null when idle. */
  work: Promise<void> | null;
  /** The work does not use the printer, which is free for others. */
  isAside: boolean;
  /** Resumes paused work. */
  resumes: (() => void)[];
  /** Releases the printer before the work is done. */
  leave: () => void;
}

/** Maximum bytes of bits of a group's pages; a single page of any size is printed. */
const GROUP_BYTES = 32 * 1024 * 1024;
/** Maximum pages of a group while other clients wait for the printer, too. */
const SHARED_GROUP_PAGES = 8;
const MM_PER_INCH = 25.4;

/**
 * The queue of one printer. Clients take turns: one site after the other, and within each one pairing after the other,
 * each with a page, a group of consecutive pages (so that all of them need one sync of the disk), or a part of a page's
 * many copies. The work of one client is done in order of arrival.
 */
export class PrinterQueue {
  readonly #find: () => Promise<BatchPrinter>;
  /** By site and owner; the first one has the next turn. */
  readonly #lanes = new Map<string, Map<string, Lane>>();
  #running: Promise<void> | null = null;
  /** Wakes the loop to check for work. */
  #wake: () => void = () => undefined;

  /** `find` is called for each group: a printer may come and go. */
  constructor(find: () => Promise<BatchPrinter>) {
    this.#find = find;
  }

  get isEmpty(): boolean {
    return this.#running === null;
  }

  output(page: QueuedPage): Promise<Result<PageAck>> {
    return new Promise((answer, fail) => this.#add(page.order, { ...page, answer, fail }));
  }

  /** Runs the task when all earlier work of this client is done. It does not use the printer. */
  run<T>(client: Client, task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => this.#add(client, () => task().then(resolve, reject)));
  }

  /** Answers the waiting pages of a job with `reason`. None of them has been started. */
  takeOut(jobId: string, reason: Problem): void {
    const isOut = (entry: Entry): entry is Waiting => typeof entry === 'object' && entry.order.jobId === jobId;
    for (const lane of this.#all()) {
      const out = lane.entries.filter(isOut);
      lane.entries = lane.entries.filter((entry) => !isOut(entry));
      for (const { answer } of out) answer(err(reason));
    }
  }

  /** Whether pages of the client wait or are being printed. */
  isBusyFor({ site, owner }: Client): boolean {
    const lane = this.#lanes.get(site)?.get(owner);
    return lane !== undefined && (lane.work !== null || lane.entries.length > 0);
  }

  /** Settles when the queue is empty. */
  async drained(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  #all(): readonly Lane[] {
    return [...this.#lanes.values()].flatMap((owners) => [...owners.values()]);
  }

  #add({ site, owner }: Client, entry: Entry): void {
    const owners = this.#lanes.get(site) ?? new Map<string, Lane>();
    const idle = { entries: [], work: null, isAside: false, resumes: [], leave: () => undefined };
    const lane = owners.get(owner) ?? { site, owner, ...idle };
    lane.entries.push(entry);
    this.#lanes.set(site, owners.set(owner, lane));
    this.#running ??= this.#work();
    this.#wake();
  }

  async #work(): Promise<void> {
    // The pages of a batch arrive one after the other; all of them are in the first group.
    await nextTurn();
    for (;;) {
      const lane = this.#nextLane();
      if (lane !== null) await this.#takeTurn(lane);
      else {
        const aside = this.#all().flatMap(({ work }) => (work === null ? [] : [work]));
        if (aside.length === 0) {
          this.#running = null;
          return;
        }
        await Promise.race([...aside, new Promise<void>((resolve) => (this.#wake = resolve))]);
      }
    }
  }

  /** The lane with the next turn. */
  #nextLane(): Lane | null {
    return this.#all().find((lane) => !lane.isAside && (lane.work !== null || lane.entries.length > 0)) ?? null;
  }

  /** Called after its turn, so that clients that arrived in the meantime are before it. */
  #putLast(lane: Lane): void {
    const owners = this.#lanes.get(lane.site);
    owners?.delete(lane.owner);
    this.#lanes.delete(lane.site);
    if (owners === undefined) return;
    if (lane.work !== null || lane.entries.length > 0) owners.set(lane.owner, lane);
    if (owners.size > 0) this.#lanes.set(lane.site, owners);
  }

  async #takeTurn(lane: Lane): Promise<void> {
    const left = new Promise<void>((resolve) => (lane.leave = resolve));
    for (const resume of lane.resumes.splice(0)) resume();
    lane.work ??= this.#begin(lane).finally(() => {
      lane.work = null;
      lane.isAside = false;
      lane.resumes = [];
    });
    await Promise.race([lane.work, left]);
    this.#putLast(lane);
  }

  async #begin(lane: Lane): Promise<void> {
    const [next] = lane.entries;
    if (typeof next !== 'function') return this.#printNext(lane);
    lane.entries.shift();
    lane.isAside = true;
    lane.leave();
    await next();
  }

  async #pause(lane: Lane, cancel: AbortSignal): Promise<void> {
    const othersWait = this.#all().some((other) => other !== lane && isReady(other));
    if (!othersWait || cancel.aborted) return;
    await new Promise<void>((resolve) => {
      cancel.addEventListener('abort', () => resolve(), { once: true });
      lane.resumes.push(resolve);
      lane.leave();
    });
  }

  async #printNext(lane: Lane): Promise<void> {
    const taker = await this.#find().catch(() => null);
    const isShared = this.#all().some((other) => other !== lane && isReady(other));
    const most = taker?.maxPages ?? 1;
    const group = takeGroup(lane, isShared ? Math.min(most, SHARED_GROUP_PAGES) : most);
    // They were recalled in the meantime.
    if (group.length === 0) return;
    try {
      if (taker === null) throw new Error('the printers cannot be listed');
      const results = await taker.print(group, (cancel) => this.#pause(lane, cancel));
      for (const [i, { answer, fail }] of group.entries()) {
        const result = results[i];
        if (result === undefined) fail(new Error('no response for a page'));
        else answer(result);
      }
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  }
}

/** Whether it has work that waits for the printer. */
function isReady({ entries, isAside, resumes }: Lane): boolean {
  return !isAside && (resumes.length > 0 || entries.length > 0);
}

/** The first pages of the lane that can be printed together; empty when a task is first or the lane is empty. */
function takeGroup(lane: Lane, most: number): readonly Waiting[] {
  const group: Waiting[] = [];
  const sequences = new Set<number>();
  let [bytes, copies] = [0, 0];
  for (const entry of lane.entries) {
    if (typeof entry === 'function') break;
    const { order, image } = entry;
    bytes += bitBytes(order);
    copies += order.copies;
    const [first = entry] = group;
    const isWithin = group.length < most && bytes <= GROUP_BYTES && copies <= COPIES_AT_ONCE;
    const isAlike = order.jobId === first.order.jobId && image.isHere && first.image.isHere;
    if (group.length > 0 && !(isWithin && isAlike && !sequences.has(order.sequence))) break;
    group.push(entry);
    sequences.add(order.sequence);
  }
  lane.entries.splice(0, group.length);
  return group;
}

function bitBytes({ widthMm, heightMm, dpi }: PageOrder): number {
  return (((widthMm * dpi) / MM_PER_INCH) * ((heightMm * dpi) / MM_PER_INCH)) / 8;
}

import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { PageAck } from '#protocol/assistant.ts';
import type { PageEnd, PageSink, PageToPrint } from '#protocol/printing.ts';

/** At most this many pages are sent and not answered yet, so that the next can be made meanwhile. */
const WINDOW_PAGES = 8;
/** No page is sent while the unanswered ones have this many bytes, because each stays in memory until its answer. */
const WINDOW_BYTES = 64 * 1024 * 1024;

export interface OutboxListener {
  /** It is now known what became of a page. */
  settled(sequence: number, end: PageEnd): void;
  /** No more answers will come: unanswered pages may or may not have been printed. */
  lost(reason: Problem): void;
  /** Even the printer does not know what became of a page, which has been settled as in doubt. */
  doubtful(sequence: number): void;
}

/** A page that has been sent; `waiting` while its answer is still to come. */
interface Unanswered {
  readonly page: PageToPrint;
  waiting: boolean;
}

/**
 * The pages that were sent and whose end is not known yet. Each is settled once: by its answer or, if the answer was
 * lost, by what is found out later.
 */
export class Outbox {
  readonly #sink: PageSink;
  readonly #signal: AbortSignal;
  readonly #listener: OutboxListener;
  readonly #pages = new Map<number, Unanswered>();
  #lastSequence = 0;

  /** `signal` ends all waits for answers. */
  constructor(sink: PageSink, signal: AbortSignal, listener: OutboxListener) {
    this.#sink = sink;
    this.#signal = signal;
    this.#listener = listener;
  }

  /** The sequence number of the last page that was sent; 0 before the first. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  get hasRoom(): boolean {
    let bytes = 0;
    for (const { page } of this.#pages.values()) bytes += page.page.png.length;
    return this.#pages.size < WINDOW_PAGES && bytes < WINDOW_BYTES;
  }

  /** The sequence numbers of all pages whose end is not known, in order. */
  sequences(): readonly number[] {
    return [...this.#pages.keys()];
  }

  /** The sequence numbers of those for which no answer will come any more. */
  lostSequences(): readonly number[] {
    return this.#lost().map(({ page }) => page.sequence);
  }

  send(page: PageToPrint): void {
    this.#lastSequence = page.sequence;
    const unanswered = { page, waiting: true };
    this.#pages.set(page.sequence, unanswered);
    void this.#deliver(unanswered);
  }

  /** Sends the lost pages again, in their order. The assistant prints none of them twice. */
  sendLostAgain(): void {
    for (const unanswered of this.#lost()) void this.#deliver(unanswered);
  }

  settle(sequence: number, end: PageEnd): void {
    this.#pages.delete(sequence);
    this.#listener.settled(sequence, end);
  }

  #lost(): Unanswered[] {
    return [...this.#pages.values()].filter((unanswered) => !unanswered.waiting);
  }

  async #deliver(unanswered: Unanswered): Promise<void> {
    unanswered.waiting = true;
    const { page } = unanswered;
    const { sequence } = page;
    const answer = await this.#sink
      .sendPage(page, this.#signal)
      .catch((): Result<PageAck> => err(problem('assistant.wentAway')));
    unanswered.waiting = false;
    // The page's end may have been found out in the meantime.
    if (!this.#pages.has(sequence)) return;
    if (!answer.ok) {
      this.#listener.lost(answer.error);
      return;
    }
    const isDoubtful = answer.value.outcome === 'inDoubt';
    this.settle(sequence, isDoubtful ? 'inDoubt' : 'spooled');
    if (isDoubtful) this.#listener.doubtful(sequence);
  }
}

import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { PageAck } from '#protocol/assistant.ts';
import type { PageEnd, PageSink, PageToPrint } from '#protocol/printing.ts';

/** Pages sent and not answered yet: the next are made while these are on their way. */
const WINDOW_PAGES = 8;

export interface OutboxListener {
  /** What became of a page is known now. */
  settled(sequence: number, end: PageEnd): void;
  /** No answer will come any more: the page may or may not have been printed. */
  lost(reason: Problem): void;
  /** The printer itself does not know what became of a page; it was settled as that. */
  doubtful(sequence: number): void;
}

/** A page that has been sent; `waiting` while its answer is still to come. */
interface Unanswered {
  readonly page: PageToPrint;
  waiting: boolean;
}

/**
 * The pages that were sent and whose end is not known. Each is settled once: by its answer, or by what is found out after
 * the answer was lost.
 */
export class Outbox {
  readonly #sink: PageSink;
  readonly #signal: AbortSignal;
  readonly #listener: OutboxListener;
  readonly #pages = new Map<number, Unanswered>();
  #lastSequence = 0;

  /** `signal` gives up all waits for answers. */
  constructor(sink: PageSink, signal: AbortSignal, listener: OutboxListener) {
    this.#sink = sink;
    this.#signal = signal;
    this.#listener = listener;
  }

  /** Of the last page that was sent; 0 before the first. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  get hasRoom(): boolean {
    return this.#pages.size < WINDOW_PAGES;
  }

  /** Of all pages whose end is not known, in their order. */
  sequences(): readonly number[] {
    return [...this.#pages.keys()];
  }

  /** Of those for which no answer will come any more. */
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
    // Its end may have been found out in the meantime.
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

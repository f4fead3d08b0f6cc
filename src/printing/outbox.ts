import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { PageAck } from '#protocol/assistant.ts';
import type { PageEnd, PageSink, PageToPrint } from '#protocol/printing.ts';

/**
 * The most pages that are sent and not answered yet, so that the assistant and the journal can process many at a time.
 * A pause and a cancel recall those that wait for their printer.
 */
const WINDOW_PAGES = 128;
/** No page is sent while the unanswered ones have this many bytes, because each stays in memory until its answer. */
const WINDOW_BYTES = 64 * 1024 * 1024;

export interface OutboxListener {
  /** The end of a page is known now. */
  settled(sequence: number, end: PageEnd): void;
  /** No more answers will come: unanswered pages may or may not have been printed. */
  lost(reason: Problem): void;
  /** A page was recalled before its printer had it. It waits to be sent again. */
  returned(): void;
  /** Even the printer doesn't know whether a page was printed, which has been settled as unconfirmed. */
  doubtful(sequence: number): void;
}

/**
 * A sent page. `waiting`: its answer is still to come. `lost`: no answer will come. `returned`: it was recalled before
 * its printer had any of it.
 */
interface Unanswered {
  readonly page: PageToPrint;
  state: 'waiting' | 'lost' | 'returned';
}

/** The sent pages without a known end. Each is settled once: by its answer or, if the answer was lost, by recovery. */
export class Outbox {
  readonly #sink: PageSink;
  readonly #signal: AbortSignal;
  readonly #listener: OutboxListener;
  readonly #pages = new Map<number, Unanswered>();
  #bytes = 0;
  #lastSequence = 0;

  /** `signal` ends all waits for answers. */
  constructor(sink: PageSink, signal: AbortSignal, listener: OutboxListener) {
    this.#sink = sink;
    this.#signal = signal;
    this.#listener = listener;
  }

  /** The sequence number of the last sent page; 0 before the first. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  /** Whether another page may be sent after this many others with this many bytes in total. */
  hasRoom(otherPages = 0, otherBytes = 0): boolean {
    return this.#pages.size + otherPages < WINDOW_PAGES && this.#bytes + otherBytes < WINDOW_BYTES;
  }

  /** The sequence numbers of lost pages. */
  lostSequences(): readonly number[] {
    return this.#in('lost').map(({ page }) => page.sequence);
  }

  /** Sets the last page that was sent before the run was resumed. */
  startAfter(sequence: number): void {
    this.#lastSequence = sequence;
  }

  send(page: PageToPrint): void {
    this.#lastSequence = Math.max(this.#lastSequence, page.sequence);
    this.#bytes += page.page.png.length;
    const unanswered: Unanswered = { page, state: 'waiting' };
    this.#pages.set(page.sequence, unanswered);
    void this.#deliver(unanswered);
  }

  /** Sends the lost and the returned pages again, in their order. The assistant never prints duplicates. */
  sendAgain(): void {
    for (const unanswered of this.#in('lost', 'returned')) void this.#deliver(unanswered);
  }

  /** Recalled pages are not sent again. */
  giveUpReturned(): void {
    for (const { page } of this.#in('returned')) this.settle(page.sequence, 'notPrinted');
  }

  settle(sequence: number, end: PageEnd): void {
    this.#bytes -= this.#pages.get(sequence)?.page.page.png.length ?? 0;
    this.#pages.delete(sequence);
    this.#listener.settled(sequence, end);
  }

  #in(...states: readonly Unanswered['state'][]): Unanswered[] {
    return [...this.#pages.values()].filter(({ state }) => states.includes(state));
  }

  async #deliver(unanswered: Unanswered): Promise<void> {
    unanswered.state = 'waiting';
    const { page } = unanswered;
    const { sequence } = page;
    const answer = await this.#sink
      .sendPage(page, this.#signal)
      .catch((): Result<PageAck> => err(problem('assistant.wentAway')));
    const isReturned = !answer.ok && answer.error.code === 'print.calledBack';
    unanswered.state = isReturned ? 'returned' : 'lost';
    // The page's end may be known by now.
    if (!this.#pages.has(sequence)) return;
    if (isReturned) {
      this.#listener.returned();
    } else if (!answer.ok) {
      this.#listener.lost(answer.error);
    } else {
      const isDoubtful = answer.value.outcome === 'inDoubt';
      this.settle(sequence, isDoubtful ? 'inDoubt' : 'spooled');
      if (isDoubtful) this.#listener.doubtful(sequence);
    }
  }
}

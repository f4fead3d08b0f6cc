import type { PrinterFault } from '#protocol/printer-info.ts';
import { AnswerReader, type StatusQuestion } from '#printing/status/answer-reader.ts';
import type { StatusAnswer, ReadinessClock } from '#printing/status/readiness.ts';

/** Settles after the time, or at the signal. */
function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

export const BROWSER_CLOCK: ReadinessClock = { now: () => performance.now(), sleep: delay };

/** `broken`: the device did not accept the question; it is disconnected. */
export type Asked = StatusAnswer | { readonly type: 'broken' };

/** A bidirectional connection. */
export interface TwoWays {
  /** Whether the device accepted all of it. */
  send(question: Uint8Array<ArrayBuffer>): Promise<boolean>;
  /** The next bytes from the device; empty for none now, null if no more will come. */
  hear(): Promise<Uint8Array | null>;
}

export interface Patience {
  /** The timeout of the first answer on a connection. */
  readonly firstMs: number;
  /** The same once it has answered: it may be busy. */
  readonly laterMs: number;
}

export const PATIENCE: Patience = { firstMs: 1_000, laterMs: 10_000 };
/** Some devices repeatedly return empty reads. */
const EMPTY_MS = 100;

/**
 * Status questions and answers on one open connection. An answer has no number: the printer answers in the order of the
 * questions, and a late answer is not matched to a later question. Nothing is read before the first question.
 */
export class Conversation {
  readonly #ways: TwoWays;
  readonly #question: StatusQuestion;
  readonly #patience: Patience;
  readonly #reader: AnswerReader;
  /** Questions that the device has received and not answered. */
  #owed = 0;
  /** A question that the device has not accepted yet. */
  #sending: Promise<boolean> | null = null;
  #isListening = false;
  #isEnded = false;
  #hasAnswered = false;
  #onChange: ((answer: readonly PrinterFault[] | null) => void) | null = null;

  constructor(ways: TwoWays, question: StatusQuestion, patience: Patience = PATIENCE) {
    this.#ways = ways;
    this.#question = question;
    this.#patience = patience;
    this.#reader = new AnswerReader(question);
  }

  /** Settles when no question is being sent; false if the last one was not accepted. */
  get quiet(): Promise<boolean> {
    return this.#sending ?? Promise.resolve(true);
  }

  get isSending(): boolean {
    return this.#sending !== null;
  }

  /** One at a time. It waits for as long as the device accepts no question, and stops at the signal. */
  async ask(signal: AbortSignal): Promise<Asked> {
    if (!this.#isListening) void this.#listen();
    // Bytes that arrived meanwhile answer no question.
    if (this.#owed === 0) this.#reader.clear();
    const { firstMs, laterMs } = this.#patience;
    const hasAnswered = this.#hasAnswered;
    let isUnsure = false;
    return new Promise((resolve) => {
      const over = new AbortController();
      const finish = (asked: Asked): void => {
        if (over.signal.aborted) return;
        over.abort();
        this.#onChange = null;
        resolve(asked);
      };
      const giveUp = (): void => {
        if (over.signal.aborted) return;
        if (isUnsure) this.#owed = 0;
        finish({ type: hasAnswered && !isUnsure ? 'away' : 'noResponse' });
      };
      if (signal.aborted) return finish({ type: 'noResponse' });
      signal.addEventListener('abort', () => finish({ type: 'noResponse' }), { once: true, signal: over.signal });
      this.#onChange = (answer) => {
        if (answer === null) return finish({ type: 'noResponse' });
        if (this.#owed === 0) return finish({ type: 'faults', faults: answer });
        // The printer has lost a question, or the next answer comes soon: it is unknown which question this one belongs
        // to.
        isUnsure = true;
        return void delay(firstMs, over.signal).then(giveUp);
      };
      void this.#send().then((isTaken) => {
        if (!isTaken) return finish({ type: 'broken' });
        if (this.#isEnded) return finish({ type: 'noResponse' });
        return delay(hasAnswered ? laterMs : firstMs, over.signal).then(giveUp);
      });
    });
  }

  /** A question that is still being sent is not repeated. */
  #send(): Promise<boolean> {
    if (this.#sending !== null) return this.#sending;
    this.#owed++;
    const sending = this.#ways.send(Uint8Array.from(this.#question.question)).finally(() => {
      this.#sending = null;
    });
    this.#sending = sending;
    return sending;
  }

  async #listen(): Promise<void> {
    this.#isListening = true;
    const never = new AbortController().signal;
    for (let heard = await this.#ways.hear(); heard !== null; heard = await this.#ways.hear()) {
      if (heard.length === 0) await delay(EMPTY_MS, never);
      for (const answer of this.#reader.take(heard)) {
        this.#owed = Math.max(0, this.#owed - 1);
        this.#hasAnswered = true;
        this.#onChange?.(answer);
      }
    }
    this.#isEnded = true;
    this.#onChange?.(null);
  }
}

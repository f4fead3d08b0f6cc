import type { PrinterFault } from '#protocol/printer-faults.ts';
import { AnswerReader } from '#printing/status/answer-reader.ts';
import type { StatusAnswer } from '#printing/status/readiness.ts';
import type { StatusQuestion } from '#printing/status/status-question.ts';
import { delay } from './delay.ts';

/** `broken`: the device took no question; it is gone. */
export type Asked = StatusAnswer | { readonly type: 'broken' };

/** A line on which something comes back. */
export interface TwoWays {
  /** Whether the device took all of it. */
  send(question: Uint8Array<ArrayBuffer>): Promise<boolean>;
  /** What the device says next; empty where that is nothing, null where it will say nothing more. */
  hear(): Promise<Uint8Array | null>;
}

export interface Patience {
  /** How long the first answer of a line may take. */
  readonly firstMs: number;
  /** The same once it has answered: it may have much to do. */
  readonly laterMs: number;
}

export const PATIENCE: Patience = { firstMs: 1_000, laterMs: 10_000 };
/** Some devices say again and again that they say nothing. */
const EMPTY_MS = 100;

/**
 * Questions and answers about the printer's state on one open line. An answer has no number: the printer gives them in the
 * order of the questions, and one that comes late is not taken for that to a later question. Nothing is read before the
 * first question.
 */
export class Conversation {
  readonly #ways: TwoWays;
  readonly #question: StatusQuestion;
  readonly #patience: Patience;
  readonly #reader: AnswerReader;
  /** Questions that the device was given and has not answered. */
  #owed = 0;
  /** A question that the device has not taken yet. */
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

  /** Settles when no question is on its way; false where the last one was not taken. */
  get quiet(): Promise<boolean> {
    return this.#sending ?? Promise.resolve(true);
  }

  get isSending(): boolean {
    return this.#sending !== null;
  }

  /** One at a time. It waits for as long as the device takes no question, and stops at the signal. */
  async ask(signal: AbortSignal): Promise<Asked> {
    if (!this.#isListening) void this.#listen();
    // What came meanwhile was asked by nobody.
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
        finish({ type: hasAnswered && !isUnsure ? 'away' : 'silent' });
      };
      if (signal.aborted) return finish({ type: 'silent' });
      signal.addEventListener('abort', () => finish({ type: 'silent' }), { once: true, signal: over.signal });
      this.#onChange = (answer) => {
        if (answer === null) return finish({ type: 'silent' });
        if (this.#owed === 0) return finish({ type: 'faults', faults: answer });
        // The printer has lost a question, or the next answer comes soon: whose this one is cannot be known.
        isUnsure = true;
        return void delay(firstMs, over.signal).then(giveUp);
      };
      void this.#send().then((isTaken) => {
        if (!isTaken) return finish({ type: 'broken' });
        if (this.#isEnded) return finish({ type: 'silent' });
        return delay(hasAnswered ? laterMs : firstMs, over.signal).then(giveUp);
      });
    });
  }

  /** One that is still on its way is not asked twice. */
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

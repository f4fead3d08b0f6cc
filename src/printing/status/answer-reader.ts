import type { PrinterFault } from '#protocol/printer-info.ts';
import type { StatusQuestion } from './status-question.ts';

/** XON and XOFF: flow control bytes of a serial connection. No answer contains them. */
const FLOW_CONTROL: readonly number[] = [0x11, 0x13];

/**
 * Finds answers on a connection that stays open between questions: they arrive in pieces, late, and with other bytes
 * around them. Every byte belongs to one answer at most.
 */
export class AnswerReader {
  readonly #question: StatusQuestion;
  /** The beginning of a possible answer. */
  #begun: readonly number[] = [];

  constructor(question: StatusQuestion) {
    this.#question = question;
  }

  /** The faults in the answers that end in these bytes, in their order. */
  take(bytes: Iterable<number>): readonly (readonly PrinterFault[])[] {
    const answers: (readonly PrinterFault[])[] = [];
    for (const byte of bytes) {
      if (FLOW_CONTROL.includes(byte)) continue;
      this.#begun = [...this.#begun, byte];
      const found = this.#read();
      if (found !== null) answers.push(found);
    }
    return answers;
  }

  /** Discards a partial answer, which is not for the next question. */
  clear(): void {
    this.#begun = [];
  }

  /** Drops bytes before an answer. */
  #read(): readonly PrinterFault[] | null {
    for (; this.#begun.length > 0; this.#begun = this.#begun.slice(1)) {
      const read = this.#question.read(Uint8Array.from(this.#begun));
      if (read === 'more' && this.#begun.length < this.#question.mostBytes) return null;
      if (read === null || read === 'more') continue;
      this.#begun = [];
      return read;
    }
    return null;
  }
}

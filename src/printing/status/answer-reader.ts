import type { PrinterFault } from '#protocol/printer-info.ts';

/** A question for a printer's status, and how to parse its answer. None of it is printed. */
export interface StatusQuestion {
  readonly question: Uint8Array;
  /** How many bytes may arrive before it is certain that they are no answer. */
  readonly mostBytes: number;
  /**
   * The faults in an answer; `more` while it is incomplete, null for an invalid one. A printer that is ready has no
   * faults.
   */
  read(answer: Uint8Array): readonly PrinterFault[] | 'more' | null;
}

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

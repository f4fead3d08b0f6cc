import { ok, type Result } from '#model/kernel/result.ts';
import type { EndedPage, Journal, JournalPage, PageEnd } from '#protocol/printing.ts';

/**
 * The pages of a run in its journal. A strict transaction takes much longer than its writes, so the ends of pages wait
 * for the next intents and are written with them; `flush` writes them when no page follows. If the machine loses an
 * end, its page counts as sent with an unknown end, which is the safe side.
 */
export class PageLog {
  readonly #journal: Journal;
  /** Pages without a known end. */
  readonly #open = new Map<number, JournalPage>();
  #ended: EndedPage[] = [];
  #flushing: Promise<Result<null>> | null = null;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** When this answers, all of these pages are on the disk or, on failure, none. They may be written again then. */
  async intend(pages: readonly JournalPage[]): Promise<Result<null>> {
    const ended = this.#takeEnded();
    const written = await this.#journal.intend(pages, ended);
    if (!written.ok) {
      this.#ended = [...ended, ...this.#ended];
      return written;
    }
    for (const page of pages) this.#open.set(page.sequence, page);
    return written;
  }

  /** Restores pages that were written before the run was resumed, without a known end. */
  restore(pages: readonly JournalPage[]): void {
    for (const page of pages) this.#open.set(page.sequence, page);
  }

  settle(sequence: number, end: PageEnd): void {
    const page = this.#open.get(sequence);
    if (page === undefined) return;
    this.#open.delete(sequence);
    this.#ended.push({ ...page, end });
  }

  /** Writes the pending ends. Ends that arrive during the write are written after it. */
  flush(): Promise<Result<null>> {
    this.#flushing ??= this.#writeEnded().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  async #writeEnded(): Promise<Result<null>> {
    while (this.#ended.length > 0) {
      const ended = this.#takeEnded();
      const written = await this.#journal.settle(ended);
      if (written.ok) continue;
      this.#ended = [...ended, ...this.#ended];
      return written;
    }
    return ok(null);
  }

  #takeEnded(): EndedPage[] {
    const ended = this.#ended;
    this.#ended = [];
    return ended;
  }
}

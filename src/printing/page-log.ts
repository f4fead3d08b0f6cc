import { ok, type Result } from '#model/kernel/result.ts';
import type { EndedPage, Journal, JournalPage, PageEnd } from '#protocol/printing.ts';

/**
 * The pages of a run in its journal. A strict transaction takes much longer than what it writes, so the ends of pages
 * wait for the next intents and are written with them; `flush` writes them when no page follows. An end that is lost
 * with the machine leaves its page as sent with an unknown end, which is the safe side.
 */
export class PageLog {
  readonly #journal: Journal;
  /** Pages whose end is not known yet. */
  readonly #open = new Map<number, JournalPage>();
  #ended: EndedPage[] = [];
  #flushing: Promise<Result<null>> | null = null;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** All of these pages are on the disk when this answers, or none is. Then they may be written again. */
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

  /** Pages that were written before the run went on, and whose end is not known. */
  restore(pages: readonly JournalPage[]): void {
    for (const page of pages) this.#open.set(page.sequence, page);
  }

  settle(sequence: number, end: PageEnd): void {
    const page = this.#open.get(sequence);
    if (page === undefined) return;
    this.#open.delete(sequence);
    this.#ended.push({ ...page, end });
  }

  /** Writes the ends that wait. One that comes while they are being written is written after them. */
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

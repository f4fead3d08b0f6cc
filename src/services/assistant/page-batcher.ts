import {
  encodePageBatch,
  isBatchable,
  MAX_BATCH_BYTES,
  MAX_BATCH_PAGES,
  type BatchPage,
} from '#protocol/page-batch.ts';

interface WaitingPage extends BatchPage {
  readonly signal: AbortSignal;
}

/** Collects the pages that are sent in one turn of the event loop, and sends them in as few frames as possible. */
export class PageBatcher {
  readonly #send: (frame: Uint8Array<ArrayBuffer>) => void;
  #waiting: WaitingPage[] = [];
  #bytes = 0;

  constructor(send: (frame: Uint8Array<ArrayBuffer>) => void) {
    this.#send = send;
  }

  /** A page with an aborted signal is not sent. */
  add(page: WaitingPage): void {
    const [first = page] = this.#waiting;
    const bytes = this.#bytes + page.png.length;
    const isFull = this.#waiting.length === MAX_BATCH_PAGES || bytes > MAX_BATCH_BYTES;
    if (isFull || !isBatchable(first.order, page.order)) this.flush();
    if (this.#waiting.length === 0) queueMicrotask(() => this.flush());
    this.#waiting.push(page);
    this.#bytes += page.png.length;
  }

  /** Sends the waiting pages now: a later request must not overtake them. */
  flush(): void {
    const pages = this.#waiting.filter(({ signal }) => !signal.aborted);
    this.#waiting = [];
    this.#bytes = 0;
    const [first] = pages;
    if (first !== undefined) this.#send(encodePageBatch(first.order, pages));
  }
}

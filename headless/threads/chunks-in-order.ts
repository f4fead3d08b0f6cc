import type { Result } from '#model/kernel/result.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { MadeChunk } from './thread-messages.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Rows that a thread gets at a time: enough that the transfer costs nothing, few enough to hold in memory. */
const ROWS_AT_ONCE = 64;
/** Maximum bytes of dots for a chunk's pages; a larger page goes alone. */
const CHUNK_BYTES = 16 << 20;
/** Each thread has one chunk in work and one in the queue or waiting to be written. */
const CHUNKS_FOR_EACH = 2;

export interface ChunkOrder {
  readonly from: number;
  readonly rowsAtOnce: number;
  readonly size: number;
  readonly firstCell: number;
}

interface Started {
  readonly first: number;
  readonly count: number;
  readonly firstCell: number;
  readonly abort: AbortController;
  readonly made: Promise<Result<MadeChunk>>;
}

/** Number of records for a thread at a time: whole pages. */
export function rowsForChunk(opened: WorkerPool['opened'], rows: number, size: number): number {
  return rowsOfPages(opened, Math.min(ROWS_AT_ONCE, rows / (size * CHUNKS_FOR_EACH)));
}

/** The records of whole pages: at most `rows`, and fewer where the pages are large, but one page. */
export function rowsOfPages({ cells, widthDots, heightDots }: WorkerPool['opened'], rows: number): number {
  const pageBytes = (widthDots * heightDots) / 8;
  const most = Math.min(rows, (CHUNK_BYTES / pageBytes) * cells);
  return Math.max(1, Math.floor(most / cells)) * cells;
}

/**
 * Sends the records from `from` on through the pool's threads and yields the results in order, the next chunk on
 * request; meanwhile at most `CHUNKS_FOR_EACH` per thread are in flight. Every page starts with a chunk, on the
 * assumption that no page before it had rejected labels. Where one had, later results are made again from the label
 * with which the next page really starts: so pages equal those of a single thread. `firstCell` is the position of the
 * first label on the first page, 0 where that page is made; chunks made without it are made again, too. The last chunk
 * may be a problem.
 */
export async function* chunksInOrder(
  pool: Pick<WorkerPool, 'make'>,
  records: RecordSource,
  { from, rowsAtOnce, size, firstCell }: ChunkOrder,
  signal: AbortSignal,
): AsyncGenerator<Result<MadeChunk>> {
  const started: Started[] = [];
  let next = from;
  /** Used cells of the first page; 0 once that page is made. */
  let used = firstCell;
  let rows = rowsAtOnce;
  const mostAhead = size * CHUNKS_FOR_EACH;
  let ahead = mostAhead;
  // Racing each chunk with one shared promise would keep every chunk alive as long as that promise.
  const stop = (): void => started.forEach(({ abort }) => abort.abort());
  signal.addEventListener('abort', stop);
  try {
    while (next < records.count || started.length > 0) {
      while (next < records.count && started.length < ahead && !signal.aborted) {
        const cell = started.length === 0 ? used : 0;
        const read = await records.read(next, rows - cell, signal);
        if (!read.ok) {
          yield read;
          return;
        }
        const abort = new AbortController();
        const isLast = next + read.value.length >= records.count;
        const made = pool.make({ first: next, records: read.value, isLast, firstCell: cell }, abort.signal);
        started.push({ first: next, count: read.value.length, firstCell: cell, abort, made });
        next += read.value.length;
        if (signal.aborted) stop();
      }
      const [head] = started;
      if (head === undefined) return;
      const made = await head.made;
      started.shift();
      if (!made.ok) {
        yield made;
        return;
      }
      const { done, pages } = made.value;
      if (pages !== null && pages.length > 0) used = 0;
      // What follows a partly used page was not made for that page.
      const isStillFirst = head.firstCell > 0 && used > 0;
      if (done < head.count || isStillFirst) {
        for (const { abort } of started.splice(0)) abort.abort();
        next = head.first + done;
        // A chunk with too many rejected labels to fill a page gives no estimate: the next one is larger.
        rows = done === 0 ? rows * 2 : rowsAtOnce;
        // More rejected labels are likely: less is made in vain.
        ahead = 1;
      } else {
        rows = rowsAtOnce;
        ahead = Math.min(mostAhead, ahead * 2);
      }
      yield made;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

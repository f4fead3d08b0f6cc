import type { Result } from '#model/kernel/result.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { MadeChunk } from './thread-messages.ts';
import type { WorkerPool } from './worker-pool.ts';

/** How many rows a thread gets at a time: enough that handing over costs nothing, few enough to hold in memory. */
const ROWS_AT_ONCE = 64;
/** What the dots of a chunk's pages may take at most, in bytes; a page that is larger goes alone. */
const CHUNK_BYTES = 16 << 20;
/** Each thread has a chunk in work and one that waits, for it or for being written. */
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

/** How many records to give to a thread at a time: whole pages. */
export function rowsForChunk(
  { cells, widthDots, heightDots }: WorkerPool['opened'],
  rows: number,
  size: number,
): number {
  const pageBytes = (widthDots * heightDots) / 8;
  const most = Math.min(ROWS_AT_ONCE, (CHUNK_BYTES / pageBytes) * cells, rows / (size * CHUNKS_FOR_EACH));
  return Math.max(1, Math.floor(most / cells)) * cells;
}

/**
 * Takes the records from `from` on through the pool's threads and gives what they make in the order of the records, the
 * next chunk when it is asked for; meanwhile no more than `CHUNKS_FOR_EACH` are under way for each thread. Every page
 * starts with a chunk, as if no page before it had refused labels. Where one had, what was made after it is made again from
 * the label with which the next page really starts: so pages are those of a single thread. `firstCell` is where the first
 * label stands on the first page, 0 where that page is made; what was made after a chunk without it is made again, too. The
 * last chunk may be a problem.
 */
export async function* chunksInOrder(
  pool: Pick<WorkerPool, 'make'>,
  records: RecordSource,
  { from, rowsAtOnce, size, firstCell }: ChunkOrder,
  signal: AbortSignal,
): AsyncGenerator<Result<MadeChunk>> {
  const started: Started[] = [];
  let next = from;
  /** The cells of the first page that are used; 0 once that page is made. */
  let used = firstCell;
  let rows = rowsAtOnce;
  const mostAhead = size * CHUNKS_FOR_EACH;
  let ahead = mostAhead;
  // A race of each chunk with one promise for all would keep every chunk as long as that promise.
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
      // What comes behind a page that is used in part was not made for that page.
      const isStillFirst = head.firstCell > 0 && used > 0;
      if (done < head.count || isStillFirst) {
        for (const { abort } of started.splice(0)) abort.abort();
        next = head.first + done;
        // A chunk with so many refused labels that no page got full says nothing: more are needed for one.
        rows = done === 0 ? rows * 2 : rowsAtOnce;
        // Where there was one, there may be more: less is made for nothing.
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

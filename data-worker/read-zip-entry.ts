import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ByteSource, Bytes } from './byte-source.ts';
import { createPace } from './pace.ts';
import { damaged, MAX_INFLATE_RATIO, RATIO_FREE_BYTES, tooLarge } from './limits.ts';
import { crc32 } from './kernel/crc32.ts';
import { DEFLATED, STORED } from '#model/kernel/zip-layout.ts';
import type { ZipEntry } from './zip-directory.ts';

/** Receives the bytes of a part as they arrive; a problem stops the reading. */
export type ByteSink = (chunk: Bytes) => Problem | null;

export interface ReadEntryOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of packed bytes since the last call. */
  readonly onPacked?: ((bytes: number) => void) | undefined;
}

const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
/** The largest possible ratio of deflate: a directory that states more is wrong. */
const MAX_DEFLATE_RATIO = 1040;
const PIECE_BYTES = 256 * 1024;

/**
 * Inflates one entry into the sink piece by piece. The CRC is checked against the directory, so a part that ends
 * without a problem is the part that was written, even where the directory states a wrong size.
 */
export async function readEntry(
  source: ByteSource,
  entry: ZipEntry,
  sink: ByteSink,
  options: ReadEntryOptions,
): Promise<Result<null>> {
  if (entry.method !== STORED && entry.method !== DEFLATED) return err(damaged('zip method', entry.name));
  const head = await source.read(entry.offset, entry.offset + LOCAL_BYTES);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (view.getUint32(0, true) !== LOCAL_SIGNATURE) return err(damaged('zip local header', entry.name));
  const start = entry.offset + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  const packedBytes = packedSize(entry, start, view.getUint32(18, true));
  if (packedBytes === null) return err(damaged('zip entry outside its place', entry.name));
  if (entry.bytes > options.maxBytes && entry.bytes <= packedBytes * MAX_DEFLATE_RATIO) {
    return err(tooLarge('part', entry.name));
  }

  const reader = openStream(
    source,
    entry.method === DEFLATED,
    start,
    start + packedBytes,
    options.onPacked,
  ).getReader();
  let crc = 0;
  let total = 0;
  /** A prefetched read may fail while another is awaited: its error is reported in order. */
  const ask = (): ReturnType<typeof reader.read> => {
    const asked = reader.read();
    asked.catch(() => undefined);
    return asked;
  };
  let next = ask();
  const pace = createPace(options.signal);
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) break;
      // Requested before this chunk is parsed: a platform that inflates on another thread works meanwhile.
      next = ask();
      if (options.signal?.aborted === true) return err(problem('aborted'));
      total += value.length;
      if (total > options.maxBytes) return err(tooLarge('part', entry.name));
      if (total > RATIO_FREE_BYTES && total > packedBytes * MAX_INFLATE_RATIO) {
        return err(tooLarge('inflate ratio', entry.name));
      }
      crc = crc32(value, crc);
      const failure = sink(value);
      if (failure !== null) return err(failure);
      if (pace.due() && !(await pace.rest())) return err(problem('aborted'));
    }
  } catch (error) {
    // The stream's own error: bad deflate data, or the file disappeared during reading.
    const isUnreadable = error instanceof DOMException && /^Not(Readable|Found)Error$/.test(error.name);
    return err(isUnreadable ? problem('file.unreadable') : damaged('deflate data', entry.name));
  } finally {
    reader.cancel().catch(() => undefined);
  }
  return crc === entry.crc ? ok(null) : err(damaged('crc', entry.name));
}

/** The packed size in the directory or, where that can't be right, in the local header; null when neither can be. */
function packedSize(entry: ZipEntry, start: number, local: number): number | null {
  const fits = (bytes: number): boolean => start + bytes <= entry.end && (bytes > 0 || entry.bytes === 0);
  return [entry.packedBytes, local].find(fits) ?? null;
}

function openStream(
  source: ByteSource,
  deflated: boolean,
  start: number,
  end: number,
  onPacked: ((bytes: number) => void) | undefined,
): ReadableStream<Bytes> {
  let at = start;
  const packed = new ReadableStream<Bytes>(
    {
      async pull(controller) {
        if (at >= end) {
          controller.close();
          return;
        }
        const piece = await source.read(at, Math.min(end, at + PIECE_BYTES));
        if (piece.length === 0) throw new DOMException('the file became shorter', 'NotReadableError');
        at += piece.length;
        onPacked?.(piece.length);
        controller.enqueue(piece);
      },
    },
    { highWaterMark: 1 },
  );
  return deflated ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed;
}

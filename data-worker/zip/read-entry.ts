import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ByteSource, Bytes } from '../byte-source.ts';
import { damaged, MAX_INFLATE_RATIO, RATIO_FREE_BYTES, tooLarge } from '../limits.ts';
import { crc32 } from '#model/kernel/crc32.ts';
import type { ZipEntry } from './zip-directory.ts';

/** Takes the bytes of a part as they come; a problem stops the reading. */
export type ByteSink = (chunk: Bytes) => Problem | null;

export interface ReadEntryOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the packed bytes taken since the last call. */
  readonly onPacked?: ((bytes: number) => void) | undefined;
}

const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const PIECE_BYTES = 256 * 1024;

/**
 * Inflates one entry into the sink piece by piece. Size, ratio and CRC are checked against the directory, so a part
 * that ends without a problem is the part that was written.
 */
export async function readEntry(
  source: ByteSource,
  entry: ZipEntry,
  sink: ByteSink,
  options: ReadEntryOptions,
): Promise<Result<null>> {
  if (entry.bytes > options.maxBytes) return err(tooLarge('part', entry.name));
  const head = await source.read(entry.offset, entry.offset + LOCAL_BYTES);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (view.getUint32(0, true) !== LOCAL_SIGNATURE) return err(damaged('zip local header', entry.name));
  const start = entry.offset + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  if (start + entry.packedBytes > source.size) return err(damaged('zip entry outside the file', entry.name));

  const reader = openStream(source, entry, start, options.onPacked).getReader();
  let crc = 0;
  let total = 0;
  let next = reader.read();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) break;
      // Where inflating runs on a thread of its own, it goes on while this chunk is parsed.
      next = reader.read();
      if (options.signal?.aborted === true) return err(problem('aborted'));
      total += value.length;
      if (total > entry.bytes) return err(damaged('part longer than it says', entry.name));
      if (total > RATIO_FREE_BYTES && total > entry.packedBytes * MAX_INFLATE_RATIO) {
        return err(tooLarge('inflate ratio', entry.name));
      }
      crc = crc32(value, 0, value.length, crc);
      const failure = sink(value);
      if (failure !== null) return err(failure);
    }
  } catch (error) {
    // The stream's own error: bad deflate data, or the file went away while we read it.
    const gone = error instanceof DOMException && /^Not(Readable|Found)Error$/.test(error.name);
    return err(gone ? problem('file.unreadable') : damaged('deflate data', entry.name));
  } finally {
    next.catch(() => undefined);
    reader.cancel().catch(() => undefined);
  }
  if (total !== entry.bytes) return err(damaged('part shorter than it says', entry.name));
  return crc === entry.crc ? ok(null) : err(damaged('crc', entry.name));
}

function openStream(
  source: ByteSource,
  entry: ZipEntry,
  start: number,
  onPacked: ((bytes: number) => void) | undefined,
): ReadableStream<Bytes> {
  let at = start;
  const end = start + entry.packedBytes;
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
  return entry.deflated ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed;
}

import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Pointer } from '#model/kernel/wasm-memory.ts';
import type { ByteSource } from '../byte-source.ts';
import { readEntry, type ReadEntryOptions } from '../read-zip-entry.ts';
import type { ZipEntry } from '../zip-directory.ts';
import { withRoom } from '../kernel/memory.ts';
import { toUtf8 } from './xml-encoding.ts';
import { TOKEN, XmlScanner, type Token } from './xml-scanner.ts';

const PIECE_BYTES = 1 << 20;

/** Called for each open, close and text token in document order. */
export type TokenHandler = (token: Token, scanner: XmlScanner) => void;

/** Reads many tokens at once in the usual notation. */
export interface BulkReader {
  /**
   * The kernel's memory has the scanner's unread bytes from `from` on. Skips the bytes that it reads in the scanner.
   */
  take(from: Pointer, count: number, scanner: XmlScanner): void;
}

/**
 * Streams one XML part through a handler, which can stop it with `scanner.fail`. `bulk` runs first at the start of each
 * token; the handler gets the remaining tokens.
 */
export async function readPart(
  source: ByteSource,
  entry: ZipEntry,
  handle: TokenHandler,
  options: ReadEntryOptions,
  bulk?: BulkReader,
): Promise<Result<null>> {
  const scanner = new XmlScanner(entry.name);
  const text = toUtf8((chunk) => {
    scanner.feed(chunk);
    return bulk === undefined ? drain(scanner, handle) : drainInBulk(scanner, handle, bulk);
  }, entry.name);
  const read = await readEntry(source, entry, text.write, options);
  if (!read.ok) return read;
  const failure = text.end() ?? finish(scanner, handle);
  return failure === null ? read : err(failure);
}

/** Reads a file that is one XML document. `name` names it in problems. */
export async function readXml(
  source: ByteSource,
  name: string,
  handle: TokenHandler,
  { signal, onRead }: { readonly signal?: AbortSignal | undefined; readonly onRead?: (bytes: number) => void },
): Promise<Result<null>> {
  const scanner = new XmlScanner(name);
  const text = toUtf8((chunk) => {
    scanner.feed(chunk);
    return drain(scanner, handle);
  }, name);
  for (let at = 0; at < source.size; at += PIECE_BYTES) {
    if (signal?.aborted === true) return err(problem('aborted'));
    const failure = text.write(await source.read(at, Math.min(source.size, at + PIECE_BYTES)));
    if (failure !== null) return err(failure);
    onRead?.(Math.min(source.size, at + PIECE_BYTES));
  }
  const failure = text.end() ?? finish(scanner, handle);
  return failure === null ? ok(null) : err(failure);
}

/** Handles the rest at the end of the document. */
function finish(scanner: XmlScanner, handle: TokenHandler): XmlScanner['failure'] {
  scanner.finish();
  return drain(scanner, handle) ?? scanner.end();
}

function drain(scanner: XmlScanner, handle: TokenHandler): XmlScanner['failure'] {
  for (;;) {
    const token = scanner.next();
    if (token === TOKEN.more) return null;
    if (token === TOKEN.failed) return scanner.failure;
    handle(token, scanner);
    if (scanner.failure !== null) return scanner.failure;
  }
}

/** The bytes are copied once, to the kernel's memory, and read there or by the scanner. */
function drainInBulk(scanner: XmlScanner, handle: TokenHandler, bulk: BulkReader): XmlScanner['failure'] {
  return withRoom((room) => {
    const bytes = scanner.unread();
    const end = room.put(bytes) + bytes.length;
    for (;;) {
      const left = scanner.unreadLength;
      if (left > 0) bulk.take(end - left, left, scanner);
      if (scanner.failure !== null) return scanner.failure;
      const token = scanner.next();
      if (token === TOKEN.more) return null;
      if (token === TOKEN.failed) return scanner.failure;
      handle(token, scanner);
      if (scanner.failure !== null) return scanner.failure;
    }
  });
}

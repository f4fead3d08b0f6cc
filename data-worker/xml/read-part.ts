import { err, type Result } from '#model/kernel/result.ts';
import type { ByteSource } from '../byte-source.ts';
import { readEntry, type ReadEntryOptions } from '../zip/read-entry.ts';
import type { ZipEntry } from '../zip/zip-directory.ts';
import { toUtf8 } from './xml-encoding.ts';
import { TOKEN, XmlScanner, type Token } from './xml-scanner.ts';

/** Called for each open, close and text token in document order. */
export type TokenHandler = (token: Token, scanner: XmlScanner) => void;

/** Streams one XML part through a handler, which can stop it with `scanner.fail`. */
export async function readPart(
  source: ByteSource,
  entry: ZipEntry,
  handle: TokenHandler,
  options: ReadEntryOptions,
): Promise<Result<null>> {
  const scanner = new XmlScanner(entry.name);
  const text = toUtf8((chunk) => {
    scanner.feed(chunk);
    return drain(scanner, handle);
  }, entry.name);
  const read = await readEntry(source, entry, text.write, options);
  if (!read.ok) return read;
  const failure = text.end() ?? scanner.end();
  return failure === null ? read : err(failure);
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

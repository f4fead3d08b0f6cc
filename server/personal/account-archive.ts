import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Entry } from './account-contents.ts';

/**
 * A zip archive of the entries, made as it is read: one file is open at a time, and none is read ahead. The caller must
 * read or destroy the stream; destroying it closes the open file.
 */
export function archiveOf(entries: AsyncIterable<Entry>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const leaving = new AbortController();
  output.once('close', () => leaving.abort());
  zip.on('error', (error: Error) => output.destroy(error));
  zip.outputStream.pipe(output);
  pack(zip, entries, leaving.signal).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}

async function pack(zip: ZipFile, entries: AsyncIterable<Entry>, signal: AbortSignal): Promise<void> {
  for await (const { path, packed, open } of entries) {
    if (signal.aborted) return;
    const file = await open();
    if (file === null) continue;
    const close = (): void => void file.destroy();
    signal.addEventListener('abort', close);
    try {
      // An entry is added only once its file is readable.
      await once(file, 'readable', { signal });
      zip.addReadStream(file, path, { compress: !packed });
      await finished(file, { signal });
    } catch (error) {
      file.destroy();
      if (signal.aborted) return;
      throw error;
    } finally {
      signal.removeEventListener('abort', close);
    }
  }
  zip.end();
}

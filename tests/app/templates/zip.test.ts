import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { zipOf } from '#app/library/templates/zip.ts';

/** The used part of yauzl, which has no types. */
interface Archive {
  readEntry(): void;
  on(event: 'entry', listen: (entry: { readonly fileName: string }) => void): void;
  on(event: 'end' | 'error', listen: (error?: Error) => void): void;
  openReadStream(entry: object, done: (error: Error | null, stream: Readable) => void): void;
}
interface Reader {
  fromBuffer(bytes: Buffer, options: object, done: (error: Error | null, archive: Archive) => void): void;
}
const yauzl = createRequire(import.meta.url)('yauzl') as Reader;

/** Names and contents, read by a library that checks sizes and checksums. */
function read(bytes: Buffer): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, archive) => {
      if (error !== null) return reject(error);
      const files: Record<string, string> = {};
      archive.on('entry', (entry) =>
        archive.openReadStream(entry, (failed, stream) => {
          if (failed !== null) return reject(failed);
          text(stream).then((content) => {
            files[entry.fileName] = content;
            archive.readEntry();
          }, reject);
        }),
      );
      archive.on('error', (failed) => reject(failed ?? new Error('the archive cannot be read')));
      archive.on('end', () => resolve(files));
      archive.readEntry();
    });
  });
}

test('another program reads the archive, with names in any script', async () => {
  const files = { 'Box.tprt': '<Template/>', 'Этикетка 一号.tprt': 'x'.repeat(100_000), 'empty.tprt': '' };
  const entries = Object.entries(files).map(([name, content]) => ({ name, bytes: new TextEncoder().encode(content) }));
  const bytes = Buffer.concat(await zipOf(entries));
  expect(bytes.length).toBeLessThan(2000);
  expect(await read(bytes)).toEqual(files);
});

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { PRIVATE_FILE_MODE } from '../../core/files/data-folder.ts';
import { ENTRIES, FORMAT, type Manifest } from './archive.ts';
import { encrypted } from './encryption.ts';

/** Writes a zip file entry by entry. There is nothing under its name until `finish` has settled. */
export interface ArchiveWriter {
  /** Gives the SHA-256 of what was written. */
  readonly add: (name: string, content: AsyncIterable<Uint8Array>) => Promise<string>;
  /** Writes the manifest, waits until all is on the disk, and gives the file its name. */
  readonly finish: (manifest: Manifest) => Promise<void>;
  /** Breaks off and deletes what was written. */
  readonly discard: () => Promise<void>;
}

/** For its owner alone: it holds all that the server keeps. Encrypted where there is a passphrase. */
export async function createArchive(path: string, passphrase: string | null): Promise<ArchiveWriter> {
  const draft = `${path}.part`;
  // What another backup to this name has left when it was killed.
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', PRIVATE_FILE_MODE);
  const zip = new ZipFile();
  const broken = new AbortController();
  const plain = zip.outputStream as Readable;
  const content = passphrase === null ? plain : await encrypted(plain, passphrase);
  const written = pipeline(content, createWriteStream('', { fd: file.fd, autoClose: false }), {
    signal: broken.signal,
  });
  // Reported to the next one that waits.
  written.catch(() => undefined);

  async function add(name: string, content: AsyncIterable<Uint8Array>): Promise<string> {
    const digest = createHash('sha256');
    const read = Promise.withResolvers<void>();
    const source = Readable.from(
      (async function* () {
        for await (const chunk of content) {
          digest.update(chunk);
          yield chunk;
        }
      })(),
      { objectMode: false },
    );
    source.once('error', read.reject).once('end', read.resolve);
    zip.addReadStream(source, name, { mode: 0o100600 });
    await Promise.race([read.promise, written.then(() => Promise.reject(new Error('the archive has ended')))]);
    return digest.digest('hex');
  }

  return {
    add,
    async finish(manifest) {
      const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
      zip.addBuffer(bytes, ENTRIES.manifest, { mode: 0o100600 });
      zip.end({ forceZip64Format: false, comment: `${FORMAT} ${createHash('sha256').update(bytes).digest('hex')}` });
      await written;
      await file.sync();
      await file.close();
      await rename(draft, path);
      const folder = await open(dirname(path), 'r');
      await folder.sync();
      await folder.close();
    },
    async discard() {
      broken.abort();
      await written.catch(() => undefined);
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

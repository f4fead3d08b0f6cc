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

/** Writes a zip file entry by entry. The file gets its name only when `finish` has settled. */
export interface ArchiveWriter {
  /** Returns the SHA-256 of the written bytes. */
  readonly add: (name: string, content: AsyncIterable<Uint8Array>) => Promise<string>;
  /** Writes the manifest, syncs the file to the disk, and renames it. */
  readonly finish: (manifest: Manifest) => Promise<void>;
  /** Aborts and deletes the file. */
  readonly discard: () => Promise<void>;
}

/** Private to its owner: it contains all data of the server. Encrypted with a passphrase, if there is one. */
export async function createArchive(path: string, passphrase: string | null): Promise<ArchiveWriter> {
  const draft = `${path}.part`;
  // A draft that a killed backup to this name has left.
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', PRIVATE_FILE_MODE);
  const zip = new ZipFile();
  const broken = new AbortController();
  const plain = zip.outputStream as Readable;
  const content = passphrase === null ? plain : await encrypted(plain, passphrase);
  const written = pipeline(content, createWriteStream('', { fd: file.fd, autoClose: false }), {
    signal: broken.signal,
  });
  // The next waiting call reports it.
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

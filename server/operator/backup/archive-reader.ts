import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromRandomAccessReader, open as openZip, type Entry, type ZipFile } from 'yauzl';
import type { Row } from '../../core/database/database.ts';
import {
  BackupFault,
  COMMENT,
  ENTRIES,
  isFileLine,
  isManifest,
  isRow,
  type FileLine,
  type Manifest,
  type TableEntry,
} from './archive.ts';
import { EncryptedFile, isEncrypted } from './encryption.ts';

/** An archive with a verified list of contents; the contents are verified as they are read. */
export interface ArchiveReader {
  readonly manifest: Manifest;
  readonly files: readonly FileLine[];
  /** The rows of a table in batches. Fails at its end where they differ from the written ones. */
  readonly rows: (table: string) => AsyncIterable<readonly Row[]>;
  /** The verified bytes of a file. */
  readonly file: (line: FileLine) => Promise<Buffer>;
  /** The key of sealed values in the rows; null where the archive doesn't contain it. */
  readonly key: () => Promise<Uint8Array | null>;
  readonly close: () => void;
}

const ROWS_AT_ONCE = 200;

/** Rejects with `BackupFault` for any other file, or a damaged one; so do all its methods. */
export async function openArchive(path: string, passphrase: string | null): Promise<ArchiveReader> {
  const zip = (await isEncrypted(path)) ? await openSealed(path, passphrase) : await open(path);
  try {
    const entries = await entriesOf(zip, path);
    const digest = COMMENT.exec(zip.comment)?.[1];
    if (digest === undefined) throw new BackupFault(`${path} is not a Labelwright backup, or is damaged.`);
    const damaged = (what: string): BackupFault => new BackupFault(`${path} is damaged: ${what} has been altered.`);
    const streamOf = (name: string): Promise<Readable> => openEntry(zip, entries.get(name), () => damaged(name));

    async function bytesOf(name: string, sha256: string): Promise<Buffer> {
      const bytes = await buffer(await streamOf(name)).catch(() => Promise.reject(damaged(name)));
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw damaged(name);
      return bytes;
    }
    async function* rows(table: string, wanted: TableEntry | undefined): AsyncGenerator<readonly Row[]> {
      const name = ENTRIES.tableOf(table);
      const stream = await streamOf(name);
      const hash = createHash('sha256');
      stream.on('data', (chunk: Buffer) => hash.update(chunk));
      let part: Row[] = [];
      let count = 0;
      const broken = new Promise<never>((_resolve, reject) => stream.once('error', () => reject(damaged(name))));
      broken.catch(() => undefined);
      const lines = createInterface({ input: stream, crlfDelay: Infinity })[Symbol.asyncIterator]();
      for (;;) {
        const line = await Promise.race([lines.next(), broken]);
        if (line.done === true) break;
        const value = parsed(line.value);
        if (!isRow(value)) throw damaged(name);
        count++;
        part.push(value);
        if (part.length < ROWS_AT_ONCE) continue;
        yield part;
        part = [];
      }
      if (hash.digest('hex') !== wanted?.sha256 || count !== wanted.rows) throw damaged(name);
      if (part.length > 0) yield part;
    }

    const manifest = parsed((await bytesOf(ENTRIES.manifest, digest)).toString('utf8'));
    if (!isManifest(manifest)) {
      throw new BackupFault(
        `${path} was created by another version of Labelwright, whose backups this version can't read.`,
      );
    }
    const list = (await bytesOf(ENTRIES.fileList, manifest.files.sha256)).toString('utf8').split('\n');
    const files = list.filter((line) => line !== '').map(parsed);
    if (!files.every(isFileLine)) throw damaged(ENTRIES.fileList);
    return {
      manifest,
      files,
      rows: (table) =>
        rows(
          table,
          manifest.tables.find(({ name }) => name === table),
        ),
      file: ({ key, sha256 }) => bytesOf(ENTRIES.fileOf(key), sha256),
      key: async () => (manifest.key === undefined ? null : bytesOf(ENTRIES.key, manifest.key)),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function open(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) =>
    openZip(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error === null) return resolve(zip);
      const unreadable = 'syscall' in error;
      reject(
        new BackupFault(
          `${path} ${unreadable ? `can't be read: ${error.message}` : `is not a backup, or is damaged: ${error.message}`}`,
        ),
      );
    }),
  );
}

async function openSealed(path: string, passphrase: string | null): Promise<ZipFile> {
  if (passphrase === null) throw new BackupFault(`${path} is encrypted and needs its passphrase.`);
  const file = await EncryptedFile.open(path, passphrase);
  return new Promise((resolve, reject) =>
    fromRandomAccessReader(file, file.size, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error === null) return resolve(zip);
      file.close(() => reject(new BackupFault(`${path} is damaged: ${error.message}`)));
    }),
  );
}

function entriesOf(zip: ZipFile, path: string): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', (error: Error) => reject(new BackupFault(`${path} is damaged: ${error.message}`)));
    zip.readEntry();
  });
}

function openEntry(zip: ZipFile, entry: Entry | undefined, damaged: () => BackupFault): Promise<Readable> {
  return new Promise((resolve, reject) => {
    if (entry === undefined) return reject(damaged());
    zip.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(damaged())));
  });
}

/** Undefined for invalid JSON: it fits no schema. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

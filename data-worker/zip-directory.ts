import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  ENTRY_BYTES,
  ENTRY_SIGNATURE,
  findZipDirectory,
  FLAG_ENCRYPTED,
  LOCAL_BYTES,
  zipPlaces,
} from '#model/kernel/zip-layout.ts';
import type { ByteSource } from './byte-source.ts';
import { damaged, MAX_ZIP_ENTRIES, tooLarge } from './limits.ts';

export interface ZipEntry {
  readonly name: string;
  /** The name as written in the file. */
  readonly written: string;
  /** Start of the entry's local header. */
  readonly offset: number;
  /** Start of the next entry or of the directory: all bytes of this entry are before it. */
  readonly end: number;
  /** Compression method (APPNOTE 4.4.5): `STORED`, `DEFLATED` or another, unsupported one. */
  readonly method: number;
  readonly packedBytes: number;
  /** The size in the directory. Some writers state a wrong one: only the CRC proves what was read. */
  readonly bytes: number;
  readonly crc: number;
}

/**
 * Entries by lower-case name: part names compare without case (ECMA-376 part 2, 6.2.2.3). Backslashes, which some
 * Windows programs write, count as slashes.
 */
export type ZipDirectory = ReadonlyMap<string, ZipEntry>;

const LOCAL_NAME_AT = 26;
const MAX_DIRECTORY_BYTES = 16 * 2 ** 20;
/** Reads the directory at the end of a zip file, ZIP64 or not. */
export async function readZipDirectory(source: ByteSource): Promise<Result<ZipDirectory>> {
  const found = await findZipDirectory(source.size, async (start, end) => viewOf(await source.read(start, end)));
  if (!found.ok) return err(damaged(found.error));
  const { start, end, count } = found.value;
  if (count > MAX_ZIP_ENTRIES || end - start > MAX_DIRECTORY_BYTES) return err(tooLarge('zip entries'));
  return parseEntries(viewOf(await source.read(start, end)), count, start);
}

function parseEntries(view: DataView, count: number, directoryStart: number): Result<ZipDirectory> {
  const entries = new Map<string, Omit<ZipEntry, 'end'>>();
  const decoder = new TextDecoder();
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY_SIGNATURE) {
      return err(damaged('zip directory entry'));
    }
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const next = at + ENTRY_BYTES + nameBytes + extraBytes + view.getUint16(at + 32, true);
    if (next > view.byteLength) return err(damaged('zip directory entry'));
    const written = decoder.decode(new Uint8Array(view.buffer, view.byteOffset + at + ENTRY_BYTES, nameBytes));
    const name = written.replaceAll('\\', '/').replace(/^\/+/, '');
    if ((view.getUint16(at + 8, true) & FLAG_ENCRYPTED) !== 0) return err(problem('data.encrypted'));
    const places = zipPlaces(view, at, at + ENTRY_BYTES + nameBytes, extraBytes);
    if (places === null) return err(damaged('zip entry', name));
    if (places.offset + LOCAL_BYTES > directoryStart) return err(damaged('zip entry outside the file', name));
    const entry = {
      name,
      written,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      ...places,
    };
    // With two parts of the same name, other programs might read the other one.
    if (entries.has(name.toLowerCase())) return err(damaged('zip entry twice', name));
    entries.set(name.toLowerCase(), entry);
    at = next;
  }
  // A count that is too small would hide parts.
  if (at + ENTRY_BYTES <= view.byteLength && view.getUint32(at, true) === ENTRY_SIGNATURE) {
    return err(damaged('zip entries uncounted'));
  }
  return ok(withEnds(entries, directoryStart));
}

/**
 * Whether every entry has the same name in its local header as in the directory. Needed when a part is missing: it was
 * omitted only if no other one has a damaged name, since nothing else protects names.
 */
export async function hasSoundNames(source: ByteSource, directory: ZipDirectory): Promise<boolean> {
  const decoder = new TextDecoder();
  for (const { written, offset, end } of directory.values()) {
    const head = viewOf(await source.read(offset, Math.min(end, offset + LOCAL_BYTES)));
    const start = offset + LOCAL_BYTES;
    const nameBytes = head.byteLength < LOCAL_BYTES ? 0 : head.getUint16(LOCAL_NAME_AT, true);
    if (start + nameBytes > end) return false;
    if (decoder.decode(await source.read(start, start + nameBytes)) !== written) return false;
  }
  return true;
}

/**
 * Ends each entry at the start of the next one, so that no two share bytes: a trick by which a small file inflates to
 * an enormous one.
 */
function withEnds(entries: ReadonlyMap<string, Omit<ZipEntry, 'end'>>, directoryStart: number): ZipDirectory {
  const ended = new Map<string, ZipEntry>();
  let end = directoryStart;
  for (const [key, entry] of [...entries].sort(([, a], [, b]) => b.offset - a.offset)) {
    ended.set(key, { ...entry, end });
    end = entry.offset;
  }
  return ended;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

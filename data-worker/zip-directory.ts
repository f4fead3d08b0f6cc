import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
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

export const STORED = 0;
export const DEFLATED = 8;

/**
 * Entries by lower-case name: part names compare without case (ECMA-376 part 2, 6.2.2.3). Backslashes, which some
 * Windows programs write, count as slashes.
 */
export type ZipDirectory = ReadonlyMap<string, ZipEntry>;

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const END64_SIGNATURE = 0x06064b50;
const END64_BYTES = 56;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const LOCAL_NAME_AT = 26;
const FLAG_ENCRYPTED = 1;
const MAX_DIRECTORY_BYTES = 16 * 2 ** 20;
/** These values in a 16- or 32-bit field mean "look in the ZIP64 record" (APPNOTE 4.4.1.4). */
const IN_ZIP64_16 = 0xffff;
const IN_ZIP64_32 = 0xffffffff;

/** Reads the directory at the end of a zip file, ZIP64 or not. */
export async function readZipDirectory(source: ByteSource): Promise<Result<ZipDirectory>> {
  const tailStart = Math.max(0, source.size - END_BYTES - MAX_COMMENT_BYTES - LOCATOR_BYTES);
  const tail = viewOf(await source.read(tailStart, source.size));
  const endAt = findEnd(tail);
  if (endAt < 0) return err(damaged('zip end record missing'));

  let count = tail.getUint16(endAt + 10, true);
  let start = tail.getUint32(endAt + 16, true);
  // The directory ends at the next record. Its size is written too, but wrongly in some files.
  let end = tailStart + endAt;
  if (count === IN_ZIP64_16 || start === IN_ZIP64_32) {
    const at = endAt - LOCATOR_BYTES;
    if (at < 0 || tail.getUint32(at, true) !== LOCATOR_SIGNATURE) return err(damaged('zip64 locator missing'));
    const end64At = Number(tail.getBigUint64(at + 8, true));
    if (end64At + END64_BYTES > source.size) return err(damaged('zip64 end record outside the file'));
    const end64 = viewOf(await source.read(end64At, end64At + END64_BYTES));
    if (end64.getUint32(0, true) !== END64_SIGNATURE) return err(damaged('zip64 end record missing'));
    count = Number(end64.getBigUint64(32, true));
    start = Number(end64.getBigUint64(48, true));
    end = end64At;
  }
  if (start > end) return err(damaged('zip directory outside the file'));
  if (count > MAX_ZIP_ENTRIES || end - start > MAX_DIRECTORY_BYTES) return err(tooLarge('zip entries'));
  return parseEntries(viewOf(await source.read(start, end)), count, start);
}

function findEnd(tail: DataView): number {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END_SIGNATURE) continue;
    if (at + END_BYTES + tail.getUint16(at + 20, true) <= tail.byteLength) return at;
  }
  return -1;
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
    const places = readPlaces(view, at, at + ENTRY_BYTES + nameBytes, extraBytes);
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

/** Sizes and offset, taken from the ZIP64 extra field where the short fields say so (APPNOTE 4.5.3). */
function readPlaces(
  view: DataView,
  at: number,
  extraAt: number,
  extraBytes: number,
): Pick<ZipEntry, 'packedBytes' | 'bytes' | 'offset'> | null {
  let packedBytes = view.getUint32(at + 20, true);
  let bytes = view.getUint32(at + 24, true);
  let offset = view.getUint32(at + 42, true);
  if (packedBytes !== IN_ZIP64_32 && bytes !== IN_ZIP64_32 && offset !== IN_ZIP64_32) {
    return { packedBytes, bytes, offset };
  }
  const end = extraAt + extraBytes;
  for (let field = extraAt; field + 4 <= end; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    const fieldEnd = Math.min(end, field + 4 + view.getUint16(field + 2, true));
    let p = field + 4;
    const take = (short: number): number => {
      if (short !== IN_ZIP64_32) return short;
      p += 8;
      return p <= fieldEnd ? Number(view.getBigUint64(p - 8, true)) : Number.NaN;
    };
    bytes = take(bytes);
    packedBytes = take(packedBytes);
    offset = take(offset);
    return Number.isSafeInteger(bytes + packedBytes + offset) ? { packedBytes, bytes, offset } : null;
  }
  return null;
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

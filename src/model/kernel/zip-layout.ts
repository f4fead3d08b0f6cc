import { err, ok, type Result } from './result.ts';

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const END64_SIGNATURE = 0x06064b50;
const END64_BYTES = 56;
/** These values in a 16- or 32-bit field mean "look in the ZIP64 record" (APPNOTE 4.4.1.4). */
const IN_ZIP64_16 = 0xffff;
const IN_ZIP64_32 = 0xffffffff;

/** Of an entry of the directory. */
export const ENTRY_SIGNATURE = 0x02014b50;
export const ENTRY_BYTES = 46;
/** Of the header in front of an entry's bytes, without its name. */
export const LOCAL_BYTES = 30;
/** APPNOTE 4.4.4, bit 0. */
export const FLAG_ENCRYPTED = 1;
/** Compression methods (APPNOTE 4.4.5). */
export const STORED = 0;
export const DEFLATED = 8;

/** Where a zip file has its directory: bytes from `start` to `end`, which is exclusive, with so many entries. */
export interface ZipPlace {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Finds the directory by the record at the end of a zip file of `size` bytes, ZIP64 or not. The error says what is wrong. */
export async function findZipDirectory(
  size: number,
  read: (start: number, end: number) => Promise<DataView>,
): Promise<Result<ZipPlace, string>> {
  const tailStart = Math.max(0, size - END_BYTES - MAX_COMMENT_BYTES - LOCATOR_BYTES);
  const tail = await read(tailStart, size);
  const endAt = findEnd(tail);
  if (endAt < 0) return err('zip end record missing');

  let count = tail.getUint16(endAt + 10, true);
  let start = tail.getUint32(endAt + 16, true);
  // The directory ends at the next record. Its size is written too, but wrongly in some files.
  let end = tailStart + endAt;
  if (count === IN_ZIP64_16 || start === IN_ZIP64_32) {
    const at = endAt - LOCATOR_BYTES;
    if (at < 0 || tail.getUint32(at, true) !== LOCATOR_SIGNATURE) return err('zip64 locator missing');
    const end64At = Number(tail.getBigUint64(at + 8, true));
    if (end64At + END64_BYTES > size) return err('zip64 end record outside the file');
    const end64 = await read(end64At, end64At + END64_BYTES);
    if (end64.getUint32(0, true) !== END64_SIGNATURE) return err('zip64 end record missing');
    count = Number(end64.getBigUint64(32, true));
    start = Number(end64.getBigUint64(48, true));
    end = end64At;
  }
  return start > end ? err('zip directory outside the file') : ok({ start, end, count });
}

function findEnd(tail: DataView): number {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END_SIGNATURE) continue;
    if (at + END_BYTES + tail.getUint16(at + 20, true) <= tail.byteLength) return at;
  }
  return -1;
}

/** Sizes and offset of an entry. */
export interface ZipPlaces {
  readonly packedBytes: number;
  readonly bytes: number;
  readonly offset: number;
}

/** Those of the entry at `at`, taken from the ZIP64 extra field where the short fields say so (APPNOTE 4.5.3). Null for impossible numbers. */
export function zipPlaces(view: DataView, at: number, extraAt: number, extraBytes: number): ZipPlaces | null {
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

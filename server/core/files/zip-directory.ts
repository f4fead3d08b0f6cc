const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 65_535;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

export interface ZipEntry {
  readonly name: string;
  readonly packedBytes: number;
  /** As the directory declares it; decompression counts it again. */
  readonly unpackedBytes: number;
  /** Offset of its bytes. */
  readonly dataAt: number;
  /** The bytes are not compressed. */
  readonly isStored: boolean;
}

/** Offset of the end record of a zip archive (APPNOTE 4.3.16); null where the file does not end in one. */
export function endOfZip(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at--) {
    if (bytes.readUInt32LE(at) === END_SIGNATURE && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) {
      return at;
    }
  }
  return null;
}

/**
 * The entries of an archive that contains nothing else: it begins with its first file, and no two entries share bytes.
 * Null for anything else, for more than `maxEntries`, and for features that no spreadsheet uses: encryption, other
 * compression methods, multiple parts, Zip64.
 */
export function readZipDirectory(bytes: Buffer, maxEntries: number): readonly ZipEntry[] | null {
  const end = endOfZip(bytes);
  if (end === null || bytes.readUInt32LE(0) !== LOCAL_SIGNATURE) return null;
  const count = bytes.readUInt16LE(end + 10);
  const directoryBytes = bytes.readUInt32LE(end + 12);
  let at = bytes.readUInt32LE(end + 16);
  const isWhole = bytes.readUInt16LE(end + 8) === count && at + directoryBytes === end;
  if (!isWhole || count === 0 || count > maxEntries) return null;

  const directoryAt = at;
  const entries: ZipEntry[] = [];
  const places: (readonly [from: number, to: number])[] = [];
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) return null;
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    const packedBytes = bytes.readUInt32LE(at + 20);
    const unpackedBytes = bytes.readUInt32LE(at + 24);
    const nameBytes = bytes.readUInt16LE(at + 28);
    const localAt = bytes.readUInt32LE(at + 42);
    const next = at + ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    const isKnown = (flags & ENCRYPTED) === 0 && (method === STORED || method === DEFLATED);
    if (next > end || !isKnown || localAt + LOCAL_BYTES > directoryAt) return null;
    if (bytes.readUInt32LE(localAt) !== LOCAL_SIGNATURE) return null;
    const dataAt = localAt + LOCAL_BYTES + bytes.readUInt16LE(localAt + 26) + bytes.readUInt16LE(localAt + 28);
    places.push([localAt, dataAt + packedBytes]);
    entries.push({
      name: bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      packedBytes,
      unpackedBytes,
      dataAt,
      isStored: method === STORED,
    });
    at = next;
  }
  places.sort(([a], [b]) => a - b);
  const overlap = places.some(([, to], i) => to > (places[i + 1]?.[0] ?? directoryAt));
  return at !== end || overlap ? null : entries;
}

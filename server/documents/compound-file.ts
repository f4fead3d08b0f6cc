const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const FIRST_DIFAT_SECTORS = 109;
const LARGEST_SECTOR = 0xfffffffa;
const MINI_STREAM_CUTOFF = 4096;
/** No office file has a directory with more entries. */
const MAX_ENTRIES = 20_000;
const STREAM = 2;
const ROOT = 5;

/** A compound file ([MS-CFB]), parsed as far as needed to find its contents. Its data is untrusted. */
export interface CompoundFile {
  /** The names of the streams and storages at the top level: embedded files have their own below. */
  readonly names: ReadonlySet<string>;
  /** The first bytes of a stream, at most one sector; empty for a missing stream. */
  readonly start: (name: string) => Buffer;
}

interface Entry {
  readonly name: string;
  /** Indexes in the directory: the neighbors in a storage, and the first entry in a storage. */
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly type: number;
  readonly sector: number;
  readonly bytes: number;
}

export function isCompoundFile(bytes: Buffer): boolean {
  return bytes.length >= HEADER_BYTES && bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/** Null for any other file, and for an unreadable directory. */
export function readCompoundFile(bytes: Buffer): CompoundFile | null {
  if (!isCompoundFile(bytes) || bytes.readUInt16LE(28) !== 0xfffe) return null;
  const shift = bytes.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const sectorBytes = 1 << shift;
  const sectorAt = (sector: number): Buffer => {
    const from = (sector + 1) * sectorBytes;
    return sector > LARGEST_SECTOR ? Buffer.alloc(0) : bytes.subarray(from, from + sectorBytes);
  };
  const entries = readDirectory(bytes, sectorAt, sectorBytes);
  if (entries === null) return null;
  const root = entries.find(({ type }) => type === ROOT);
  const top = root === undefined ? [] : entriesBelow(entries, root.child);
  return {
    names: new Set(top.map(({ name }) => name)),
    start(name) {
      const entry = top.find((one) => one.name === name && one.type === STREAM);
      if (entry === undefined) return Buffer.alloc(0);
      if (entry.bytes >= MINI_STREAM_CUTOFF) return sectorAt(entry.sector).subarray(0, entry.bytes);
      // Short streams are parts of 64 bytes in a stream of their own; its first sector is enough for the first parts.
      const mini = root === undefined ? Buffer.alloc(0) : sectorAt(root.sector);
      return mini.subarray(entry.sector * 64, entry.sector * 64 + entry.bytes);
    },
  };
}

function readDirectory(
  bytes: Buffer,
  sectorAt: (sector: number) => Buffer,
  sectorBytes: number,
): readonly Entry[] | null {
  const entries: Entry[] = [];
  const perSector = sectorBytes / 4;
  const next = (sector: number): number => {
    // The sector of the table with its entry; the header lists the first 109 of them, and no directory needs more.
    const table = Math.floor(sector / perSector);
    if (table >= FIRST_DIFAT_SECTORS) return LARGEST_SECTOR + 1;
    const place = sectorAt(bytes.readUInt32LE(76 + table * 4));
    const at = (sector % perSector) * 4;
    return at + 4 <= place.length ? place.readUInt32LE(at) : LARGEST_SECTOR + 1;
  };
  for (let sector = bytes.readUInt32LE(48); sector <= LARGEST_SECTOR; sector = next(sector)) {
    const part = sectorAt(sector);
    // Truncated or cyclic.
    if (part.length < sectorBytes || entries.length > MAX_ENTRIES) return null;
    for (let at = 0; at < sectorBytes; at += ENTRY_BYTES) {
      const nameBytes = part.readUInt16LE(at + 64);
      const type = part[at + 66] ?? 0;
      entries.push({
        name: part.toString('utf16le', at, at + Math.min(64, Math.max(2, nameBytes)) - 2),
        type,
        left: part.readUInt32LE(at + 68),
        right: part.readUInt32LE(at + 72),
        child: part.readUInt32LE(at + 76),
        sector: part.readUInt32LE(at + 116),
        bytes: part.readUInt32LE(at + 120),
      });
    }
  }
  return entries.length === 0 ? null : entries;
}

/** A storage's own entries, which form a tree. */
function entriesBelow(entries: readonly Entry[], first: number): readonly Entry[] {
  const found = new Set<Entry>();
  const open = [first];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const entry = entries[place];
    if (entry === undefined || found.has(entry)) continue;
    found.add(entry);
    open.push(entry.left, entry.right);
  }
  return [...found];
}

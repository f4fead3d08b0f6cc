import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  /** The bytes of the name, if it is not written as UTF-8. */
  readonly rawName?: Uint8Array;
  readonly data: Uint8Array;
  readonly stored?: boolean;
  /** False values for the directory. */
  readonly forged?: {
    readonly bytes?: number;
    readonly packedBytes?: number;
    readonly crc?: number;
    readonly offset?: number;
    readonly flags?: number;
    readonly method?: number;
  };
}

const LIMIT_32 = 0xffffffff;

/**
 * Writes a zip file; with `zip64` all sizes and offsets are in ZIP64 records. `directoryBytes` is the end record's
 * size of the directory, instead of the true one.
 */
export function buildZip(
  parts: readonly ZipPart[],
  { zip64 = false, directoryBytes }: { readonly zip64?: boolean; readonly directoryBytes?: number } = {},
): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, rawName, data, stored = false, forged = {} } of parts) {
    const packed = stored ? data : deflateRawSync(data);
    const nameBytes = rawName ?? new TextEncoder().encode(name);
    const bytes = forged.bytes ?? data.length;
    const crc = forged.crc ?? crc32(data);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(stored ? 0 : 8, 8);
    local.writeUInt32LE(crc, 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(data.length, 22);
    local.writeUInt16LE(nameBytes.length, 26);
    pieces.push(local, nameBytes, packed);

    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(forged.flags ?? 0, 8);
    entry.writeUInt16LE(forged.method ?? (stored ? 0 : 8), 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(zip64 ? LIMIT_32 : (forged.packedBytes ?? packed.length), 20);
    entry.writeUInt32LE(zip64 ? LIMIT_32 : bytes, 24);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt32LE(zip64 ? LIMIT_32 : (forged.offset ?? offset), 42);
    const extra = Buffer.alloc(zip64 ? 28 : 0);
    if (zip64) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      extra.writeBigUInt64LE(BigInt(bytes), 4);
      extra.writeBigUInt64LE(BigInt(packed.length), 12);
      extra.writeBigUInt64LE(BigInt(offset), 20);
      entry.writeUInt16LE(extra.length, 30);
    }
    directory.push(entry, nameBytes, extra);
    offset += local.length + nameBytes.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const size = directoryBytes ?? listed.length;
  const end = endRecords(parts.length, { at: offset + listed.length, size, start: offset }, zip64);
  return Uint8Array.from(Buffer.concat([...pieces, listed, ...end]));
}

interface DirectoryPlace {
  /** The true end of the directory. */
  readonly at: number;
  readonly size: number;
  readonly start: number;
}

function endRecords(count: number, { at, size, start }: DirectoryPlace, zip64: boolean): Uint8Array[] {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(zip64 ? 0xffff : count, 8);
  end.writeUInt16LE(zip64 ? 0xffff : count, 10);
  end.writeUInt32LE(zip64 ? LIMIT_32 : size, 12);
  end.writeUInt32LE(zip64 ? LIMIT_32 : start, 16);
  if (!zip64) return [end];
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at), 8);
  locator.writeUInt32LE(1, 16);
  return [end64, locator, end];
}

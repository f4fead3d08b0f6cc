import { crc32 } from '#model/kernel/crc32.ts';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** "Language encoding flag": names are UTF-8 (APPNOTE 6.3.10, 4.4.4). */
const UTF8_NAMES = 0x0800;
const DEFLATE = 8;
/** 2.0, which supports deflate. */
const VERSION = 20;
/** The 1st of January 1980, the earliest date of the format: the files have no times. */
const DATE = 0x0021;

/** A ZIP archive (PKWARE APPNOTE 6.3.10) of these files, compressed, as pieces in order. Less than 4 GB in total. */
export async function zipOf(entries: readonly ZipEntry[]): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const packed = await deflate(bytes);
    const nameBytes = new TextEncoder().encode(name);
    // The common part of both headers of a file (4.3.7 and 4.3.12).
    const common = [
      ...[VERSION, UTF8_NAMES, DEFLATE, 0, DATE].flatMap(uint16),
      ...[crc32(bytes) >>> 0, packed.length, bytes.length].flatMap(uint32),
      ...[nameBytes.length, 0].flatMap(uint16),
    ];
    const local = new Uint8Array([...uint32(0x04034b50), ...common, ...nameBytes]);
    directory.push(
      new Uint8Array([
        ...uint32(0x02014b50),
        ...uint16(VERSION),
        ...common,
        ...[0, 0, 0].flatMap(uint16),
        ...uint32(0),
        ...uint32(offset),
        ...nameBytes,
      ]),
    );
    pieces.push(local, packed);
    offset += local.length + packed.length;
  }
  const directoryBytes = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = [
    ...uint32(0x06054b50),
    ...[0, 0, entries.length, entries.length].flatMap(uint16),
    ...[directoryBytes, offset].flatMap(uint32),
    ...uint16(0),
  ];
  return [...pieces, ...directory, new Uint8Array(end)];
}

async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  return new Uint8Array(await new Response(stream.pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer());
}

function uint16(value: number): number[] {
  return [value & 0xff, value >>> 8];
}

function uint32(value: number): number[] {
  return [...uint16(value & 0xffff), ...uint16(value >>> 16)];
}

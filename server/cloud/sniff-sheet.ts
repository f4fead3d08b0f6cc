import { setImmediate } from 'node:timers/promises';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { invalid, type ApiError } from '../core/api-error.ts';
import { readZipDirectory } from '../core/files/zip-directory.ts';

type SheetExtension = 'xlsx' | 'xls' | 'csv';

const ZIP_SIGNATURE = 0x04034b50;
const OLE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const MAX_ENTRIES = 10_000;
/** Decompressed size of all parts of a workbook; the data worker reads one part up to that size. */
const MAX_UNPACKED_BYTES = 2 * 2 ** 30;
/** Deflate compresses at most 1032 to 1; no table comes near the data worker's limit. */
const MAX_RATIO = 250;
/** A small part may have any ratio. */
const SMALL_PART_BYTES = 2 ** 20;
const MAX_CONTROL_SHARE = 0.005;
/** Bytes checked at a time. */
const TURN_BYTES = 2 ** 20;

/** The type of a spreadsheet by its bytes. Nothing is decompressed. */
export async function sniffCloudSheet(bytes: Buffer): Promise<Result<SheetExtension, ApiError>> {
  if (bytes.length >= 4 && bytes.readUInt32LE(0) === ZIP_SIGNATURE) return sniffXlsx(bytes);
  if (bytes.subarray(0, 8).equals(OLE_SIGNATURE)) return isXls(bytes) ? ok('xls') : err(NOT_SHEET);
  return (await isCsv(bytes)) ? ok('csv') : err(NOT_SHEET);
}

const NOT_SHEET = invalid('file', 'cloud.notSheet');

/** ECMA-376 part 2: an archive with a list of content types, here with a workbook and without macros. */
function sniffXlsx(bytes: Buffer): Result<SheetExtension, ApiError> {
  const entries = readZipDirectory(bytes, MAX_ENTRIES);
  if (entries === null) return err(NOT_SHEET);
  const names = new Set(entries.map(({ name }) => name.replaceAll('\\', '/').toLowerCase()));
  const isWorkbook = names.has('[content_types].xml') && names.has('xl/workbook.xml') && names.size === entries.length;
  const isStrange = [...names].some((name) => name.startsWith('/') || name.split('/').includes('..'));
  if (!isWorkbook || isStrange || names.has('xl/vbaproject.bin')) return err(NOT_SHEET);
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  const isBomb = entries.some(
    (entry) => entry.unpackedBytes > SMALL_PART_BYTES && entry.unpackedBytes > MAX_RATIO * entry.packedBytes,
  );
  return isBomb || unpacked > MAX_UNPACKED_BYTES ? err(invalid('file', 'cloud.sheetTooLarge')) : ok('xlsx');
}

/** [MS-CFB] 2.2 and [MS-XLS] 2.1: a compound file with a stream called `Workbook`, or `Book` before Excel 97. */
function isXls(bytes: Buffer): boolean {
  if (bytes.length < HEADER_BYTES) return false;
  const sectorShift = bytes.readUInt16LE(30);
  if (bytes.readUInt16LE(28) !== 0xfffe || (sectorShift !== 9 && sectorShift !== 12)) return false;
  // The directory's entries have 128 bytes each and begin with the name; sectors are multiples of that.
  return ['Workbook', 'Book'].some((name) => {
    const entry = Buffer.from(`${name}\0`, 'utf16le');
    for (let at = HEADER_BYTES; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
      const isEntry = bytes[at] === entry[0] && bytes.readUInt16LE(at + 64) === entry.length;
      if (isEntry && bytes.subarray(at, at + entry.length).equals(entry)) return true;
    }
    return false;
  });
}

/**
 * Whether it is text in any encoding: hardly any control characters, and no page, drawing or other document. A long
 * file is checked in parts, with other work in between.
 */
async function isCsv(bytes: Buffer): Promise<boolean> {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const start = bytes.toString(isWide && bytes[0] === 0xff ? 'utf16le' : 'latin1', 0, 4096).replaceAll('\0', '');
  if (/^(\u00ef\u00bb\u00bf|\ufeff|\u00fe\u00ff)?\s*(<|%PDF-|\{\\rtf|MZ|PK)/.test(start)) return false;
  if (isWide) return bytes.length % 2 === 0;
  let controls = 0;
  for (let from = 0; from < bytes.length; from += TURN_BYTES) {
    const found = controlsIn(bytes, from, Math.min(from + TURN_BYTES, bytes.length));
    if (found === null) return false;
    controls += found;
    await setImmediate();
  }
  return controls <= bytes.length * MAX_CONTROL_SHARE;
}

/** Number of control characters; null if there is a zero byte. */
function controlsIn(bytes: Buffer, from: number, to: number): number | null {
  let controls = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0) return null;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls++;
  }
  return controls;
}

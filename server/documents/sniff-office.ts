import { inflateRawSync } from 'node:zlib';
import type { ConversionProblemName, OfficeEnding } from '#protocol/api.ts';
import { readZipDirectory, type ZipEntry } from '../core/files/zip-directory.ts';
import { isCompoundFile, readCompoundFile, type CompoundFile } from './compound-file.ts';

/** The type by the bytes; the name doesn't matter. */
export type SniffedOffice =
  | { readonly type: 'office'; readonly ending: OfficeEnding }
  /** An office file that can't be converted. */
  | { readonly type: 'problem'; readonly problem: ConversionProblemName }
  /** Something else. */
  | { readonly type: 'other' };

const ZIP_SIGNATURE = 0x04034b50;
const MAX_ENTRIES = 10_000;
/** All parts decompressed. LibreOffice takes several times as much. */
const MAX_UNPACKED_BYTES = 512 * 2 ** 20;
/** Deflate compresses at most 1032 to 1. */
const MAX_RATIO = 250;
/** A small part may have any ratio. */
const SMALL_PART_BYTES = 2 ** 22;
const MAX_MANIFEST_BYTES = 2 ** 20;

const OTHER: SniffedOffice = { type: 'other' };
const TOO_COMPLEX: SniffedOffice = { type: 'problem', problem: 'tooComplex' };
const PASSWORD: SniffedOffice = { type: 'problem', problem: 'password' };

/** The part that every Office Open XML file has (ECMA-376 part 1). */
const MAIN_PARTS = [
  ['word/document.xml', 'docx'],
  ['xl/workbook.xml', 'xlsx'],
  ['ppt/presentation.xml', 'pptx'],
] as const;
/** Content of the first part of an OpenDocument file (ODF 1.3 part 2, 3.3), including templates. */
const ODF_TYPES = [
  ['text', 'odt'],
  ['spreadsheet', 'ods'],
  ['presentation', 'odp'],
] as const;

/** The kind of an office file by its bytes. Only an OpenDocument file's list of parts is decompressed. */
export function sniffOffice(bytes: Buffer): SniffedOffice {
  if (bytes.length >= 4 && bytes.readUInt32LE(0) === ZIP_SIGNATURE) return sniffZip(bytes);
  if (isCompoundFile(bytes)) {
    const file = readCompoundFile(bytes);
    return file === null ? { type: 'problem', problem: 'damaged' } : sniffCompound(file);
  }
  return bytes.toString('latin1', 0, 5) === '{\\rtf' ? { type: 'office', ending: 'rtf' } : OTHER;
}

function sniffZip(bytes: Buffer): SniffedOffice {
  const entries = readZipDirectory(bytes, MAX_ENTRIES);
  if (entries === null) return looksLikeOffice(bytes) ? { type: 'problem', problem: 'damaged' } : OTHER;
  const names = new Set(entries.map(({ name }) => name.replaceAll('\\', '/').toLowerCase()));
  const ending = names.has('[content_types].xml')
    ? MAIN_PARTS.find(([part]) => names.has(part))?.[1]
    : odfEnding(bytes);
  if (ending === undefined) return OTHER;
  if (names.size !== entries.length || isBomb(entries)) return TOO_COMPLEX;
  const manifest = entries.find(({ name }) => name === 'META-INF/manifest.xml');
  if (manifest !== undefined && readEntry(bytes, manifest).includes('encryption-data')) return PASSWORD;
  return { type: 'office', ending };
}

/** A truncated file has no directory, but its first part is still there. */
function looksLikeOffice(bytes: Buffer): boolean {
  return odfEnding(bytes) !== undefined || /^(\[Content_Types\]\.xml|_rels\/|docProps\/)/.test(firstName(bytes));
}

function firstName(bytes: Buffer): string {
  return bytes.length < 30 ? '' : bytes.toString('utf8', 30, 30 + bytes.readUInt16LE(26));
}

/** The first part is called `mimetype` and is not compressed. */
function odfEnding(bytes: Buffer): OfficeEnding | undefined {
  if (firstName(bytes) !== 'mimetype') return undefined;
  const from = 38 + bytes.readUInt16LE(28);
  const [, kind] =
    /^application\/vnd\.oasis\.opendocument\.([a-z]+)/.exec(bytes.toString('latin1', from, from + 80)) ?? [];
  return ODF_TYPES.find(([type]) => type === kind)?.[1];
}

function isBomb(entries: readonly ZipEntry[]): boolean {
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  return (
    unpacked > MAX_UNPACKED_BYTES ||
    entries.some((one) => one.unpackedBytes > SMALL_PART_BYTES && one.unpackedBytes > MAX_RATIO * one.packedBytes)
  );
}

/** A small part, decompressed; empty for a damaged or large one. */
function readEntry(bytes: Buffer, entry: ZipEntry): string {
  const part = bytes.subarray(entry.dataAt, entry.dataAt + entry.packedBytes);
  if (entry.isStored) return part.toString('latin1', 0, MAX_MANIFEST_BYTES);
  try {
    return inflateRawSync(part, { maxOutputLength: MAX_MANIFEST_BYTES }).toString('latin1');
  } catch {
    return '';
  }
}

function sniffCompound(file: CompoundFile): SniffedOffice {
  const { names } = file;
  // An encrypted Office Open XML file ([MS-OFFCRYPTO] 2.3.2) is not an archive.
  if (names.has('EncryptedPackage')) return PASSWORD;
  if (names.has('WordDocument')) return isEncryptedDoc(file) ? PASSWORD : { type: 'office', ending: 'doc' };
  if (names.has('Workbook') || names.has('Book')) {
    return isEncryptedXls(file) ? PASSWORD : { type: 'office', ending: 'xls' };
  }
  if (names.has('PowerPoint Document')) {
    return isEncryptedPpt(file) ? PASSWORD : { type: 'office', ending: 'ppt' };
  }
  return OTHER;
}

/** [MS-DOC] 2.5.2: fEncrypted. */
function isEncryptedDoc(file: CompoundFile): boolean {
  const start = file.start('WordDocument');
  return start.length >= 12 && (start.readUInt16LE(10) & 0x0100) !== 0;
}

/** [MS-XLS] 2.4.117: the record FilePass comes right after the first one, or after a write protection. */
function isEncryptedXls(file: CompoundFile): boolean {
  const start = file.start(file.names.has('Workbook') ? 'Workbook' : 'Book');
  for (let at = 0, records = 0; at + 4 <= start.length && records < 4; records++) {
    if (start.readUInt16LE(at) === 0x002f) return true;
    at += 4 + start.readUInt16LE(at + 2);
  }
  return false;
}

/** [MS-PPT] 2.3.2: headerToken. */
function isEncryptedPpt(file: CompoundFile): boolean {
  const start = file.start('Current User');
  return file.names.has('EncryptedSummary') || (start.length >= 16 && start.readUInt32LE(12) === 0xf3d1c4df);
}

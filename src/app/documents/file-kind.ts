import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';

/** Extensions of the files that can be printed (specification 2, section 5), and jpeg, an alias of jpg. */
export const DOCUMENT_ENDINGS = [
  'pdf',
  'jpg',
  'jpeg',
  'png',
  'txt',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'bp',
] as const;

/** The handling of a file: shown by the browser, converted to a PNG first, or converted to a PDF by the server. */
export type FileWay = 'shown' | 'bitmap' | 'office';

/** The bytes that identify a `.bp`: a PDF may have others before its header. */
export const HEAD_BYTES = 1024;

/**
 * The handling of a file with that name. Opening a file checks its content; only a `.bp`, whose name is ambiguous, is
 * identified by its first bytes (docs/develop/adr/0112).
 * Problems: `document.wrongEnding` for another extension, `document.unknownBp` for a `.bp` that can't be shown.
 */
export function wayOfFile(name: string, head: Uint8Array): Result<FileWay> {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  switch (DOCUMENT_ENDINGS.find((known) => known === ending)) {
    case undefined:
      return err(problem('document.wrongEnding', { endings: DOCUMENT_ENDINGS.join(', ') }));
    case 'bp':
      return wayOfBp(head);
    case 'pdf':
    case 'jpg':
    case 'jpeg':
    case 'png':
    case 'txt':
      return ok('shown');
    case 'doc':
    case 'docx':
    case 'xls':
    case 'xlsx':
    case 'ppt':
    case 'pptx':
      return ok('office');
  }
}

const PNG = [0x89, 0x50, 0x4e, 0x47];
const JPEG = [0xff, 0xd8, 0xff];
const BMP = [0x42, 0x4d];
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
/** Header sizes of a BMP, after its first 14 bytes. */
const BMP_HEADS = [12, 40, 52, 56, 64, 108, 124];

function wayOfBp(head: Uint8Array): Result<FileWay> {
  if (beginsWith(head, PNG) || beginsWith(head, JPEG)) return ok('shown');
  // Two letters are weak evidence: the header size is checked as well.
  if (beginsWith(head, BMP) && BMP_HEADS.includes(head[14] ?? 0)) return ok('bitmap');
  for (let at = 0; at + PDF.length <= head.length; at++) {
    if (beginsWith(head.subarray(at), PDF)) return ok('shown');
  }
  return err(problem('document.unknownBp'));
}

function beginsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte);
}

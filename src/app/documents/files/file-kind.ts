import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';

/** Endings of the files that can be printed (specification 2, section 5), and jpeg, which is jpg. */
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

/** What becomes of a file: the browser shows it, makes it a PNG first, or has the server make it a PDF. */
export type FileWay = 'shown' | 'bitmap' | 'office';

/** As many bytes tell what a `.bp` is: a PDF may have others before its own first ones. */
export const HEAD_BYTES = 1024;

/**
 * What becomes of a file of that name. What it is by its bytes is found when it is opened, but for a `.bp`, whose name says
 * nothing: it is whatever its first bytes say (docs/develop/adr/0112).
 * Problems: `document.wrongEnding` for a name that ends otherwise, `document.unknownBp` for a `.bp` that cannot be shown.
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
/** Of the heads that a BMP can have, which stand after its first 14 bytes. */
const BMP_HEADS = [12, 40, 52, 56, 64, 108, 124];

function wayOfBp(head: Uint8Array): Result<FileWay> {
  if (beginsWith(head, PNG) || beginsWith(head, JPEG)) return ok('shown');
  // Two letters are not much: the length of its head is looked at as well.
  if (beginsWith(head, BMP) && BMP_HEADS.includes(head[14] ?? 0)) return ok('bitmap');
  for (let at = 0; at + PDF.length <= head.length; at++) {
    if (beginsWith(head.subarray(at), PDF)) return ok('shown');
  }
  return err(problem('document.unknownBp'));
}

function beginsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte);
}

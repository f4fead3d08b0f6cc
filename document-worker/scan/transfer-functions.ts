import { Inflate } from 'pako';

/** An entry TR or TR2 whose value is a function, and not a name (ISO 32000-1, table 58). */
const TRANSFER = /^\/TR2? ?(?:\d+ \d+ R|<<)/;
const ENTRY_BYTES = 32;
const OBJECT_STREAM = '/ObjStm';
/** The bytes of "/", "T", "R" and "O". */
const [SLASH, T, R, O] = [0x2f, 0x54, 0x52, 0x4f];
/** Object streams have the small objects of a file: a scan has few. */
const MOST_BYTES = 32 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;
const MOST_DICTIONARY_BYTES = 1024;

/**
 * Whether a PDF file may have transfer functions, which change the grays of images and which pdfium does not report. True
 * for object streams that can't be read.
 */
export function mayHaveTransferFunctions(file: Uint8Array): boolean {
  for (let at = file.indexOf(SLASH); at >= 0; at = file.indexOf(SLASH, at + 1)) {
    if (isTransfer(file, at)) return true;
    if (file[at + 1] === O && textOf(file, at, OBJECT_STREAM.length) === OBJECT_STREAM) {
      const objects = objectsAt(file, at);
      if (objects === null || hasTransfer(objects)) return true;
    }
  }
  return false;
}

function hasTransfer(objects: Uint8Array): boolean {
  for (let at = objects.indexOf(SLASH); at >= 0; at = objects.indexOf(SLASH, at + 1)) {
    if (isTransfer(objects, at)) return true;
  }
  return false;
}

function isTransfer(bytes: Uint8Array, at: number): boolean {
  return (
    bytes[at + 1] === T &&
    bytes[at + 2] === R &&
    TRANSFER.test(textOf(bytes, at, ENTRY_BYTES).replaceAll(/[\0\t\n\f\r ]+/g, ' '))
  );
}

/** The objects of the object stream in whose dictionary this place is; null if they are not simply deflated. */
function objectsAt(file: Uint8Array, at: number): Uint8Array | null {
  const from = Math.max(0, at - MOST_DICTIONARY_BYTES);
  const text = textOf(file, from, 2 * MOST_DICTIONARY_BYTES);
  const before = text.slice(0, at - from);
  const dictionary = /obj\s*<<(?:(?!\bobj\b)[\s\S])*$/.exec(before);
  const start = /stream\r?\n/.exec(text.slice(at - from));
  if (dictionary === null || start === null) return null;
  const entries = dictionary[0] + text.slice(at - from, at - from + start.index);
  if (!/\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/.test(entries) || entries.includes('/DecodeParms'))
    return null;
  return inflated(file, at + start.index + start[0].length);
}

function inflated(file: Uint8Array, from: number): Uint8Array | null {
  const inflator = new Inflate();
  for (let at = from, size = 0; !inflator.ended && size <= MOST_BYTES; at += PIECE_BYTES, size += PIECE_BYTES) {
    if (at >= file.length || inflator.err !== 0) return null;
    inflator.push(file.subarray(at, at + PIECE_BYTES), false);
  }
  const { result } = inflator;
  return inflator.ended && inflator.err === 0 && result instanceof Uint8Array ? result : null;
}

function textOf(bytes: Uint8Array, at: number, count: number): string {
  let text = '';
  for (const byte of bytes.subarray(at, at + count)) text += String.fromCharCode(byte);
  return text;
}

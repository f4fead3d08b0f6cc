import { mayHaveTransferFunctions } from './transfer-functions.ts';

/** The JPEG streams of a PDF file. */
export interface JpegStreams {
  /**
   * Whether each stream of the file with these bytes is an image that is painted as its JPEG decodes: without masks,
   * other decodings, and transfer functions. False for bytes that aren't in the file as they are, as in encrypted ones.
   */
  isPlain(jpeg: Uint8Array): boolean;
}

interface Stream {
  readonly at: number;
  readonly isPlain: boolean;
}

/** `file` returns the whole file; it is read once, when it is first asked. */
export function createJpegStreams(file: () => Uint8Array): JpegStreams {
  let streams: readonly Stream[] | null = null;
  return {
    isPlain(jpeg) {
      const bytes = file();
      streams ??= mayHaveTransferFunctions(bytes) ? [] : findStreams(bytes);
      const same = streams.filter(({ at }) => isAt(bytes, at, jpeg));
      return same.length > 0 && same.every(({ isPlain }) => isPlain);
    },
  };
}

/** Entries of an image that change none of its pixels (ISO 32000-1, 7.3.8.2 and 8.9.5). */
const REFERENCE = String.raw`\d+ \d+ R`;
const PLAIN_ENTRIES = [
  String.raw`Type ?/XObject`,
  String.raw`Subtype ?/Image`,
  String.raw`(?:Name|Intent) ?/\w+`,
  String.raw`(?:Width|Height|Length|StructParent) \d+`,
  String.raw`(?:Width|Height|Length|Metadata|ColorSpace) ${REFERENCE}`,
  String.raw`BitsPerComponent 8`,
  String.raw`Filter ?(?:/DCTDecode|\[ ?/DCTDecode ?\])`,
  // The color space itself is asked of pdfium.
  String.raw`ColorSpace ?(?:/DeviceRGB|/DeviceGray|\[ ?/ICCBased ${REFERENCE} ?\])`,
  String.raw`Interpolate (?:true|false)`,
];
const PLAIN_IMAGE = new RegExp(String.raw`obj ?<<(?: ?/(?:${PLAIN_ENTRIES.join('|')}))* ?>> ?stream$`);
const MOST_DICTIONARY_BYTES = 1024;
const STREAM = [0x73, 0x74, 0x72, 0x65, 0x61, 0x6d];
const [TAB, LF, FF, CR, SPACE] = [9, 10, 12, 13, 32];

function findStreams(bytes: Uint8Array): readonly Stream[] {
  const found: Stream[] = [];
  for (let i = bytes.indexOf(0xd8); i >= 0; i = bytes.indexOf(0xd8, i + 1)) {
    const at = i - 1;
    if (bytes[at] !== 0xff || bytes[i + 1] !== 0xff || bytes[at - 1] !== LF) continue;
    const end = bytes[at - 2] === CR ? at - 2 : at - 1;
    if (!STREAM.every((byte, k) => bytes[end - STREAM.length + k] === byte)) continue;
    found.push({
      at,
      isPlain: PLAIN_IMAGE.test(spaced(bytes.subarray(Math.max(0, end - MOST_DICTIONARY_BYTES), end))),
    });
  }
  return found;
}

/** The bytes as text, with one space for white space. */
function spaced(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const isSpace = byte === SPACE || byte === LF || byte === CR || byte === TAB || byte === FF || byte === 0;
    if (!isSpace) text += String.fromCharCode(byte);
    else if (!text.endsWith(' ')) text += ' ';
  }
  return text;
}

function isAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  const { length } = part;
  if (at + length > bytes.length) return false;
  // JPEGs of a scanner begin alike.
  for (const i of [length - 3, length >> 1, length >> 2]) if (bytes[at + i] !== part[i]) return false;
  for (let i = 0; i < length; i++) if (bytes[at + i] !== part[i]) return false;
  return true;
}

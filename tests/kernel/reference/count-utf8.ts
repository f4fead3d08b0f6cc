import type { Utf8Count } from '#data-worker/csv/utf8-check.ts';

/** Four bytes at a time: none of them is beyond ASCII when none has its highest bit. */
const HIGH_BITS = 0x80808080 | 0;
const LOW_BITS = 0x01010101;

/** The kernel's count in plain JavaScript. Counts evidence for and against UTF-8. Without wrong bytes the text is UTF-8. */
export function countUtf8(bytes: Uint8Array): Utf8Count {
  const words = new Int32Array(bytes.buffer, (bytes.byteOffset + 3) & ~3, wholeWords(bytes));
  const shift = words.byteOffset - bytes.byteOffset;
  let sequences = 0;
  let wrongBytes = 0;
  let badCharacters = 0;
  let i = 0;
  while (i < bytes.length) {
    const byte = bytes[i] as number;
    if (byte < 0x80) {
      if (byte === 0) badCharacters++;
      i++;
      if (((i - shift) & 3) === 0) i = shift + 4 * skipAscii(words, (i - shift) >> 2);
      continue;
    }
    const length = sequenceLength(bytes, i);
    if (length === 0) wrongBytes++;
    else sequences++;
    if (byte === 0xef && bytes[i + 1] === 0xbf && bytes[i + 2] === 0xbd) badCharacters++;
    i += length || 1;
  }
  return { sequences, wrongBytes, badCharacters };
}

function wholeWords(bytes: Uint8Array): number {
  const shift = -bytes.byteOffset & 3;
  return Math.max(0, (bytes.length - shift) >> 2);
}

/**
 * The first word from `at` on that may hold a zero or a byte beyond ASCII, or the end. Subtracting one from each
 * byte sets its highest bit when it is zero.
 */
function skipAscii(words: Int32Array, at: number): number {
  let i = Math.max(0, at);
  while (i < words.length) {
    const word = words[i] as number;
    if (((word | (word - LOW_BITS)) & HIGH_BITS) !== 0) break;
    i++;
  }
  return i;
}

/** The length of the character that begins here, 0 when none does (Unicode 16, table 3-7). */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  const length = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (at + length > bytes.length) return 0;
  for (let i = 1; i < length; i++) if (((bytes[at + i] as number) & 0xc0) !== 0x80) return 0;
  const second = length === 0 ? 0 : (bytes[at + 1] as number);
  if ((first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f)) return 0;
  return (first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f) ? 0 : length;
}

import { countUtf8 as countPiece, utf8Counts } from '../kernel/kernel.wasm';
import { kernelWords, withRoom } from '../kernel/memory.ts';

export interface Utf8Count {
  /** Valid UTF-8 characters of two, three and four bytes. */
  readonly sequences: number;
  /** Bytes beyond ASCII that are no part of such a character. */
  readonly wrongBytes: number;
  /** Zeros and replacement characters (U+FFFD), which no label may show. */
  readonly badCharacters: number;
}

/** Bytes that are copied into the kernel's memory at a time. */
const PIECE_BYTES = 1 << 18;

/** Counts the evidence for and against UTF-8. Without wrong bytes the text is UTF-8. */
export function countUtf8(bytes: Uint8Array): Utf8Count {
  let [sequences, wrongBytes, badCharacters] = [0, 0, 0];
  for (let at = 0; at < bytes.length;) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    const isLast = at + piece.length === bytes.length ? 1 : 0;
    at += withRoom((room) => countPiece(room.put(piece), piece.length, isLast));
    const [characters = 0, wrong = 0, bad = 0] = kernelWords(utf8Counts(), 3);
    sequences += characters;
    wrongBytes += wrong;
    badCharacters += bad;
  }
  return { sequences, wrongBytes, badCharacters };
}

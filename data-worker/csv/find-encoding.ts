import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ByteSource } from '../byte-source.ts';
import { ENCODINGS_SEPARATOR, type SpreadsheetReading, type TextEncoding } from '#model/elements/base/reading.ts';
import { guessEncoding } from './guess-encoding.ts';
import { markedEncoding, utf16Order } from './text-marks.ts';
import { countUtf8, type Utf8Count } from './utf8-check.ts';

export interface FoundEncoding {
  readonly encoding: TextEncoding;
  /** Other possible encodings; empty when there is no doubt. */
  readonly others: readonly TextEncoding[];
  /** A byte order mark in the file names it. */
  readonly marked: boolean;
  /** The counts, when available. */
  readonly utf8?: Utf8Count;
}

/** Limit for the sampled lines with characters beyond ASCII, and for one line. */
const SAMPLE_BYTES = 32 * 1024;
const LINE_BYTES = 1024;
/** Valid sequences per wrong byte above which the text is certainly damaged UTF-8, and above which it possibly is. */
const SURELY_UTF8 = 2;
const PERHAPS_UTF8 = 1;
/** Up to this many characters, what looks like UTF-8 may be Chinese in GB 18030 by chance. */
const FEW_CHARACTERS = 8;
/**
 * Letters of old alphabets and of phonetics, those of Cyrillic and Latin that no official language has, Syriac and
 * N'Ko.
 */
const RARE_LETTERS =
  /[\u0180-\u018e\u0190-\u0191\u0193-\u019f\u01a2-\u01ae\u01b1-\u01cc\u01dd-\u01e5\u01f0-\u0217\u021c-\u0258\u025a-\u02ba\u02bd-\u02c5\u02ca-\u02d7\u0460-\u048f\u0500-\u0523\u0528-\u052f\u0700-\u074f\u07b2-\u07ff]/;

/**
 * Finds the encoding of a text: by its mark; by the zeros of UTF-16; by the forms of UTF-8, a few wrong bytes allowed;
 * and otherwise by how probable the lines with characters beyond ASCII are as words of the supported languages.
 */
export async function findEncoding(bytes: Uint8Array): Promise<FoundEncoding> {
  const marked = markedEncoding(bytes);
  if (marked !== null) return { encoding: marked, others: [], marked: true };
  const order = utf16Order(bytes);
  if (order !== null) return certain(order);
  const utf8 = countUtf8(bytes);
  const { sequences, wrongBytes } = utf8;
  if (sequences + wrongBytes === 0 && hasEscapes(bytes)) return certain('iso-2022-jp');
  if (wrongBytes === 0) return { ...certain('utf-8'), others: sequences === 0 ? [] : othersOfShortUtf8(bytes), utf8 };
  if (sequences >= wrongBytes * SURELY_UTF8) return certain('utf-8');
  const guess = await guessEncoding(sampleOf(bytes));
  if (guess === null)
    return sequences > 0 ? certain('utf-8') : { ...certain('windows-1252'), others: ['windows-1251', 'gb18030'] };
  if (sequences < wrongBytes * PERHAPS_UTF8) return { ...guess, marked: false };
  return { encoding: 'utf-8', others: [guess.encoding, ...guess.others].slice(0, 2), marked: false };
}

export interface EncodingChoice {
  readonly reading?: SpreadsheetReading | undefined;
  /** Takes the likeliest encoding where several may be meant, instead of refusing the file. */
  readonly guessesEncoding?: boolean | undefined;
}

/**
 * The encoding in which a file is read: the one of its mark, the one that was chosen, or the one that is found.
 * `data.encodingUnsure`, with the `encodings` in question, the likeliest first, where there is none of these.
 */
export async function chooseEncoding(
  bytes: Uint8Array,
  { reading, guessesEncoding = false }: EncodingChoice,
): Promise<Result<FoundEncoding>> {
  if (reading?.encoding !== undefined) {
    const marked = markedEncoding(bytes);
    return ok({ encoding: marked ?? reading.encoding, others: [], marked: marked !== null });
  }
  const found = await findEncoding(bytes);
  if (guessesEncoding || found.others.length === 0) return ok(found);
  return err(
    problem('data.encodingUnsure', { encodings: [found.encoding, ...found.others].join(ENCODINGS_SEPARATOR) }),
  );
}

/** Bytes per piece of a text that is not in memory. */
const PIECE_BYTES = 1 << 20;

/**
 * As `chooseEncoding` for a text that is not in memory. Only one that is not plainly UTF-8 or UTF-16, or that has so few
 * characters beyond ASCII that they decide nothing, is read into memory for it, once.
 */
export async function chooseEncodingOf(source: ByteSource, choice: EncodingChoice): Promise<Result<FoundEncoding>> {
  const head = await source.read(0, Math.min(source.size, PIECE_BYTES));
  if (choice.reading?.encoding !== undefined || markedEncoding(head) !== null) return chooseEncoding(head, choice);
  const order = utf16Order(head);
  if (order !== null) return ok(certain(order));
  let characters = 0;
  for (let start = 0; start < source.size;) {
    let piece = start === 0 ? head : await source.read(start, Math.min(source.size, start + PIECE_BYTES));
    // Between two lines no character is cut.
    const isLast = start + piece.length === source.size;
    if (!isLast) piece = piece.subarray(0, piece.lastIndexOf(0x0a) + 1);
    const { sequences, wrongBytes } = countUtf8(piece);
    if (piece.length === 0 || wrongBytes > 0 || (sequences === 0 && hasEscapes(piece))) break;
    characters += sequences;
    start += piece.length;
    if (start === source.size && (characters === 0 || characters > FEW_CHARACTERS)) return ok(certain('utf-8'));
  }
  return chooseEncoding(await source.read(0, source.size), choice);
}

function certain(encoding: TextEncoding): FoundEncoding {
  return { encoding, others: [], marked: false };
}

/** Detects the escape sequences with which ISO 2022-JP begins Japanese among ASCII, which no other encoding has. */
function hasEscapes(bytes: Uint8Array): boolean {
  for (let i = bytes.indexOf(0x1b); i >= 0; i = bytes.indexOf(0x1b, i + 1)) {
    if (bytes[i + 1] === 0x24 && (bytes[i + 2] === 0x42 || bytes[i + 2] === 0x40)) return true;
  }
  return false;
}

/**
 * Other encodings of a short UTF-8 text: a few Chinese characters in GB 18030 can look like UTF-8. As UTF-8 all of them
 * are rare letters: no text of a language in use is questioned, such as one with the ș of Romanian or the ə of
 * Azerbaijani.
 */
function othersOfShortUtf8(bytes: Uint8Array): readonly TextEncoding[] {
  const sample = sampleOf(bytes);
  if (sample.length > 0 && sample.length < SAMPLE_BYTES) {
    const letters = new TextDecoder().decode(sample).match(/[^\0-\x7f]/gu) ?? [];
    const few = letters.length > 0 && letters.length <= FEW_CHARACTERS;
    if (few && letters.every((letter) => RARE_LETTERS.test(letter))) {
      return ['gb18030'];
    }
  }
  return [];
}

/** Lines with bytes beyond ASCII, each with its line end, which is no part of a character in any candidate encoding. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES);
  let length = 0;
  for (let i = 0; i < bytes.length && length < SAMPLE_BYTES; i++) {
    if ((bytes[i] as number) < 0x80) continue;
    let start = i;
    while (start > 0 && i - start < LINE_BYTES && !isLineEnd(bytes[start - 1])) start--;
    let end = i;
    while (end < bytes.length && end - start < 2 * LINE_BYTES && !isLineEnd(bytes[end])) end++;
    const line = bytes.subarray(start, Math.min(end + 1, start + SAMPLE_BYTES - length));
    sample.set(line, length);
    length += line.length;
    i = end;
  }
  return sample.subarray(0, length);
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}

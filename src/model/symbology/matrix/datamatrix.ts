import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { datamatrixCodewords } from '../datamatrix/codewords.ts';
import { withErrorCodewords } from '../datamatrix/error-codewords.ts';
import { placedModules } from '../datamatrix/placement.ts';
import { DATAMATRIX_SIZES, type DatamatrixSize } from '../datamatrix/sizes.ts';
import { isAscii, longestPrefix, utf8, wholeText } from './matrix-text.ts';
import { chosen } from '../catalog/options.ts';
import type { MatrixSymbol, SymbolOptions, SymbolEncoder } from '../types.ts';

/** The number of digits, the densest kind of content, that the largest symbol holds. */
const MOST_DIGITS = 3116;
/** ISO/IEC 16022, 5.4.1: announces ECI 26, which is UTF-8. */
const UTF8_ECI = [241, 27];

/**
 * ISO/IEC 16022, ECC 200. Text beyond ASCII is encoded in UTF-8 and announced as such, because readers guess the
 * encoding of unannounced bytes.
 */
export const encodeDatamatrix: SymbolEncoder = (content, title, options) => {
  const whole = wholeText(content, title);
  if (!whole.ok) return whole;
  return datamatrixSymbol(
    { symbology: 'datamatrix', title, content, text: content, encoded: content, messageOf },
    options,
  );
};

function messageOf(text: string): DatamatrixMessage {
  const bytes = isAscii(text) ? text : utf8(text);
  return { prefix: isAscii(text) ? [] : UTF8_ECI, message: Array.from(bytes, (c) => c.charCodeAt(0)) };
}

export interface DatamatrixMessage {
  /** Codewords before the message. */
  readonly prefix: readonly number[];
  /** The message: bytes and `FNC1`. */
  readonly message: readonly number[];
}

interface DatamatrixRecipe {
  readonly symbology: 'datamatrix' | 'gs1-datamatrix';
  readonly title: string;
  readonly content: string;
  readonly text: string;
  /** The characters that are encoded. */
  readonly encoded: string;
  messageOf(encoded: string): DatamatrixMessage;
}

/** The smallest square or rectangle that holds the message, or exactly the size that was chosen. */
export function datamatrixSymbol(recipe: DatamatrixRecipe, options: SymbolOptions): Result<MatrixSymbol> {
  const { symbology, title, content, text, encoded } = recipe;
  const sizes = sizesOf(chosen(symbology, options, 'size'));
  const attempt = (part: string): ReturnType<typeof datamatrixCodewords> => {
    if (part.length > MOST_DIGITS) return null;
    const { prefix, message } = recipe.messageOf(part);
    return datamatrixCodewords(message, prefix, [...sizes.keys()]);
  };
  const found = attempt(encoded);
  const size = found === null ? undefined : sizes.get(found.capacity);
  if (found === null || size === undefined) {
    const characters = [...encoded];
    const most = longestPrefix(
      Math.min(characters.length, MOST_DIGITS + 1),
      (n) => attempt(characters.slice(0, n).join('')) !== null,
    );
    return err(problem('symbol.tooLong', { symbology: title, actual: characters.length, most }));
  }
  return ok({
    kind: 'matrix',
    symbology,
    content,
    text,
    columns: size.columns,
    rows: size.rows,
    modules: placedModules(withErrorCodewords(found.codewords, size), size),
    // Quiet zone: ISO/IEC 16022, 7.3.
    quietModules: 1,
  });
}

/** The sizes by their capacity in codewords, ascending. */
function sizesOf(choice: string): ReadonlyMap<number, DatamatrixSize> {
  const isChosen = ({ name, rows, columns }: DatamatrixSize): boolean =>
    choice === 'square' ? rows === columns : choice === 'rectangular' ? rows !== columns : name === choice;
  return new Map(DATAMATRIX_SIZES.filter(isChosen).map((size) => [size.dataCodewords, size]));
}

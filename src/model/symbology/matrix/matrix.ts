import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { bwipModules } from '../bwip.ts';
import type { BwipEncoder } from '../bwip-encoders.ts';
import type { MatrixSymbol, MatrixSymbology } from '../types.ts';
import { isAscii, longestPrefix, utf8, wholeText } from './matrix-text.ts';

interface MatrixRecipe {
  readonly symbology: MatrixSymbology;
  readonly title: string;
  readonly encoder: BwipEncoder;
  readonly encoderOptions: Readonly<Record<string, unknown>>;
  readonly content: string;
  /** The quiet zone that the standard requires, in modules. */
  readonly quiet: number;
  readonly capacity: Capacity;
  readonly lattice?: 'hexagonal';
}

/** How many characters of each kind the largest symbol holds, according to the standard. */
export interface Capacity {
  readonly digits: number;
  readonly text: number;
  readonly bytes: number;
}

/** Encodes with bwip-js. Problems: `symbol.empty`, `symbol.character`, `symbol.tooLong`, `symbol.cannotEncode`. */
export function encodeMatrix(recipe: MatrixRecipe): Result<MatrixSymbol> {
  return attemptMatrix(recipe) ?? err(tooLong(recipe));
}

/**
 * Encodes without computing how much would fit, which takes several times as long. Null when the content doesn't fit.
 */
export function attemptMatrix(recipe: MatrixRecipe): Result<MatrixSymbol> | null {
  const { symbology, title, content } = recipe;
  const whole = wholeText(content, title);
  if (!whole.ok) return whole;
  // bwip-js would take seconds to find out that a megabyte does not fit.
  if ([...content].length > recipe.capacity.digits) return null;
  const made = encodeText(recipe, content);
  if (!made.ok) return OUT_OF_SPACE.test(String(made.error.params?.['detail'])) ? null : made;
  const { columns, rows, modules, moduleHeight } = made.value;
  return ok({
    kind: 'matrix',
    symbology,
    content,
    text: content,
    columns,
    rows,
    modules,
    ...(moduleHeight === 1 ? {} : { moduleHeight }),
    ...(recipe.lattice === undefined ? {} : { lattice: recipe.lattice }),
    quietModules: recipe.quiet,
  });
}

function tooLong(recipe: MatrixRecipe): Problem {
  const characters = [...recipe.content];
  const actual = characters.length;
  const most =
    actual > EXACT_UP_TO
      ? mostOf(recipe.content, recipe.capacity)
      : longestPrefix(actual, (n) => encodeText(recipe, characters.slice(0, n).join('')).ok);
  return problem('symbol.tooLong', { symbology: recipe.title, actual, most });
}

/**
 * For texts up to this length the exact number of characters that fit is found by trying shorter ones; each attempt
 * takes milliseconds.
 */
const EXACT_UP_TO = 400;

/** The messages of bwip-js for content that does not fit. */
const OUT_OF_SPACE =
  /too long|too much data|exceeds the symbol capacity|maximum length exceeded|insufficient capacity/i;

function mostOf(content: string, { digits, text, bytes }: Capacity): number {
  return /^[0-9]*$/.test(content) ? digits : /^[ -~]*$/.test(content) ? text : bytes;
}

/**
 * Encodes text beyond ASCII in UTF-8, announced by ECI 26. The standards allow Latin-1 without an announcement, but
 * readers guess: they read "é£" as Japanese.
 */
function encodeText({ encoder, encoderOptions }: MatrixRecipe, content: string): ReturnType<typeof bwipModules> {
  const options = { ...encoderOptions, binarytext: true };
  if (isAscii(content)) return bwipModules(encoder, content, options);
  return bwipModules(encoder, `^ECI000026${utf8(content).replaceAll('^', '^^')}`, { ...options, parsefnc: true });
}

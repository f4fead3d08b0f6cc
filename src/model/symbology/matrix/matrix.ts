import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { bwipModules } from '../bwip.ts';
import type { MatrixSymbol, MatrixSymbology } from '../types.ts';

interface MatrixRecipe {
  readonly symbology: MatrixSymbology;
  readonly title: string;
  readonly encoder: string;
  readonly encoderOptions: Readonly<Record<string, unknown>>;
  readonly content: string;
  /** Clear space that the standard wants around it, in modules. */
  readonly quiet: number;
  readonly capacity: Capacity;
  readonly lattice?: 'hexagonal';
}

/** What the largest symbol takes of one kind of characters, as its standard says. */
export interface Capacity {
  readonly digits: number;
  readonly text: number;
  readonly bytes: number;
}

/** Encodes with bwip-js. Problems: `symbol.empty`, `symbol.character`, `symbol.tooLong`, `symbol.cannotEncode`. */
export function encodeMatrix(recipe: MatrixRecipe): Result<MatrixSymbol> {
  return attemptMatrix(recipe) ?? err(tooLong(recipe));
}

/** The same without saying how much would fit, which takes several times as long: null when the content does not. */
export function attemptMatrix(recipe: MatrixRecipe): Result<MatrixSymbol> | null {
  const { symbology, title, content } = recipe;
  const whole = wholeText(content, title);
  if (!whole.ok) return whole;
  // The encoder takes seconds to find that a megabyte does not fit.
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

/** Texts up to this long are tried shorter, to say how much of them fits; each attempt takes milliseconds. */
const EXACT_UP_TO = 400;

/** The encoder's own words for it. */
const OUT_OF_SPACE =
  /too long|too much data|exceeds the symbol capacity|maximum length exceeded|insufficient capacity/i;

/** The largest number below `length` that fits. */
export function longestPrefix(length: number, fits: (n: number) => boolean): number {
  let low = 0;
  let high = length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function mostOf(content: string, { digits, text, bytes }: Capacity): number {
  return /^[0-9]*$/.test(content) ? digits : /^[ -~]*$/.test(content) ? text : bytes;
}

/** Text that is not empty and has no halves of characters, which no byte sequence stands for. */
export function wholeText(content: string, title: string): Result<string> {
  if (content === '') return err(problem('symbol.empty', { symbology: title }));
  if (content.isWellFormed()) return ok(content);
  const before = [...content].findIndex((c) => !c.isWellFormed());
  const half = [...content][before] ?? '';
  const character = `U+${half.charCodeAt(0).toString(16).toUpperCase()}`;
  return err(problem('symbol.character', { symbology: title, position: before + 1, character }));
}

/**
 * What is not ASCII goes as UTF-8, announced by ECI 26. Latin-1 needs no announcement by the standards, but readers
 * guess: they take "é£" for Japanese.
 */
function encodeText({ encoder, encoderOptions }: MatrixRecipe, content: string): ReturnType<typeof bwipModules> {
  const options = { ...encoderOptions, binarytext: true };
  if (isAscii(content)) return bwipModules(encoder, content, options);
  return bwipModules(encoder, `^ECI000026${utf8(content).replaceAll('^', '^^')}`, { ...options, parsefnc: true });
}

/** A character for each byte. */
export function utf8(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

export function isAscii(content: string): boolean {
  for (let i = 0; i < content.length; i++) if (content.charCodeAt(i) > 0x7f) return false;
  return true;
}

import { shortEnough, visibleText } from '../characters.ts';
import { code39Pattern, mod43 } from './code39-characters.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { linearSymbol } from './linear.ts';
import { chosen, chosenRatio } from '../catalog/options.ts';

/** Most characters become two. */
const LONGEST = 50;

/**
 * Code 39 with the pairs of ISO/IEC 16388, annex A.2, for all of ASCII. A check character belongs to the pairs, not to
 * the text: a reader that knows of it takes it off, and ours sees it in the pairs.
 */
export const encodeCode39ext: SymbolEncoder = (content, title, options) => {
  // oxlint-disable-next-line no-control-regex -- the full ASCII variant encodes control characters too
  const checked = onlyCharacters(content, /[\u0000-\u007f]/, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  let pairs = '';
  for (const character of content) pairs += pairOf(character.charCodeAt(0));
  const check = chosen('code39ext', options, 'checkDigit') === 'mod43' ? mod43(pairs) : '';
  return linearSymbol({
    symbology: 'code39ext',
    content,
    text: visibleText(content) + check,
    pattern: code39Pattern(pairs + check),
    quiet: [10, 10],
    wideRatio: chosenRatio('code39ext', options),
  });
};

const letter = (code: number): string => String.fromCharCode(code);

/** ISO/IEC 16388, table A.2: rows of 26 codes follow a letter of `$ / + %`. */
function pairOf(code: number): string {
  if (code === 0) return '%U';
  if (code <= 26) return `$${letter(code + 64)}`;
  if (code <= 31) return `%${letter(code + 38)}`;
  if (code === 32 || code === 45 || code === 46) return letter(code);
  if (code <= 44) return `/${letter(code + 32)}`;
  if (code === 47) return '/O';
  if (code <= 57) return letter(code);
  if (code === 58) return '/Z';
  if (code <= 63) return `%${letter(code + 11)}`;
  if (code === 64) return '%V';
  if (code <= 90) return letter(code);
  if (code <= 95) return `%${letter(code - 16)}`;
  if (code === 96) return '%W';
  if (code <= 122) return `+${letter(code - 32)}`;
  return `%${letter(code - 43)}`;
}

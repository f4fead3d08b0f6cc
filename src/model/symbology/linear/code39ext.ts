import { shortEnough, visibleText } from '../characters.ts';
import { code39Pattern, mod43 } from './code39-characters.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { linearSymbol } from './linear.ts';
import { chosen, chosenRatio } from '../catalog/options.ts';

/** Most characters are encoded as two. */
const LONGEST = 50;

/**
 * Full ASCII Code 39, which uses the character pairs of ISO/IEC 16388, annex A.2. A check character belongs to the
 * pairs and not to the text: readers that expect it remove it, and our own finds it in the pairs.
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

/**
 * How a character is encoded (ISO/IEC 16388, table A.2): digits, capital letters, space, `-` and `.` as themselves, all
 * others as a letter after one of `$ / + %`.
 */
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

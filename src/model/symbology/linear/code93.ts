import { shortEnough } from '../characters.ts';
import { CODE39_CHARACTER, CODE39_CHARACTERS } from './code39-characters.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { linearSymbol } from './linear.ts';

const LONGEST = 80;

/** The patterns by value (AIM USS Code 93, table 1): the characters of Code 39, then four shifts for full ASCII. */
const PATTERNS =
  '131112 111213 111312 111411 121113 121212 121311 111114 131211 141111 211113 211212 211311 221112 221211 231111 112113 112212 112311 122112 132111 111123 111222 111321 121122 131121 212112 212211 211122 211221 221121 222111 112122 112221 122121 123111 121131 311112 311211 321111 112131 113121 211131 121221 312111 311121 122211'.split(
    ' ',
  );
const START_STOP = '111141';
/** The termination bar after the stop character. */
const TERMINATION = '1';

/** AIM USS Code 93, with its two check characters, which readers remove. */
export const encodeCode93: SymbolEncoder = (content, title) => {
  const checked = onlyCharacters(content, CODE39_CHARACTER, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  const values = Array.from(content, (character) => CODE39_CHARACTERS.indexOf(character));
  values.push(checkValue(values, 20));
  values.push(checkValue(values, 15));
  const pattern = START_STOP + values.map((value) => PATTERNS[value]).join('') + START_STOP + TERMINATION;
  // Quiet zone of 10 X: AIM USS Code 93, 2.3.
  return linearSymbol({ symbology: 'code93', content, pattern, quiet: [10, 10] });
};

/** A check value. Weights count from the right: 1, 2 … `most`, 1, 2 … (up to 20 for C, 15 for K). */
function checkValue(values: readonly number[], most: number): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] ?? 0) * (((values.length - 1 - i) % most) + 1);
  return sum % 47;
}

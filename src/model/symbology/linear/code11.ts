import { shortEnough } from '../characters.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { linearSymbol } from './linear.ts';
import { chosen, chosenRatio } from '../catalog/options.ts';

const CHARACTERS = '0123456789-';
const PATTERNS = '11112 21112 12112 22111 11212 21211 12211 11122 21121 21111 11211'.split(' ');
const START_STOP = '11221';
const LONGEST = 60;
/** `auto` adds a second check character from this length on: most references require it above 10 characters. */
const SECOND_CHECK_FROM = 11;

/** USS Code 11 with no, one or two check characters. */
export const encodeCode11: SymbolEncoder = (content, title, options) => {
  const checked = onlyCharacters(content, /[0-9-]/, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  let full = content;
  // Weights count from the right: up to 10 for the check character C, up to 9 for K, which also covers C.
  for (let i = 0; i < checkCount(chosen('code11', options, 'checkDigit'), content.length); i++)
    full += checkCharacter(full, i === 0 ? 10 : 9);
  const characters = Array.from(full, (character) => PATTERNS[CHARACTERS.indexOf(character)]);
  return linearSymbol({
    symbology: 'code11',
    content: full,
    pattern: [START_STOP, ...characters, START_STOP].join('1'),
    quiet: [10, 10],
    wideRatio: chosenRatio('code11', options),
  });
};

function checkCount(choice: string, length: number): number {
  if (choice === 'auto') return length >= SECOND_CHECK_FROM ? 2 : 1;
  return choice === 'none' ? 0 : Number(choice);
}

function checkCharacter(text: string, most: number): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++)
    sum += CHARACTERS.indexOf(text.charAt(i)) * (((text.length - 1 - i) % most) + 1);
  return CHARACTERS[sum % 11] ?? '';
}

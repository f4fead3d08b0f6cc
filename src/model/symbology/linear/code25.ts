import { shortEnough } from '../characters.ts';
import { gs1CheckDigit, onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { linearSymbol } from './linear.ts';
import { chosen, chosenRatio } from '../catalog/options.ts';
import { TWO_OF_FIVE } from './interleaved2of5.ts';

const LONGEST = 40;
/** Start and stop, bars only: all spaces are narrow. */
const START = '212111';
const STOP = '21112';

/** Industrial 2 of 5, with or without a modulo 10 check digit. */
export const encodeCode25: SymbolEncoder = (content, title, options) => {
  const checked = onlyCharacters(content, /[0-9]/, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  const full = content + (chosen('code25', options, 'checkDigit') === 'mod10' ? gs1CheckDigit(content) : '');
  let pattern = START;
  for (const digit of full) for (const bar of TWO_OF_FIVE[Number(digit)] ?? '') pattern += `${bar}1`;
  return linearSymbol({
    symbology: 'code25',
    content: full,
    pattern: pattern + STOP,
    quiet: [10, 10],
    wideRatio: chosenRatio('code25', options),
  });
};

import { shortEnough } from '../characters.ts';
import { CODE39_CHARACTER, code39Pattern, mod43 } from './code39-characters.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { linearSymbol } from './linear.ts';
import { chosen, chosenRatio } from '../catalog/options.ts';

const LONGEST = 80;

/** ISO/IEC 16388, with a check character if chosen. The text has no asterisks, because they are not data. */
export const encodeCode39: SymbolEncoder = (content, title, options) => {
  const checked = onlyCharacters(content, CODE39_CHARACTER, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  const full = content + (chosen('code39', options, 'checkDigit') === 'mod43' ? mod43(content) : '');
  // Quiet zone of 10 X: ISO/IEC 16388, 4.4.1 e.
  return linearSymbol({
    symbology: 'code39',
    content: full,
    pattern: code39Pattern(full),
    quiet: [10, 10],
    wideRatio: chosenRatio('code39', options),
  });
};

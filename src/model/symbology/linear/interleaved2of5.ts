import { shortEnough } from '../characters.ts';
import { gs1CheckDigit, onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { linearSymbol } from './linear.ts';
import { chosen, chosenRatio } from '../catalog/options.ts';
import { interleavedPattern } from './two-of-five.ts';

const LONGEST = 80;

/**
 * ISO/IEC 16390, with a modulo 10 check digit if chosen. Digits are encoded in pairs: an odd number of them gets a
 * leading 0 (specification 2, section 5).
 */
export const encodeInterleaved2of5: SymbolEncoder = (content, title, options) => {
  const checked = onlyCharacters(content, /[0-9]/, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  const digits = content + (chosen('interleaved2of5', options, 'checkDigit') === 'mod10' ? gs1CheckDigit(content) : '');
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  // Quiet zone of 10 X: ISO/IEC 16390, 4.3.
  return linearSymbol({
    symbology: 'interleaved2of5',
    content: even,
    pattern: interleavedPattern(even),
    quiet: [10, 10],
    wideRatio: chosenRatio('interleaved2of5', options),
  });
};

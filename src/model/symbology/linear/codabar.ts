import { err } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { shortEnough, tooShort } from '../characters.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { linearSymbol } from './linear.ts';
import { chosen, chosenRatio } from '../catalog/options.ts';

const CHARACTERS = '0123456789-$:/.+ABCD';
/** Bars and spaces in turn, bar first, for each character; 2 is wide (BS EN 798, table 1). */
const PATTERNS =
  '1111122 1111221 1112112 2211111 1121121 2111121 1211112 1211211 1221111 2112111 1112211 1122111 2111212 2121112 2121211 1121212 1122121 1212112 1112122 1112221'.split(
    ' ',
  );
/** Readers require at least two characters: shorter symbols would often be found by chance in other print. */
const SHORTEST = 2;
const LONGEST = 60;

/**
 * BS EN 798 (Codabar, NW-7). Content may have its own start and stop letters, A to D; otherwise the chosen ones are
 * added. Both are part of the text, because readers return them.
 */
export const encodeCodabar: SymbolEncoder = (content, title, options) => {
  const given = onlyCharacters(content, /[0-9A-D$:/.+-]/, title);
  if (!given.ok) return given;
  const own = /^[A-D][^A-D]*[A-D]$/.test(content);
  if (!own && /[A-D]/.test(content)) return err(problem('symbol.startStop', { symbology: title }));
  const data = own ? content.slice(1, -1) : content;
  const start = own ? content.charAt(0) : chosen('codabar', options, 'startLetter');
  const stop = own ? content.charAt(content.length - 1) : chosen('codabar', options, 'stopLetter');
  if (data.length < SHORTEST) return err(tooShort(title, SHORTEST, data.length));
  const short = shortEnough(data, LONGEST, title);
  if (!short.ok) return short;
  const check = chosen('codabar', options, 'checkDigit') === 'mod16' ? mod16(start + data + stop) : '';
  const full = start + data + check + stop;
  const pattern = Array.from(full, (character) => PATTERNS[CHARACTERS.indexOf(character)]).join('1');
  // Quiet zone of 10 X: BS EN 798, 4.4.
  return linearSymbol({
    symbology: 'codabar',
    content: full,
    pattern,
    quiet: [10, 10],
    wideRatio: chosenRatio('codabar', options),
  });
};

/** The character that makes the sum of all values, including start and stop, a multiple of 16 (BS EN 798, annex A). */
function mod16(characters: string): string {
  let sum = 0;
  for (const character of characters) sum += CHARACTERS.indexOf(character);
  return CHARACTERS[(16 - (sum % 16)) % 16] ?? '';
}

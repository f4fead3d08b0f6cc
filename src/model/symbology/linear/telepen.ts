import { asciiCodes, shortEnough, visibleText } from '../characters.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { linearSymbol } from './linear.ts';

const LONGEST = 60;
const START = 95;
const STOP = 122;

/** Telepen in ASCII mode, with its check character, which readers remove (Telepen, symbology description). */
export const encodeTelepen: SymbolEncoder = (content, title) => {
  // oxlint-disable-next-line no-control-regex -- Telepen encodes control characters too
  const checked = onlyCharacters(content, /[\u0000-\u007f]/, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  const codes = asciiCodes(content);
  let sum = 0;
  for (const code of codes) sum += code;
  const all = [START, ...codes, (127 - (sum % 127)) % 127, STOP];
  // The space after the last bar is not part of the symbol.
  const pattern = all
    .map((code) => PATTERNS[code])
    .join('')
    .slice(0, -1);
  return linearSymbol({ symbology: 'telepen', content, text: visibleText(content), pattern, quiet: [10, 10] });
};

const PATTERNS: readonly string[] = Array.from({ length: 128 }, (_, code) => patternOf(code));

/**
 * Bars and spaces of 1 and 3 modules for a character's bits, lowest bit first, with even parity. 1 is a narrow bar and
 * a narrow space, 00 a wide bar and a narrow space, 010 a wide bar and a wide space. In 01…10 both ends, 01 and 10, are
 * a narrow bar and a wide space, and each 1 between them is a narrow bar and a narrow space.
 */
function patternOf(code: number): string {
  let ones = 0;
  for (let bits = code; bits > 0; bits >>= 1) ones += bits & 1;
  const bits = Array.from({ length: 8 }, (_, i) => (i === 7 ? ones % 2 : (code >> i) & 1));
  let pattern = '';
  for (let i = 0; i < 8;) {
    if (bits[i] === 1) {
      pattern += '11';
      i++;
    } else if (bits[i + 1] === 0) {
      pattern += '31';
      i += 2;
    } else if (bits[i + 2] === 0) {
      pattern += '33';
      i += 3;
    } else {
      // 01, then any number of ones, then 10.
      pattern += '13';
      i += 2;
      while (bits[i + 1] === 1) {
        pattern += '11';
        i++;
      }
      pattern += '13';
      i += 2;
    }
  }
  return pattern;
}

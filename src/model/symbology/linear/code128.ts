import { asciiCodes, shortEnough, visibleText } from '../characters.ts';
import { code128Pattern } from './code128-pattern.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { linearSymbol } from './linear.ts';

/** The standard knows no limit; a reader's line of sight does. */
const LONGEST = 100;

/** ISO/IEC 15417. ASCII; the code sets A, B and C change for the shortest symbol. */
export const encodeCode128: SymbolEncoder = (content, title) => {
  // oxlint-disable-next-line no-control-regex -- Code 128 encodes control characters too
  const checked = onlyCharacters(content, /[\u0000-\u007f]/, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  // Quiet zone: ISO/IEC 15417, 4.4 a: 10 X on each side.
  return linearSymbol({
    symbology: 'code128',
    content,
    text: visibleText(content),
    pattern: code128Pattern(asciiCodes(content)),
    quiet: [10, 10],
  });
};

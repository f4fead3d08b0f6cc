import { asciiCodes, shortEnough, visibleText } from '../characters.ts';
import { code128Pattern } from './code128-pattern.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { linearSymbol } from './linear.ts';

/** The standard sets no limit, but readers can only scan symbols of limited width. */
const LONGEST = 100;

/** ISO/IEC 15417 for ASCII text. Code sets A, B and C are chosen for the shortest symbol. */
export const encodeCode128: SymbolEncoder = (content, title) => {
  // oxlint-disable-next-line no-control-regex -- Code 128 encodes control characters too
  const checked = onlyCharacters(content, /[\u0000-\u007f]/, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  // Quiet zone of 10 X on each side: ISO/IEC 15417, 4.4 a.
  return linearSymbol({
    symbology: 'code128',
    content,
    text: visibleText(content),
    pattern: code128Pattern(asciiCodes(content)),
    quiet: [10, 10],
  });
};

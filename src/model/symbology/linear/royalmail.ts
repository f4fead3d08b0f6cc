import { shortEnough } from '../characters.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { type FourState, type FourStateSpans, fourStateSymbol } from './four-state.ts';

/** The characters in a table of six rows and six columns. */
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Which two of a character's four bars extend up (by its row), and which two extend down (by its column). */
const PAIRS = ['0011', '0101', '0110', '1001', '1010', '1100'];
/** Royal Mail: ascenders and descenders have 5/8 of a full bar's height, trackers 2/8. */
const SPANS: FourStateSpans = { T: [0.375, 0.625], A: [0, 0.625], D: [0.375, 1], F: [0, 1] };
const HEIGHT_MM = 5.08;
const LONGEST = 20;

/** RM4SCC, the Royal Mail's code: start bar, characters, check character, stop bar. */
export const encodeRoyalmail: SymbolEncoder = (content, title) => {
  const checked = onlyCharacters(content, /[0-9A-Z]/, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  const full = content + checkCharacter(content);
  const bars: FourState[] = ['A', ...fourStateBars(full), 'F'];
  return fourStateSymbol({ symbology: 'royalmail', content: full, bars, spans: SPANS, heightMm: HEIGHT_MM });
};

/** KIX, the code of PostNL: the same characters, without start bar, check character and stop bar. */
export const encodeKix: SymbolEncoder = (content, title) => {
  const checked = onlyCharacters(content, /[0-9A-Z]/, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  return fourStateSymbol({
    symbology: 'kix',
    content,
    bars: fourStateBars(content),
    spans: SPANS,
    heightMm: HEIGHT_MM,
  });
};

function fourStateBars(text: string): FourState[] {
  return Array.from(text).flatMap((character) => {
    const value = CHARACTERS.indexOf(character);
    const up = PAIRS[Math.floor(value / 6)] ?? '';
    const down = PAIRS[value % 6] ?? '';
    return Array.from(up, (bar, i): FourState =>
      bar === '1' ? (down[i] === '1' ? 'F' : 'A') : down[i] === '1' ? 'D' : 'T',
    );
  });
}

/** The check character: its row and column are the sums of all rows and columns (counted from 1 to 6) modulo 6. */
function checkCharacter(text: string): string {
  let rows = 0;
  let columns = 0;
  for (const character of text) {
    const value = CHARACTERS.indexOf(character);
    rows += Math.floor(value / 6) + 1;
    columns += (value % 6) + 1;
  }
  return CHARACTERS[((rows + 5) % 6) * 6 + ((columns + 5) % 6)] ?? '';
}

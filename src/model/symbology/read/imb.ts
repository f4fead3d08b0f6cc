import type { BarState } from './bar-heights.ts';

interface ImbBit {
  readonly character: number;
  readonly mask: number;
}
interface ImbBar {
  readonly down: ImbBit;
  readonly up: ImbBit;
}
/**
 * For each bar from the left: the character and bit that make it a descender, then those that make it an ascender
 * (USPS-B-3200, table 22).
 */
const BARS: readonly ImbBar[] = [
  'H2E3 B10A0 J12C8 F5G11 I9D1 A1F12 C5B8 E4J11 G3I10 D9H6 F11B4 I5C12 J10A2',
  'H1G7 D6E9 A3I6 G4C7 B1J9 H10F2 E0D8 G2A4 I11B0 J8D12 C6H7 F1E10 B12G9',
  'H3I0 F8J7 E6C10 D4A5 I4F7 H11B9 G0J6 A6E8 C1D2 F9I12 E11G1 J5H4 D3B2',
  'A7C0 B3E1 G10D5 I7J4 C11F6 A8H12 E2I1 F10D0 J3A9 G5C4 H8B7 F0E5 C3A10',
  'G12J2 D11B6 I8H9 F4A11 B5C2 J1E12 I3G6 H0D7 E7H5 A12B11 C9J0 G8F3 D10I2',
].flatMap((line) => line.split(' ').map(imbBar));
const CHARACTERS = 10;
const BITS = 13;
const DATA_BITS = 102;
/** How many characters have five of 13 bits set, and how many have two. */
const FIVE_OF_13 = 1287;
const TWO_OF_13 = 78;
const CODEWORDS: ReadonlyMap<number, number> = codewords();

/**
 * 20 digits, or 25, 29 or 31 with a routing code. Null when it is not an Intelligent Mail barcode or its frame check is
 * wrong.
 */
export function readImb(states: readonly BarState[]): string | null {
  if (states.length !== BARS.length) return null;
  const characters = Array.from<number>({ length: CHARACTERS }).fill(0);
  states.forEach((state, i) => {
    const { down, up } = BARS[i] as ImbBar;
    if (state === 'descender' || state === 'full') setBit(characters, down);
    if (state === 'ascender' || state === 'full') setBit(characters, up);
  });
  let check = 0;
  const words: number[] = [];
  for (const [i, character] of characters.entries()) {
    const inverted = bitCount(character) > 6;
    if (inverted) check |= 1 << i;
    const word = CODEWORDS.get(inverted ? ~character & 0x1fff : character);
    if (word === undefined) return null;
    words.push(word);
  }
  const [first = 0, last = 0] = [words[0], words[CHARACTERS - 1]];
  if (first >= 659) check |= 1 << 10;
  if (last % 2 !== 0) return null;
  let value = BigInt(first >= 659 ? first - 659 : first);
  for (const word of words.slice(1, -1)) value = value * 1365n + BigInt(word);
  value = value * 636n + BigInt(last / 2);
  return frameCheck(value) === check ? digitsOf(value) : null;
}

function imbBar(text: string): ImbBar {
  const [, down = '', downBit = '', up = '', upBit = ''] = /^(\w)(\d+)(\w)(\d+)$/.exec(text) ?? [];
  return { down: imbBit(down, downBit), up: imbBit(up, upBit) };
}

function imbBit(letter: string, bit: string): ImbBit {
  return { character: letter.charCodeAt(0) - 65, mask: 1 << Number(bit) };
}

function setBit(characters: number[], { character, mask }: ImbBit): void {
  characters[character] = (characters[character] ?? 0) | mask;
}

/** The frame check: the 102 data bits, highest first, through an 11-bit CRC (USPS-B-3200, appendix C). */
function frameCheck(value: bigint): number {
  let check = 0x7ff;
  // Converting a large number to binary text is faster than shifting out bit after bit.
  const bits = value.toString(2).padStart(DATA_BITS, '0').slice(-DATA_BITS);
  for (let i = 0; i < DATA_BITS; i++) {
    const high = (check >> 10) & 1;
    check = (check << 1) & 0x7ff;
    if ((high === 1) !== (bits[i] === '1')) check ^= 0x735;
  }
  return check;
}

/**
 * Decodes all digits. The tracking code's digits were multiplied in one by one, its second digit in base 5; the rest is
 * the routing code.
 */
function digitsOf(value: bigint): string | null {
  let rest = value;
  let tracking = '';
  for (let i = 19; i >= 0; i--) {
    const base = i === 1 ? 5n : 10n;
    tracking = String(rest % base) + tracking;
    rest /= base;
  }
  const routing = routingOf(rest);
  return routing === null ? null : tracking + routing;
}

/** The values of routing codes of 5, 9 and 11 digits follow one another; 0 means none. */
function routingOf(value: bigint): string | null {
  let from = 1n;
  if (value === 0n) return '';
  for (const length of [5, 9, 11]) {
    const count = 10n ** BigInt(length);
    if (value < from + count) return String(value - from).padStart(length, '0');
    from += count;
  }
  return null;
}

function bitCount(value: number): number {
  let count = 0;
  for (let bits = value; bits > 0; bits >>= 1) count += bits & 1;
  return count;
}

/**
 * USPS-B-3200, appendix D: first characters with five bits, then those with two. A character and its mirror image are
 * numbered from below, palindromes from above.
 */
function codewords(): ReadonlyMap<number, number> {
  const words = new Map<number, number>();
  for (const [bits, first, count] of [
    [5, 0, FIVE_OF_13],
    [2, FIVE_OF_13, TWO_OF_13],
  ] as const) {
    let lower = first;
    let upper = first + count - 1;
    for (let character = 0; character < 1 << BITS; character++) {
      if (bitCount(character) !== bits) continue;
      const mirror = mirrored(character);
      if (mirror < character) continue;
      if (mirror === character) words.set(character, upper--);
      else {
        words.set(character, lower++);
        words.set(mirror, lower++);
      }
    }
  }
  return words;
}

function mirrored(character: number): number {
  let mirror = 0;
  for (let bit = 0; bit < BITS; bit++) if ((character >> bit) & 1) mirror |= 1 << (BITS - 1 - bit);
  return mirror;
}

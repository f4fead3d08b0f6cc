import { COMMON_HAN, PART_LETTERS } from './common-han.ts';
import { CORE_PART } from './font-parts.ts';
import type { CodeRange } from './fonts.ts';

const OUTSIDE_BMP = 0x20000;
const OUTSIDE_BMP_PART = 'x100';
const COMMON_FIRST = 0x4e00;

/** The Unicode blocks of Chinese characters and their radicals. */
const HAN: readonly CodeRange[] = [
  [0x2e80, 0x2fdf],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [OUTSIDE_BMP, 0x3ffff],
];

/** The part in which a code point is searched, whether or not the font has it. */
export function partOf(code: number): string {
  if (!HAN.some(([from, to]) => code >= from && code <= to)) return CORE_PART;
  if (code >= OUTSIDE_BMP) return OUTSIDE_BMP_PART;
  const common = PART_LETTERS.indexOf(COMMON_HAN[code - COMMON_FIRST] ?? ' ');
  return common >= 0 ? String(common + 1).padStart(2, '0') : `x${(code >> 9).toString(16)}`;
}

/** Groups code points by the part that has them. */
export function partition(codes: Iterable<number>): ReadonlyMap<string, readonly number[]> {
  const parts = new Map<string, number[]>();
  for (const code of codes) {
    const name = partOf(code);
    const part = parts.get(name);
    if (part === undefined) parts.set(name, [code]);
    else part.push(code);
  }
  return parts;
}

/** The code points of each Chinese part, as CSS writes them in `unicode-range`. */
export function hanRanges(): ReadonlyMap<string, string> {
  const ranges = new Map<string, string[]>();
  for (const [first, last] of HAN) {
    for (let from = first; from <= last;) {
      const part = partOf(from);
      let to = from;
      if (from >= OUTSIDE_BMP) to = last;
      while (to < last && partOf(to + 1) === part) to++;
      const list = ranges.get(part) ?? [];
      ranges.set(part, list);
      list.push(`U+${from.toString(16)}${to === from ? '' : `-${to.toString(16)}`}`);
      from = to + 1;
    }
  }
  return new Map([...ranges].map(([part, list]) => [part, list.join(',')]));
}

/** The code points of the part with Latin, punctuation and kana: all that are in no other part. */
export function coreRange(): string {
  const edges = [-1, ...HAN.flat(), 0x110000];
  return Array.from({ length: HAN.length + 1 }, (_, i) => {
    const [from, to] = [(edges[2 * i] ?? 0) + 1, (edges[2 * i + 1] ?? 0) - 1];
    return `U+${from.toString(16)}-${to.toString(16)}`;
  }).join(',');
}

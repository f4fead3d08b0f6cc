import type { Mm } from '#model/kernel/units.ts';
import type { ShapedText } from './layout.ts';
import type { TextAlign } from './text-style.ts';

const SPACE = /^\s/u;
/** Scripts whose letters join: extra space would tear a word apart. */
const JOINED = /^[\p{Script=Arabic}\p{Script=Syriac}]/u;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The letters of a text as a reader sees them, each with its marks, with their places in UTF-16 units. */
export function graphemesOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  return Array.from(graphemes.segment(text), ({ index, segment }) => ({ start: index, end: index + segment.length }));
}

/** A letter of a line with its marks, which keep their places relative to it. */
export interface LineLetter {
  readonly text: string;
  readonly startMm: Mm;
  readonly endMm: Mm;
  /** The index of the run that has its glyphs, and those of the first glyph and of the one after the last. */
  readonly run: number;
  readonly from: number;
  readonly to: number;
}

/** The letters of a text of one line, from left to right; letter spacing is not part of them. */
export function lineLetters({ lines, runs }: ShapedText, letterSpacingMm: Mm): readonly LineLetter[] {
  const found = runs.flatMap((run, index) => {
    const segments = graphemes.segment(run.text);
    const letters: { text: string; key: number; startMm: Mm; run: number; from: number; to: number }[] = [];
    run.clusters.forEach((cluster, glyph) => {
      const letter = segments.containing(cluster);
      const key = letter?.index ?? cluster;
      const x = run.positions[2 * glyph] ?? 0;
      const last = letters.at(-1);
      if (last?.key !== key) {
        letters.push({ text: letter?.segment ?? '', key, startMm: x, run: index, from: glyph, to: glyph + 1 });
      } else {
        last.startMm = Math.min(last.startMm, x);
        last.to = glyph + 1;
      }
    });
    return letters;
  });
  const sorted = found.sort((a, b) => a.startMm - b.startMm);
  const lineEndMm = (lines[0]?.leftMm ?? 0) + (lines[0]?.widthMm ?? 0);
  return sorted.map((letter, i) => {
    const next = sorted[i + 1];
    const endMm = next === undefined ? lineEndMm : next.startMm - letterSpacingMm;
    return { ...letter, endMm: Math.max(letter.startMm, endMm) };
  });
}

interface Spreading {
  /** Only `justify` and `stretch` spread. */
  readonly align: TextAlign;
  /** A closed line has a gap between its last and its first letter, too. */
  readonly isClosed?: boolean;
  /** Letters that join are not moved apart. */
  readonly keepsWords?: boolean;
}

/** How far each letter moves when its line is spread by `freeMm`; null where there is nothing to widen. */
export function spreadLetters(
  letters: readonly Pick<LineLetter, 'text'>[],
  freeMm: Mm,
  { align, isClosed = false, keepsWords = false }: Spreading,
): readonly Mm[] | null {
  if (freeMm <= 0 || (align !== 'justify' && align !== 'stretch')) return null;
  const isGap = (one: string, next: string): boolean =>
    align === 'stretch' ? !(keepsWords && JOINED.test(one) && JOINED.test(next)) : SPACE.test(one) && !SPACE.test(next);
  let gaps = 0;
  const passed = letters.map(({ text }, i) => {
    const before = letters[i - 1];
    if (before !== undefined && isGap(before.text, text)) gaps++;
    return gaps;
  });
  if (gaps === 0) return null;
  const step = freeMm / (isClosed ? gaps + 1 : gaps);
  return passed.map((count) => count * step);
}

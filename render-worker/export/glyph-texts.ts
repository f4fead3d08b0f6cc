import type { GlyphRun } from '#model/elements/base/display-op.ts';
import type { Mm } from '#model/kernel/units.ts';

/**
 * The characters of each glyph of a run. Where several glyphs make up one letter, the first has all its characters and
 * the others none.
 */
export function glyphTexts(run: GlyphRun): readonly string[] {
  const { clusters, text } = run;
  const starts = [...new Set(clusters)].sort((a, b) => a - b);
  const ends = new Map(starts.map((start, i) => [start, starts[i + 1] ?? text.length]));
  const seen = new Set<number>();
  return Array.from(run.glyphs, (_, i) => {
    const start = clusters[i] ?? text.length;
    if (seen.has(start)) return '';
    seen.add(start);
    return text.slice(start, ends.get(start));
  });
}

const MARK = /^\p{M}/u;

/** For each glyph of a run the position in the text where its letter begins. Marks belong to the letter before them. */
export function letterStarts({ clusters, text }: GlyphRun): readonly number[] {
  return Array.from(clusters, (cluster) => {
    let start = cluster;
    while (start > 0 && MARK.test(text.slice(start))) start--;
    return start;
  });
}

/** True when the glyphs are on one line in the direction of writing, each after the previous one. */
export function isStraight(run: GlyphRun): boolean {
  if (run.turns !== undefined) return false;
  const across = run.sideways === true ? 0 : 1;
  for (let i = 2; i < run.positions.length; i += 2) {
    if (Math.abs((run.positions[i + across] ?? 0) - (run.positions[across] ?? 0)) > 1e-4) return false;
  }
  return true;
}

/** True when the glyphs, ordered from left to right, belong to a right-to-left text. */
export function isLeftward({ clusters }: GlyphRun): boolean {
  return (clusters.at(0) ?? 0) > (clusters.at(-1) ?? 0);
}

/** Skia's slant for a face without an italic. */
export const SLANT: number = 0.25;

/**
 * The width of the pen with which Skia thickens the glyphs of a face without a bold: at small sizes a 24th of the em.
 */
export function emboldeningPenMm(sizeMm: Mm): Mm {
  const along = Math.min(1, Math.max(0, (sizeMm - 9) / (36 - 9)));
  return sizeMm * (1 / 24 + along * (1 / 32 - 1 / 24));
}

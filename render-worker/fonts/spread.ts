import type { LineRun } from './line-run.ts';

const SPACE = /^\s/;
/** Scripts whose letters join: extra space would tear a word apart. */
const JOINED = /^[\p{Script=Arabic}\p{Script=Syriac}]/u;
/** Characters between which a justified line may be widened without a space. */
const IDEOGRAPHIC = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Widens a line by `free` in equal steps: between all its letters (`letters`), or else between words and between
 * Chinese characters. Returns false and changes nothing when there is no such place.
 */
export function spreadLine(runs: readonly LineRun[], free: number, letters: boolean): boolean {
  const places = runs.flatMap(placesOf);
  const first = places.findIndex((place) => !SPACE.test(place.letter));
  const last = places.findLastIndex((place) => !SPACE.test(place.letter));
  const gaps = places.flatMap((one, i) => {
    const next = places[i + 1];
    const inside = next !== undefined && i >= first && i < last && one.start !== next.start;
    return inside && isGap(one.letter, next.letter, letters) ? [i] : [];
  });
  if (gaps.length === 0) return false;
  const step = free / gaps.length;
  let passed = 0;
  for (const [i, { run, glyph }] of places.entries()) {
    run.xs[glyph] = (run.xs[glyph] ?? 0) + passed * step;
    if (i === gaps[passed]) passed++;
  }
  return true;
}

function isGap(one: string, next: string, letters: boolean): boolean {
  if (letters) return !(JOINED.test(one) && JOINED.test(next));
  if (SPACE.test(one) || SPACE.test(next)) return SPACE.test(one) && !SPACE.test(next);
  return IDEOGRAPHIC.test(one) || IDEOGRAPHIC.test(next);
}

interface Place {
  readonly run: LineRun;
  readonly glyph: number;
  /** A visible letter, including its marks. */
  readonly letter: string;
  /** Start of the letter in the whole text. */
  readonly start: number;
}

function placesOf(run: LineRun): Place[] {
  const segments = graphemes.segment(run.text);
  return Array.from(run.clusters, (cluster, glyph) => {
    const found = segments.containing(cluster);
    return { run, glyph, letter: found?.segment ?? '', start: run.start + (found?.index ?? cluster) };
  });
}

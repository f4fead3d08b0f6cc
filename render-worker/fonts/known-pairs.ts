import type { LineRun } from './line-run.ts';
import type { RunText } from './run-text.ts';

/** Latin letters and signs that are one glyph each. A space at the end is excluded: it has no width there. */
const SIMPLE =
  /^(?=[\s\S]*[^ ]$)[\x20-\x7e\xa1-\xac\xae-\u017f\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u20ac\u2122]+$/;
/** A font may kern differently by script, and signs and digits alone have none. */
const LATIN = /\p{Script=Latin}/u;
/**
 * Advances that are multiples of this (as in fonts with 2048 units to the em) add up without rounding in Skia's single
 * precision, in any order, on lines of up to `LONGEST`.
 */
const GRAIN = 1 / 64;
const LONGEST = 2 ** 17;
const MOST_PAIRS = 20_000;

/** A line of one run, in layout units, with the numbers that Skia would give. */
export interface KnownLine {
  readonly ascent: number;
  readonly descent: number;
  readonly width: number;
  readonly run: RunText & Omit<LineRun, 'choice'>;
}

interface Letters {
  readonly ascent: number;
  readonly descent: number;
  /** The glyph of each character. */
  readonly glyphs: Map<number, number>;
  /** The advance from a character to the next, by both of them; 0 is the end of the line. */
  readonly advances: Map<number, number>;
}

/**
 * Caches the distances of letters in lines that Skia has laid out, and lays out further lines of the same pairs from
 * that, with exactly the same numbers. Only for fonts in which a letter depends only on the next one.
 */
export class KnownPairs {
  readonly #capacity: number;
  readonly #letters = new Map<string, Letters>();

  /** `capacity` is the number of pairs kept for a face and script. */
  constructor(capacity: number = MOST_PAIRS) {
    this.#capacity = capacity;
  }

  /** The line, laid out from known pairs; null when Skia has to lay it out. */
  line(face: string, text: string): KnownLine | null {
    const letters = SIMPLE.test(text) ? this.#letters.get(keyOf(face, text)) : undefined;
    if (letters === undefined) return null;
    const count = text.length;
    const glyphs = new Uint16Array(count);
    const clusters = new Uint32Array(count);
    const xs = new Float64Array(count);
    const advances = new Float64Array(count);
    let width = 0;
    for (let i = 0; i < count; i++) {
      const advance = letters.advances.get(pairAt(text, i));
      if (advance === undefined) return null;
      glyphs[i] = letters.glyphs.get(text.charCodeAt(i)) ?? 0;
      clusters[i] = i;
      xs[i] = width;
      advances[i] = advance;
      width += advance;
    }
    if (width > LONGEST) return null;
    const { ascent, descent } = letters;
    return {
      ascent,
      descent,
      width,
      run: { start: 0, text, clusters, glyphs, xs, ys: new Float64Array(count), advances },
    };
  }

  /**
   * Learns the pairs of a line that Skia laid out as one run. `letterByLetter` says whether the font gives these
   * characters these glyphs and lets none depend on anything but the next.
   */
  learn(face: string, line: KnownLine, letterByLetter: (text: string, glyphs: Uint16Array) => boolean): void {
    const { text, glyphs, advances } = line.run;
    if (!SIMPLE.test(text) || text.length > this.#capacity) return;
    if (!isExact(line) || !letterByLetter(text, glyphs)) return;
    const key = keyOf(face, text);
    let letters = this.#letters.get(key);
    if (letters === undefined || letters.advances.size + text.length > this.#capacity) {
      letters = { ascent: line.ascent, descent: line.descent, glyphs: new Map(), advances: new Map() };
      this.#letters.set(key, letters);
    }
    for (let i = 0; i < text.length; i++) {
      letters.glyphs.set(text.charCodeAt(i), glyphs[i] as number);
      letters.advances.set(pairAt(text, i), advances[i] as number);
    }
  }

  clear(): void {
    this.#letters.clear();
  }
}

/** True when each character has one glyph, in sequence on the baseline, at advances that add up exactly. */
function isExact({ width, run }: KnownLine): boolean {
  const { start, text, clusters, glyphs, xs, ys, advances } = run;
  if (start !== 0 || xs[0] !== 0 || glyphs.length !== text.length || width > LONGEST) return false;
  if (!clusters.every((cluster, i) => cluster === i) || !ys.every((y) => y === 0)) return false;
  return advances.every((advance) => Number.isInteger(advance / GRAIN));
}

function keyOf(face: string, text: string): string {
  return LATIN.test(text) ? `${face} latin` : face;
}

function pairAt(text: string, i: number): number {
  return (text.charCodeAt(i) << 16) | (i + 1 < text.length ? text.charCodeAt(i + 1) : 0);
}

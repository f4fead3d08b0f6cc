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
const ASCII = 128;

/** Whether texts of these characters may be laid out letter by letter. */
export function isSimpleText(characters: string): boolean {
  return SIMPLE.test(`${characters}0`);
}

/** A line of one run, in layout units, with the numbers that Skia would give. */
export interface KnownLine {
  readonly ascent: number;
  readonly descent: number;
  readonly width: number;
  readonly run: RunText & Omit<LineRun, 'choice'>;
}

/** The glyphs of a line and the distances of their origins from its left end, in layout units. */
export type KnownGlyphs = Omit<KnownLine, 'run'> & Pick<LineRun, 'glyphs' | 'xs'>;

interface Letters {
  readonly ascent: number;
  readonly descent: number;
  /** The glyph of each character. */
  readonly glyphs: Map<number, number>;
  /** The advance from a character to the next, by both of them; 0 is the end of the line. */
  readonly advances: Map<number, number>;
  /** The same advances between ASCII characters, by first * 128 + next; NaN when unknown. */
  readonly ofAscii: Float64Array;
}

/**
 * Caches the distances of letters in lines that Skia has laid out, and lays out further lines of the same pairs from
 * that, with exactly the same numbers. Only for fonts in which a letter depends only on the next one.
 */
export class KnownPairs {
  readonly #capacity: number;
  readonly #letters = new Map<string, Letters>();
  #xs = new Float64Array(64);

  /** `capacity` is the number of pairs kept for a face and script. */
  constructor(capacity: number = MOST_PAIRS) {
    this.#capacity = capacity;
  }

  /** The line, laid out from known pairs; null when Skia has to lay it out. */
  line(face: string, text: string): KnownLine | null {
    const placed = this.glyphs(face, text);
    if (placed === null) return null;
    const { ascent, descent, width, glyphs } = placed;
    const count = text.length;
    const xs = placed.xs.slice(0, count);
    const advances = xs.map((x, i) => (i + 1 < count ? (xs[i + 1] as number) : width) - x);
    const clusters = Uint32Array.from(xs, (_, i) => i);
    return {
      ascent,
      descent,
      width,
      run: { start: 0, text, clusters, glyphs, xs, ys: new Float64Array(count), advances },
    };
  }

  /** The glyphs of such a line, with as little memory as possible. `xs` is valid until the next call. */
  glyphs(face: string, text: string): KnownGlyphs | null {
    const letters = SIMPLE.test(text) ? this.#letters.get(keyOf(face, text)) : undefined;
    if (letters === undefined) return null;
    const count = text.length;
    if (count > this.#xs.length) this.#xs = new Float64Array(2 * count);
    const xs = this.#xs;
    const glyphs = new Uint16Array(count);
    let width = 0;
    let code = text.charCodeAt(0);
    for (let i = 0; i < count; i++) {
      const next = i + 1 < count ? text.charCodeAt(i + 1) : 0;
      const advance =
        code < ASCII && next < ASCII
          ? (letters.ofAscii[code * ASCII + next] as number)
          : (letters.advances.get((code << 16) | next) ?? NaN);
      // Not a number: the pair is unknown.
      if (advance !== advance) return null;
      glyphs[i] = letters.glyphs.get(code) ?? 0;
      xs[i] = width;
      width += advance;
      code = next;
    }
    return width > LONGEST ? null : { ascent: letters.ascent, descent: letters.descent, width, glyphs, xs };
  }

  /**
   * The advance from a character to the next (0 for the end of the line), in texts with a Latin letter or in those
   * without; not a number when it is unknown.
   */
  advance(face: string, latin: boolean, code: number, next: number): number {
    return this.#letters.get(latin ? `${face} latin` : face)?.advances.get((code << 16) | next) ?? NaN;
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
      const { ascent, descent } = line;
      const ofAscii = new Float64Array(ASCII * ASCII).fill(NaN);
      letters = { ascent, descent, glyphs: new Map(), advances: new Map(), ofAscii };
      this.#letters.set(key, letters);
    }
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const next = i + 1 < text.length ? text.charCodeAt(i + 1) : 0;
      const advance = advances[i] as number;
      letters.glyphs.set(code, glyphs[i] as number);
      letters.advances.set((code << 16) | next, advance);
      if (code < ASCII && next < ASCII) letters.ofAscii[code * ASCII + next] = advance;
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

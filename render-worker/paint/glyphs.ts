import type { Canvas, Font, FontEdging, Paint } from 'canvaskit-wasm';
import type { GlyphRun } from '#model/elements/base/display-op.ts';
import { applyToRect, multiply, unionRects, type Affine, type Rect } from '#model/kernel/geometry.ts';
import type { FontStore } from '../fonts/font-store.ts';
import type { Skia } from '../skia/load.ts';
import { turnedGlyphs } from './turned-glyphs.ts';

/** The slant of a synthetic italic, as in Skia: a quarter. */
const SKEW = -0.25;
/** The number of `FontEdging.Alias`, which is in the types but missing at run time. */
const ALIAS = { value: 0 } as FontEdging;

const NO_INK: Rect = { x: 0, y: 0, width: 0, height: 0 };
const MEASURED_AT = 64;
/** The most measured glyphs that are kept per font. */
const MOST_BOXES = 10_000;
/**
 * How much larger a synthetic bold may be than measured: Skia thickens small glyphs by up to 1/24 of the em, but
 * measures them at a size where it is 1/32.
 */
const EMBOLDENED_MORE = 0.02;

/** Draws shaped text, with one font object for each face and look. */
export class GlyphPainter {
  readonly #skia: Skia;
  readonly #fonts: FontStore;
  readonly #made = new Map<string, Font>();
  /** Bounds of the glyphs of each font at `MEASURED_AT`: labels of a run have the same few glyphs. */
  readonly #boxes = new Map<Font, Map<number, readonly number[]>>();
  /** The value of `FontStore.dropped` when the font objects were made. */
  #madeAt = 0;
  /** Ink bounds by run: a run that moves on the label stays the same, and so does its ink within its box. */
  readonly #boundsOfRun = new WeakMap<GlyphRun, Rect>();

  constructor(skia: Skia, fonts: FontStore) {
    this.#skia = skia;
    this.#fonts = fonts;
  }

  /** Throws when the run's face is not loaded: it was shaped with another font store, which is a bug. */
  paint(canvas: Canvas, run: GlyphRun, toPixels: Affine, paint: Paint, antialias: boolean): void {
    const turned = turnedGlyphs(run);
    if (turned !== null) {
      for (const glyph of turned) this.paint(canvas, glyph.run, multiply(toPixels, glyph.place), paint, antialias);
      return;
    }
    const font = this.#font(run, antialias);
    font.setSize(run.sizeMm);
    canvas.save();
    canvas.concat([toPixels.a, toPixels.c, toPixels.e, toPixels.b, toPixels.d, toPixels.f, 0, 0, 1]);
    if (run.sideways === true) {
      canvas.rotate(90, 0, 0);
      canvas.drawGlyphs(run.glyphs, turnedBack(run.positions), 0, 0, font, paint);
    } else {
      canvas.drawGlyphs(run.glyphs, run.positions, 0, 0, font, paint);
    }
    canvas.restore();
  }

  /** The area that a glyph of the run may cover around its origin, in mm, before it is rotated. */
  bounds(run: GlyphRun, glyph: number): Rect {
    const font = this.#font(run, false);
    font.setSize(run.sizeMm);
    const [left = 0, top = 0, right = 0, bottom = 0] = font.getGlyphBounds([glyph]);
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  /**
   * The ink bounds of the run, in mm of the content box. Measured at a large size, because Skia rounds outward at small
   * ones.
   */
  runBounds(run: GlyphRun): Rect {
    const known = this.#boundsOfRun.get(run);
    if (known !== undefined) return known;
    const measured = this.#measuredBounds(run);
    this.#boundsOfRun.set(run, measured);
    return measured;
  }

  #measuredBounds(run: GlyphRun): Rect {
    const turned = turnedGlyphs(run);
    if (turned !== null) {
      const rects = turned.map((glyph) => applyToRect(glyph.place, this.#measuredBounds(glyph.run)));
      return unionRects(rects.filter(({ width, height }) => width > 0 || height > 0)) ?? NO_INK;
    }
    const scale = run.sizeMm / MEASURED_AT;
    const boxes = this.#boxesOf(run);
    const positions = run.sideways === true ? turnedBack(run.positions) : run.positions;
    let left = Infinity;
    let top = Infinity;
    let right = -Infinity;
    let bottom = -Infinity;
    for (let i = 0; i < run.glyphs.length; i++) {
      const x = positions[2 * i] ?? 0;
      const y = positions[2 * i + 1] ?? 0;
      const [l = 0, t = 0, r = 0, b = 0] = boxes.get(run.glyphs[i] ?? 0) ?? [];
      left = Math.min(left, x + l * scale);
      top = Math.min(top, y + t * scale);
      right = Math.max(right, x + r * scale);
      bottom = Math.max(bottom, y + b * scale);
    }
    if (right < left) return NO_INK;
    const more = run.embolden ? run.sizeMm * EMBOLDENED_MORE : 0;
    const rect = { x: left - more, y: top - more, width: right - left + 2 * more, height: bottom - top + 2 * more };
    // A canvas that is rotated a quarter clockwise maps (x, y) to (-y, x).
    return run.sideways === true
      ? { x: -rect.y - rect.height, y: rect.x, width: rect.height, height: rect.width }
      : rect;
  }

  /** The bounds of at least the run's glyphs. */
  #boxesOf(run: GlyphRun): ReadonlyMap<number, readonly number[]> {
    const font = this.#font(run, true);
    const boxes = this.#boxes.get(font) ?? new Map<number, readonly number[]>();
    this.#boxes.set(font, boxes);
    if (boxes.size > MOST_BOXES) boxes.clear();
    const missing = run.glyphs.filter((glyph) => !boxes.has(glyph));
    if (missing.length === 0) return boxes;
    font.setSize(MEASURED_AT);
    const found = font.getGlyphBounds(missing);
    for (const [i, glyph] of missing.entries()) boxes.set(glyph, [...found.subarray(4 * i, 4 * i + 4)]);
    return boxes;
  }

  dispose(): void {
    this.#boxes.clear();
    for (const font of this.#made.values()) font.delete();
    this.#made.clear();
  }

  #font(run: GlyphRun, antialias: boolean): Font {
    if (this.#madeAt !== this.#fonts.dropped) {
      this.dispose();
      this.#madeAt = this.#fonts.dropped;
    }
    const key = `${run.face} ${run.embolden} ${run.skew} ${antialias}`;
    let font = this.#made.get(key);
    if (font === undefined) {
      const typeface = this.#fonts.typeface(run.face);
      if (typeface === null) throw new Error(`face ${run.face} is not loaded`);
      font = new this.#skia.Font(typeface, 1);
      font.setHinting(this.#skia.FontHinting.None);
      font.setEmbeddedBitmaps(false);
      font.setEdging(antialias ? this.#skia.FontEdging.AntiAlias : ALIAS);
      // On the screen glyphs are at fractions of a pixel. In print each is on a whole dot, so that it looks the same
      // wherever it occurs.
      font.setSubpixel(antialias);
      font.setEmbolden(run.embolden);
      font.setSkewX(run.skew ? SKEW : 0);
      this.#made.set(key, font);
    }
    return font;
  }
}

/** The positions in the coordinates of a canvas that is rotated a quarter clockwise. */
function turnedBack(positions: Float32Array): Float32Array {
  const turned = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 2) {
    turned[i] = positions[i + 1] ?? 0;
    turned[i + 1] = -(positions[i] ?? 0);
  }
  return turned;
}

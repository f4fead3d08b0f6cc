import type { Canvas, Paint } from 'canvaskit-wasm';
import type { GlyphRun, Ink } from '#model/elements/base/display-op.ts';
import { applyToRect, multiply, type Affine } from '#model/kernel/geometry.ts';
import type { FontStore } from '../fonts/font-store.ts';
import { GlyphPainter } from '../paint/glyphs.ts';
import type { Skia } from '../skia/load.ts';
import { RasterSurface } from '../skia/raster-surface.ts';
import { flipOf, putMask, type PixelBox, type ShadeMask, type ShadePlane } from './shade-plane.ts';

/** The largest letters that are drawn as masks; Skia makes no masks of larger ones either. */
const MAX_EM_PX = 192;
const MAX_BYTES = 24 << 20;
/**
 * Margin around Skia's bounds of a glyph, as a part of the em and in pixels: they are those of its outline, not of its
 * pixels.
 */
const SPARE_EM = 0.1;
const SPARE_PX = 2;
/** Along the baseline a glyph is on quarters of a pixel, across it on whole ones, as in Skia. */
const STEPS = 4;
const HALF_STEP = 1 / (2 * STEPS);
const ORIGIN = Float32Array.of(0, 0);
const QUARTER: Affine = { a: 0, b: 1, c: -1, d: 0, e: 0, f: 0 };

/** The look of the glyphs of a run at a scale. */
interface Look {
  /** Part of the look, because Skia makes white letters a little thinner than black ones. */
  readonly ink: Ink;
  /** The linear part of the map from the run's millimeters to pixels. */
  readonly m: Affine;
  /** True when the baseline is vertical. */
  readonly isUpright: boolean;
  /** Masks by glyph and step; `null` for a glyph without ink. */
  readonly masks: Map<number, ShadeMask | null>;
}

/** Paints text in a picture in memory. Skia draws each glyph once for each look, size and position between pixels. */
export class GlyphShades {
  readonly #glyphs: GlyphPainter;
  readonly #scratch: RasterSurface;
  readonly #paints: Readonly<Record<Ink, Paint>>;
  readonly #looks = new Map<string, Look>();
  #lookOfRun = new WeakMap<GlyphRun, Look>();
  #bytes = 0;

  constructor(skia: Skia, fonts: FontStore) {
    this.#glyphs = new GlyphPainter(skia, fonts);
    this.#scratch = new RasterSurface(skia, 'rgba');
    this.#paints = { black: new skia.Paint(), white: new skia.Paint() };
    this.#paints.black.setColor(skia.BLACK);
    this.#paints.white.setColor(skia.WHITE);
    for (const paint of Object.values(this.#paints)) paint.setAntiAlias(true);
  }

  /**
   * Paints the part in the boxes. `toPixels` maps the run's millimeters to pixels. Returns false when the text can't be
   * painted this way: letters too large or turned, or a baseline that is neither horizontal nor vertical.
   */
  put(plane: () => ShadePlane, boxes: readonly PixelBox[], run: GlyphRun, toPixels: Affine, ink: Ink): boolean {
    if (run.turns !== undefined) return false;
    const flip = flipOf(ink);
    const look = this.#lookOf(run, toPixels, ink);
    if (look === null) return false;
    const { a, b, c, d, e, f } = toPixels;
    const { isUpright, masks } = look;
    for (let i = 0; i < run.glyphs.length; i++) {
      const mmX = run.positions[2 * i] as number;
      const mmY = run.positions[2 * i + 1] as number;
      const x = a * mmX + c * mmY + e + (isUpright ? 0.5 : HALF_STEP);
      const y = b * mmX + d * mmY + f + (isUpright ? HALF_STEP : 0.5);
      const atX = Math.floor(x);
      const atY = Math.floor(y);
      const step = Math.floor((isUpright ? y - atY : x - atX) * STEPS);
      const key = (run.glyphs[i] as number) * STEPS + step;
      let mask = masks.get(key);
      if (mask === undefined) {
        const drawn = this.#draw(run, run.glyphs[i] as number, look, step);
        if (drawn === 'no memory') return false;
        masks.set(key, (mask = drawn));
        this.#bytes += mask?.cover.length ?? 0;
      }
      if (mask !== null) for (const box of boxes) putMask(plane(), box, mask, atX, atY, flip);
    }
    return true;
  }

  dispose(): void {
    this.#glyphs.dispose();
    this.#scratch.dispose();
    for (const paint of Object.values(this.#paints)) paint.delete();
    this.#looks.clear();
  }

  #lookOf(run: GlyphRun, { a, b, c, d }: Affine, ink: Ink): Look | null {
    const known = this.#lookOfRun.get(run);
    if (known !== undefined && this.#bytes <= MAX_BYTES) {
      const { m } = known;
      if (known.ink === ink && m.a === a && m.b === b && m.c === c && m.d === d) return known;
    }
    if (this.#bytes > MAX_BYTES) {
      this.#looks.clear();
      this.#lookOfRun = new WeakMap();
      this.#bytes = 0;
    }
    const m: Affine = { a, b, c, d, e: 0, f: 0 };
    if (run.sizeMm * Math.hypot(a, b) > MAX_EM_PX) return null;
    const baseline = run.sideways === true ? multiply(m, QUARTER) : m;
    const isUpright = baseline.a === 0 && baseline.d === 0;
    if (!isUpright && (baseline.b !== 0 || baseline.c !== 0)) return null;
    const key = `${run.face} ${run.sizeMm} ${a} ${b} ${c} ${d} ${run.embolden} ${run.skew} ${run.sideways} ${ink}`;
    let look = this.#looks.get(key);
    if (look === undefined) this.#looks.set(key, (look = { ink, m, isUpright, masks: new Map() }));
    this.#lookOfRun.set(run, look);
    return look;
  }

  #draw(run: GlyphRun, glyph: number, { ink, m, isUpright }: Look, step: number): ShadeMask | null | 'no memory' {
    const baseline = run.sideways === true ? multiply(m, QUARTER) : m;
    const outline = applyToRect(baseline, this.#glyphs.bounds(run, glyph));
    const spare = Math.ceil(SPARE_EM * run.sizeMm * Math.hypot(m.a, m.b)) + SPARE_PX;
    const left = Math.floor(outline.x) - spare;
    const top = Math.floor(outline.y) - spare;
    const width = Math.ceil(outline.x + outline.width) + spare - left;
    const height = Math.ceil(outline.y + outline.height) + spare - top;
    const canvas = this.#scratchOf(width, height);
    if (canvas === null) return 'no memory';
    const stride = this.#scratch.width;
    pixelsOf(this.#scratch).fill(~flipOf(ink), 0, stride * height);
    const alone = { ...run, glyphs: Uint16Array.of(glyph), positions: ORIGIN };
    const along = step / STEPS;
    const place = { ...m, e: -left + (isUpright ? 0 : along), f: -top + (isUpright ? along : 0) };
    this.#glyphs.paint(canvas, alone, place, this.#paints[ink], true);
    return trimmedMask(pixelsOf(this.#scratch), stride, width, height, left, top, flipOf(ink));
  }

  /** The scratch surface only grows: a new one for every glyph would cost more than the glyph. */
  #scratchOf(width: number, height: number): Canvas | null {
    const to = (size: number, now: number): number => (size <= now ? now : Math.ceil(size / 64) * 64);
    const canvas = this.#scratch.resize(to(width, this.#scratch.width), to(height, this.#scratch.height));
    return canvas.ok ? canvas.value : null;
  }
}

function pixelsOf(surface: RasterSurface): Int32Array {
  const bytes = surface.pixels();
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}

/**
 * The mask of what was drawn in ink on its opposite, without the empty rows and columns around it; null where there is
 * no ink.
 */
function trimmedMask(
  pixels: Int32Array,
  stride: number,
  width: number,
  height: number,
  left: number,
  top: number,
  flip: number,
): ShadeMask | null {
  let [x0, x1, y0, y1] = [width, 0, height, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (((pixels[y * stride + x] as number) ^ flip) === -1) continue;
      x0 = Math.min(x0, x);
      x1 = Math.max(x1, x + 1);
      y0 = Math.min(y0, y);
      y1 = y + 1;
    }
  }
  if (x1 <= x0) return null;
  const cover = new Uint8Array((x1 - x0) * (y1 - y0));
  for (let y = y0, i = 0; y < y1; y++) {
    for (let x = x0; x < x1; x++, i++) cover[i] = 255 - (((pixels[y * stride + x] as number) ^ flip) & 0xff);
  }
  return { left: left + x0, top: top + y0, width: x1 - x0, height: y1 - y0, cover };
}

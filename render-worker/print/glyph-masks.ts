import type { Paint } from 'canvaskit-wasm';
import type { GlyphRun, Ink } from '#model/elements/base/display-op.ts';
import { applyToRect, multiply, type Affine } from '#model/kernel/geometry.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { Dots } from '#model/kernel/units.ts';
import type { FontStore } from '../fonts/font-store.ts';
import { GlyphPainter } from '../paint/glyphs.ts';
import { turnedGlyphs } from '../paint/turned-glyphs.ts';
import type { Skia } from '../skia/load.ts';
import type { BitPlane } from '../bits/bit-plane.ts';
import { bitsView, putMask, type ReadyMask, readyMask } from '../bits/ink.ts';
import type { InkScratch } from './ink-scratch.ts';

const MAX_BYTES = 16 << 20;
/** About the memory of a look without masks: each letter on an arc has its own. */
const LOOK_BYTES = 512;
/**
 * Margin around Skia's bounds of a glyph, as a part of the em and in dots: they are those of its outline, not of its
 * dots.
 */
const SPARE_EM = 0.1;
const SPARE_DOTS = 2;
const MOST_RECENT = 8;
const ORIGIN = Float32Array.of(0, 0);
const QUARTER: Affine = { a: 0, b: 1, c: -1, d: 0, e: 0, f: 0 };

/** Paints text in bits. Skia draws each glyph once for each look and size; after that it is copied to whole dots. */
export interface GlyphMasks {
  /** `toDots` maps the run's millimeters to the label's dots. `plane` has the label's rows from `top` on. */
  put(plane: BitPlane, top: Dots, run: GlyphRun, toDots: Affine, ink: Ink): Result<null>;
  dispose(): void;
}

export function createGlyphMasks(skia: Skia, fonts: FontStore, scratch: InkScratch): GlyphMasks {
  const glyphs = new GlyphPainter(skia, fonts);
  const paint: Paint = new skia.Paint();
  paint.setColor(skia.BLACK);
  paint.setAntiAlias(false);
  const looks = new Map<string, Map<number, ReadyMask>>();
  let bytes = 0;

  /** The looks of the last runs, which are found without making their keys. */
  let recent: RecentLook[] = [];

  function masksOf(run: GlyphRun, m: Affine): Map<number, ReadyMask> {
    if (bytes > MAX_BYTES) {
      looks.clear();
      recent = [];
      bytes = 0;
    }
    for (const one of recent) if (isLook(one, run, m)) return one.masks;
    const masks = masksByKey(run, m);
    if (recent.length === MOST_RECENT) recent.shift();
    recent.push({ run, m, masks });
    return masks;
  }

  function masksByKey(run: GlyphRun, m: Affine): Map<number, ReadyMask> {
    const look = `${run.face} ${run.sizeMm} ${m.a} ${m.b} ${m.c} ${m.d} ${run.embolden} ${run.skew} ${run.sideways}`;
    let masks = looks.get(look);
    if (masks === undefined) {
      looks.set(look, (masks = new Map()));
      bytes += LOOK_BYTES;
    }
    return masks;
  }

  function draw(run: GlyphRun, glyph: number, m: Affine): Result<ReadyMask> {
    const linear = { ...m, e: 0, f: 0 };
    const outline = applyToRect(run.sideways === true ? multiply(linear, QUARTER) : linear, glyphs.bounds(run, glyph));
    const spare = Math.ceil(SPARE_EM * run.sizeMm * Math.hypot(m.a, m.b)) + SPARE_DOTS;
    const left = Math.floor(outline.x) - spare;
    const top = Math.floor(outline.y) - spare;
    const box = {
      x0: 0,
      y0: 0,
      x1: Math.ceil(outline.x + outline.width) + spare - left,
      y1: Math.ceil(outline.y + outline.height) + spare - top,
    };
    const alone = { ...run, glyphs: Uint16Array.of(glyph), positions: ORIGIN };
    const mask = scratch.mask(box, (canvas) => {
      canvas.translate(-left, -top);
      glyphs.paint(canvas, alone, linear, paint, false);
    });
    return mask.ok ? ok(readyMask({ ...mask.value, left, top })) : mask;
  }

  function put(plane: BitPlane, top: Dots, run: GlyphRun, m: Affine, ink: Ink): Result<null> {
    for (const glyph of turnedGlyphs(run) ?? []) {
      const painted = put(plane, top, glyph.run, multiply(m, glyph.place), ink);
      if (!painted.ok) return painted;
    }
    if (run.turns !== undefined) return ok(null);
    const masks = masksOf(run, m);
    const view = bitsView(plane);
    const { fround, floor } = Math;
    const count = run.glyphs.length;
    // Calculated in single precision, like Skia: half a dot must be rounded in the same way.
    const [a, b, c, d] = [fround(m.a), fround(m.b), fround(m.c), fround(m.d)];
    const e = fround(fround(m.e) + 0.5);
    const f = fround(fround(m.f) + 0.5);
    for (let i = 0; i < count; i++) {
      const glyph = run.glyphs[i] as number;
      let mask = masks.get(glyph);
      if (mask === undefined) {
        const drawn = draw(run, glyph, m);
        if (!drawn.ok) return drawn;
        mask = drawn.value;
        masks.set(glyph, mask);
        bytes += mask.words.byteLength;
      }
      if (mask.rows === 0) continue;
      const x = run.positions[2 * i] as number;
      const y = run.positions[2 * i + 1] as number;
      const atX = floor(fround(fround(a * x) + (c === 0 ? e : fround(fround(c * y) + e))));
      const atY = floor(fround(fround(d * y) + (b === 0 ? f : fround(fround(b * x) + f))));
      putMask(plane, view, mask, atX, atY - top, ink);
    }
    return ok(null);
  }

  return {
    put,
    dispose() {
      glyphs.dispose();
      paint.delete();
      looks.clear();
      recent = [];
    },
  };
}

interface RecentLook {
  readonly run: GlyphRun;
  readonly m: Affine;
  readonly masks: Map<number, ReadyMask>;
}

function isLook({ run, m }: RecentLook, other: GlyphRun, n: Affine): boolean {
  return (
    run.face === other.face &&
    run.sizeMm === other.sizeMm &&
    m.a === n.a &&
    m.b === n.b &&
    m.c === n.c &&
    m.d === n.d &&
    run.embolden === other.embolden &&
    run.skew === other.skew &&
    run.sideways === other.sideways
  );
}

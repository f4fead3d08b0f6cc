import type { GlyphRun } from '#model/elements/base/display-op.ts';
import type { Affine } from '#model/kernel/geometry.ts';

const ORIGIN = Float32Array.of(0, 0);

/** A glyph of a run that is turned, at the origin of its own axes. */
export interface TurnedGlyph {
  readonly run: GlyphRun;
  /** From the glyph's axes to the millimeters of the run. */
  readonly place: Affine;
}

/** The glyphs of a run with `turns`, one by one; null for other runs. */
export function turnedGlyphs(run: GlyphRun): readonly TurnedGlyph[] | null {
  if (run.turns === undefined) return null;
  const { turns: _turns, ...straight } = run;
  return Array.from(run.glyphs, (glyph, i) => ({
    run: { ...straight, glyphs: Uint16Array.of(glyph), positions: ORIGIN },
    place: turnOf(run, i),
  }));
}

/** From the axes of one glyph to the millimeters of its run. */
export function turnOf({ positions, turns }: GlyphRun, index: number): Affine {
  const [cos, sin] = [turns?.[2 * index] ?? 1, turns?.[2 * index + 1] ?? 0];
  return { a: cos, b: sin, c: -sin, d: cos, e: positions[2 * index] ?? 0, f: positions[2 * index + 1] ?? 0 };
}

import type { GlyphRun } from '#model/elements/base/display-op.ts';
import type { FaceChoice } from './face-choice.ts';
import type { RunText } from './run-text.ts';

/** Glyphs of one face in a line, in layout units from the line's left end and its baseline. */
export interface LineRun extends RunText {
  readonly choice: FaceChoice;
  readonly glyphs: Uint16Array;
  readonly xs: Float64Array;
  /** Distance of each glyph below the baseline: it positions marks at their letters. */
  readonly ys: Float64Array;
  /** The distance to the next glyph, letter spacing included. */
  readonly advances: Float64Array;
}

/** The run in the painter's format; `positions` are in mm of the content box. */
export function glyphRun(run: LineRun, sizeMm: number, positions: Float32Array): GlyphRun {
  return {
    face: run.choice.face.id,
    sizeMm,
    glyphs: run.glyphs,
    positions,
    text: run.text,
    clusters: run.clusters,
    embolden: run.choice.embolden,
    skew: run.choice.skew,
  };
}

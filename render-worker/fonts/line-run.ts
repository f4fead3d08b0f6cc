import type { GlyphRun } from '#model/elements/base/display-op.ts';
import type { FaceChoice } from './face-choice.ts';
import type { RunText } from './run-text.ts';

/** Glyphs of one face in a line, in layout units from the line's left end and its baseline. */
export interface LineRun extends RunText {
  readonly choice: FaceChoice;
  /** Its size as a part of the text's; absent for the same size. */
  readonly share?: number;
  /** Its own color. */
  readonly color?: string;
  readonly glyphs: Uint16Array;
  readonly xs: Float64Array;
  /** Distance of each glyph below the baseline: it positions marks at their letters. */
  readonly ys: Float64Array;
  /** The distance to the next glyph, letter spacing included. */
  readonly advances: Float64Array;
}

/** The glyphs of a run from `from` to `to`. */
export function slicedRun(run: LineRun, from: number, to: number): LineRun {
  const clusters = run.clusters.subarray(from, to);
  // A line can have more glyphs than a call may have arguments.
  const first = clusters.reduce((least, c) => Math.min(least, c), Infinity);
  const last = clusters.reduce((most, c) => Math.max(most, c), -1);
  const end = run.clusters.reduce((least, c) => (c > last && c < least ? c : least), run.text.length);
  return {
    ...run,
    start: run.start + first,
    text: run.text.slice(first, end),
    clusters: clusters.map((c) => c - first),
    glyphs: run.glyphs.slice(from, to),
    xs: run.xs.subarray(from, to),
    ys: run.ys.subarray(from, to),
    advances: run.advances.subarray(from, to),
  };
}

/** The run in the painter's format; `positions` are in mm of the content box. */
export function glyphRun(run: LineRun, sizeMm: number, positions: Float32Array): GlyphRun {
  return {
    face: run.choice.face.id,
    sizeMm: sizeMm * (run.share ?? 1),
    glyphs: run.glyphs,
    positions,
    text: run.text,
    clusters: run.clusters,
    embolden: run.choice.embolden,
    skew: run.choice.skew,
    ...(run.color === undefined ? {} : { color: run.color }),
  };
}

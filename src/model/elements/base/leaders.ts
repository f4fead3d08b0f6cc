import type { Mm } from '#model/kernel/units.ts';
import type { ShapedText, ShapeRequest } from './layout.ts';
import type { TabLeader } from './tab-stops.ts';

/** Shaped text in a line, or all lines of a paragraph that Skia breaks. */
export interface LinePiece {
  readonly shaped: ShapedText;
  /** The distance of its start from the start of the box. */
  readonly fromStartMm: Mm;
  /** Its first baseline, from its top; in vertical text the middle of the column, from its right edge. */
  readonly baselineMm: Mm;
}

/** Lengths as fractions of the em: the distance of dots, the space between a leader and the text, the pen of a line. */
const DOT_PITCH = 0.4;
const LEADER_GAP = 0.2;
const LINE_THICKNESS = 0.06;

/**
 * The leader of a tab from `fromMm` to `toMm`, which are distances from the start of the box; null where there is no
 * room for one. Dots have the same places in each line.
 */
export function leaderPiece(
  leader: TabLeader,
  fromMm: Mm,
  toMm: Mm,
  request: ShapeRequest,
  shape: (mark: string) => LinePiece,
): LinePiece | null {
  const em = request.sizeMm;
  const [first, last] = [fromMm + LEADER_GAP * em, toMm - LEADER_GAP * em];
  switch (leader) {
    case 'none':
      return null;
    case 'line':
      return last > first ? linePiece(first, last, request) : null;
    case 'dots': {
      const dot = shape('.');
      const pitch = DOT_PITCH * em;
      const from = Math.ceil(first / pitch);
      const length = request.vertical === true ? dot.shaped.heightMm : dot.shaped.widthMm;
      const count = Math.floor((last - length) / pitch) - from + 1;
      if (!(count > 0)) return null;
      return { ...dot, shaped: repeated(dot.shaped, count, pitch, request), fromStartMm: from * pitch };
    }
  }
}

/** A line on the baseline; in vertical text in the middle of the column. */
function linePiece(first: Mm, last: Mm, { sizeMm, vertical }: ShapeRequest): LinePiece {
  const [length, pen] = [last - first, LINE_THICKNESS * sizeMm];
  const [widthMm, heightMm] = vertical === true ? [0, length] : [length, 0];
  const rect =
    vertical === true ? { x: -pen / 2, y: 0, width: pen, height: length } : { x: 0, y: 0, width: length, height: pen };
  const shaped = { widthMm, heightMm, lines: [], runs: [], missing: [], rules: [rect] };
  return { shaped, fromStartMm: first, baselineMm: 0 };
}

/** The same glyphs several times along the line. Decoration lines leave them out. */
function repeated(one: ShapedText, count: number, pitch: Mm, { vertical }: ShapeRequest): ShapedText {
  const along = (count - 1) * pitch;
  return {
    ...one,
    widthMm: one.widthMm + (vertical === true ? 0 : along),
    heightMm: one.heightMm + (vertical === true ? along : 0),
    lines: [],
    runs: one.runs.map((run) => {
      const size = run.glyphs.length;
      const glyphs = new Uint16Array(size * count);
      const positions = new Float32Array(2 * size * count);
      const clusters = new Uint32Array(size * count);
      for (let i = 0; i < count; i++) {
        for (let g = 0; g < size; g++) {
          const at = i * size + g;
          glyphs[at] = run.glyphs[g] ?? 0;
          clusters[at] = i * run.text.length + (run.clusters[g] ?? 0);
          positions[2 * at] = (run.positions[2 * g] ?? 0) + (vertical === true ? 0 : i * pitch);
          positions[2 * at + 1] = (run.positions[2 * g + 1] ?? 0) + (vertical === true ? i * pitch : 0);
        }
      }
      return { ...run, glyphs, positions, clusters, text: run.text.repeat(count) };
    }),
  };
}

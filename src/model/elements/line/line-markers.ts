import type { Point } from '#model/kernel/geometry.ts';
import { roundMm, type Mm } from '#model/kernel/units.ts';
import { codeOf, type FieldReader } from '../base/fields.ts';

/** What a line has at one of its ends. */
export const LINE_MARKERS = ['none', 'arrow', 'circle', 'bar'] as const;
export type LineMarker = (typeof LINE_MARKERS)[number];

/** The markers of a line; the start is the upper end, or the left one of a horizontal line. */
export interface LineMarkers {
  readonly startMarker: LineMarker;
  readonly endMarker: LineMarker;
}

const CODES = { None: 'none', Arrow: 'arrow', Circle: 'circle', Bar: 'bar' } as const;

/** Reads the attributes of our own for the markers. */
export function readMarkers(fields: FieldReader): LineMarkers {
  return {
    startMarker: fields.code('StartMarker', CODES, 'none'),
    endMarker: fields.code('EndMarker', CODES, 'none'),
  };
}

/** Older programs ignore the attributes. */
export function writeMarkers({ startMarker, endMarker }: LineMarkers): Readonly<Record<string, string>> {
  return {
    ...(startMarker === 'none' ? {} : { StartMarker: codeOf(CODES, startMarker) }),
    ...(endMarker === 'none' ? {} : { EndMarker: codeOf(CODES, endMarker) }),
  };
}

/** The width of a marker across its line: thin pens have larger ones in proportion, so that they print clearly. */
export function markerWidth(penWidthMm: Mm): Mm {
  return 0.8 + 2.4 * penWidthMm;
}

/** An arrow is longer than wide. */
const ARROW_LENGTH = 1.3;

/** How much of the line a marker takes, so that no end of the pen shows next to a tip. */
export function markerLength(marker: LineMarker, penWidthMm: Mm): Mm {
  switch (marker) {
    case 'none':
    case 'bar':
      return 0;
    case 'circle':
      return markerWidth(penWidthMm) / 2;
    case 'arrow':
      return markerWidth(penWidthMm) * ARROW_LENGTH * 0.9;
  }
}

/** Lines to one point, or curves with two control points, in a unit square whose right edge is at the line's tip. */
type Outline = readonly (readonly (readonly [x: number, y: number])[])[];

/** Control points of a quarter circle of radius 0.5. */
const NEAR = 0.5 - 0.2761423749;
const FAR = 1 - NEAR;

const OUTLINES: Readonly<Record<Exclude<LineMarker, 'none'>, Outline>> = {
  arrow: [[[1, 0.5]], [[0, 1]], [[0, 0]]],
  bar: [[[0, 0]], [[1, 0]], [[1, 1]], [[0, 1]]],
  circle: [
    [[1, 0.5]],
    [
      [1, FAR],
      [FAR, 1],
      [0.5, 1],
    ],
    [
      [NEAR, 1],
      [0, FAR],
      [0, 0.5],
    ],
    [
      [0, NEAR],
      [NEAR, 0],
      [0.5, 0],
    ],
    [
      [FAR, 0],
      [1, NEAR],
      [1, 0.5],
    ],
  ],
};

/** The filled outline of a marker at `tip`, for a line that comes from `from`; null for none. */
export function markerData(marker: LineMarker, from: Point, tip: Point, penWidthMm: Mm): string | null {
  const length = Math.hypot(tip.x - from.x, tip.y - from.y);
  if (marker === 'none' || length === 0) return null;
  const width = markerWidth(penWidthMm);
  const size = { arrow: width * ARROW_LENGTH, circle: width, bar: penWidthMm }[marker];
  const [dx, dy] = [(tip.x - from.x) / length, (tip.y - from.y) / length];
  const placed = ([x, y]: readonly [number, number]): string => {
    const along = (x - 1) * size;
    const across = (y - 0.5) * width;
    return `${roundMm(tip.x + along * dx - across * dy)} ${roundMm(tip.y + along * dy + across * dx)}`;
  };
  const pieces = OUTLINES[marker].map((points, i) => {
    const verb = i === 0 ? 'M' : points.length === 1 ? 'L' : 'C';
    return `${verb} ${points.map(placed).join(' ')}`;
  });
  return `${pieces.join(' ')} Z`;
}

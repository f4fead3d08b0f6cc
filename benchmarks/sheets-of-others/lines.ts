import type { Area, Cell } from './sheet.ts';

/** How the edges of labels are drawn. */
export const BORDERS = [
  'none', 'dashed', 'long dashes', 'dotted', 'solid', 'thick', 'double', 'hairline', 'gray', 'gray dashed', 'corners', 'crosses', 'rounded',
  'rounded dashed', 'horizontal', 'page marks',
] as const; // prettier-ignore
export type Border = (typeof BORDERS)[number];

type Point = readonly [x: number, y: number];

const STROKES: Partial<Record<Border, string>> = {
  dashed: 'stroke="#000" stroke-width=".3" stroke-dasharray="2 1.4"',
  'long dashes': 'stroke="#222" stroke-width=".35" stroke-dasharray="5 2.5"',
  dotted: 'stroke="#000" stroke-width=".45" stroke-dasharray="0 1.2" stroke-linecap="round"',
  solid: 'stroke="#000" stroke-width=".3"',
  thick: 'stroke="#000" stroke-width=".9"',
  hairline: 'stroke="#000" stroke-width=".1"',
  gray: 'stroke="#b5b5b5" stroke-width=".25"',
  'gray dashed': 'stroke="#999" stroke-width=".25" stroke-dasharray="1.5 1.5"',
};

/** The outlines of these cells as SVG in mm; a line that two cells share is drawn once. */
export function outlines(border: Border, cells: readonly Cell[], page: { width: number; height: number }): string {
  switch (border) {
    case 'none':
      return '';
    case 'double':
      return cells.map((cell) => rounded(cell, 0, 'stroke="#000" stroke-width=".3"') + rounded(inset(cell, 0.9), 0, 'stroke="#000" stroke-width=".2"')).join('');
    case 'rounded':
      return cells.map((cell) => rounded(cell, cell.corner ?? 3, STROKES.solid ?? '')).join('');
    case 'rounded dashed':
      return cells.map((cell) => rounded(cell, cell.corner ?? 3, STROKES.dashed ?? '')).join('');
    case 'corners':
      return segments(cells.flatMap(cornerLines), 'stroke="#000" stroke-width=".2"');
    case 'crosses':
      return segments(cells.flatMap(corners).flatMap(([x, y]): Segment[] => [[[x - 2, y], [x + 2, y]], [[x, y - 2], [x, y + 2]]]), 'stroke="#555" stroke-width=".2"');
    case 'horizontal':
      return segments(cells.flatMap(({ y, height }): Segment[] => [[[0, y], [page.width, y]], [[0, y + height], [page.width, y + height]]]), STROKES.dashed ?? '');
    case 'page marks':
      return segments(cells.flatMap((cell) => pageMarks(cell, page)), 'stroke="#000" stroke-width=".2"');
    default:
      return segments(cells.flatMap(sides), STROKES[border] ?? '');
  }
} // prettier-ignore

export type Segment = readonly [from: Point, to: Point];

/** A straight line, such as a fold. */
export function segment(from: Point, to: Point, border: Border): string {
  return segments([[from, to]], STROKES[border] ?? '');
}

/** An outline with round corners, or an oval where the radius is half the height. */
export function rounded(area: Area, radius: number, stroke: string): string {
  const { x, y, width, height } = area;
  const [rx, ry] = radius >= Math.min(width, height) / 2 ? [width / 2, height / 2] : [radius, radius];
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}" ry="${ry}" fill="none" ${stroke}/>`;
}

function inset(area: Area, by: number): Area {
  return { x: area.x + by, y: area.y + by, width: area.width - 2 * by, height: area.height - 2 * by };
}

function corners({ x, y, width, height }: Area): [Point, Point, Point, Point] {
  return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]; // prettier-ignore
}

function sides(area: Area): Segment[] {
  const [a, b, c, d] = corners(area);
  return [[a, b], [b, c], [d, c], [a, d]]; // prettier-ignore
}

/** Angles of 4 mm at the four corners. */
function cornerLines(area: Area): Segment[] {
  const [cx, cy] = [area.x + area.width / 2, area.y + area.height / 2];
  return corners(area).flatMap(([x, y]): Segment[] => [
    [[x, y], [x + 4 * Math.sign(cx - x), y]],
    [[x, y], [x, y + 4 * Math.sign(cy - y)]],
  ]); // prettier-ignore
}

/** Marks of 4 mm at the page's edges, aligned with the cell's sides. */
function pageMarks({ x, y, width, height }: Area, page: { width: number; height: number }): Segment[] {
  const across = [x, x + width].flatMap((at): Segment[] => [
    [
      [at, 1],
      [at, 5],
    ],
    [
      [at, page.height - 5],
      [at, page.height - 1],
    ],
  ]);
  const down = [y, y + height].flatMap((at): Segment[] => [
    [
      [1, at],
      [5, at],
    ],
    [
      [page.width - 5, at],
      [page.width - 1, at],
    ],
  ]);
  return [...across, ...down]; // prettier-ignore
}

function segments(list: readonly Segment[], stroke: string): string {
  const drawn = new Map(list.map(([[x1, y1], [x2, y2]]) => {
    const numbers = [x1, y1, x2, y2].map((value) => value.toFixed(2));
    return [numbers.join(), `<line x1="${numbers[0]}" y1="${numbers[1]}" x2="${numbers[2]}" y2="${numbers[3]}" ${stroke}/>`];
  })); // prettier-ignore
  return [...drawn.values()].join('');
}

import type { PathCommand } from '#model/elements/base/drawing.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { readLength } from './style.ts';
import { readPathData } from './path-data.ts';

/** The outline of one shape, in its own coordinates. */
export interface Outline {
  readonly commands: readonly PathCommand[];
  /** Set for a rectangle without rounded corners. */
  readonly rect?: Rect;
}

type Attributes = Readonly<Record<string, string>>;

const SHAPES: Readonly<Record<string, (attributes: Attributes) => Outline | null>> = {
  path: ({ d = '' }) => outlineOf(d === 'none' ? '' : d),
  rect: rectangle,
  circle(attributes) {
    const r = readLength(attributes['r'] ?? '0');
    return round(attributes, r, r);
  },
  ellipse: (attributes) => round(attributes, readLength(attributes['rx'] ?? '0'), readLength(attributes['ry'] ?? '0')),
  line(attributes) {
    const [x1, y1, x2, y2] = lengths(attributes, 'x1', 'y1', 'x2', 'y2');
    return anyMissing(x1, y1, x2, y2) ? null : outlineOf(`M${x1} ${y1}L${x2} ${y2}`);
  },
  polyline: ({ points = '' }) => polygon(points, ''),
  polygon: ({ points = '' }) => polygon(points, 'Z'),
};

/** Whether a shape of this name can be drawn. */
export function isShape(name: string): boolean {
  return Object.hasOwn(SHAPES, name);
}

/** Null when an attribute is invalid. A shape without size has no commands. */
export function readShape(name: string, attributes: Attributes): Outline | null {
  return SHAPES[name]?.(attributes) ?? null;
}

function rectangle(attributes: Attributes): Outline | null {
  const [x, y, width, height] = lengths(attributes, 'x', 'y', 'width', 'height');
  const given = [attributes['rx'] ?? attributes['ry'], attributes['ry'] ?? attributes['rx']];
  const [askedX, askedY] = given.map((text) => (text === undefined || text === 'auto' ? 0 : readLength(text)));
  if (anyMissing(x, y, width, height, askedX, askedY)) return null;
  if (width <= 0 || height <= 0) return { commands: [] };
  const [rx, ry] = [Math.min(askedX ?? 0, width / 2), Math.min(askedY ?? 0, height / 2)];
  if (rx <= 0 || ry <= 0) {
    const sharp = outlineOf(`M${x} ${y}h${width}v${height}h${-width}Z`);
    return sharp === null ? null : { ...sharp, rect: { x, y, width, height } };
  }
  const corner = (dx: number, dy: number): string => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  return outlineOf(
    `M${x + rx} ${y}h${width - 2 * rx}${corner(rx, ry)}v${height - 2 * ry}${corner(-rx, ry)}` +
      `h${2 * rx - width}${corner(-rx, -ry)}v${2 * ry - height}${corner(rx, -ry)}Z`,
  );
}

function round(attributes: Attributes, rx: number, ry: number): Outline | null {
  const [cx, cy] = lengths(attributes, 'cx', 'cy');
  if (anyMissing(cx, cy, rx, ry)) return null;
  if (rx <= 0 || ry <= 0) return { commands: [] };
  const half = `a${rx} ${ry} 0 0 1`;
  return outlineOf(`M${cx + rx} ${cy}${half} ${-2 * rx} 0${half} ${2 * rx} 0Z`);
}

function polygon(points: string, end: string): Outline | null {
  const numbers = points
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  if (anyMissing(...numbers) || numbers.length % 2 !== 0) return null;
  return numbers.length < 4 ? { commands: [] } : outlineOf(`M${numbers.join(' ')}${end}`);
}

function outlineOf(data: string): Outline | null {
  const commands = readPathData(data);
  return commands === null ? null : { commands };
}

function lengths(
  attributes: Attributes,
  ...names: readonly [string, string, ...string[]]
): [number, number, number, number] {
  return names.map((name) => readLength(attributes[name] ?? '0')) as [number, number, number, number];
}

function anyMissing(...numbers: readonly (number | undefined)[]): boolean {
  return numbers.some((value) => value === undefined || !Number.isFinite(value));
}

import type { PathOp } from '#model/elements/base/display-op.ts';
import { boundsOfPoints, multiply, type Affine, type Point, type Rect } from '#model/kernel/geometry.ts';

/** A path before it is rotated and mirrored, in dots from a whole dot near it. */
export interface PathOutline {
  /** The path with data, pen and dashes in dots. */
  readonly op: PathOp;
  /** The bounds of its points, control points included. The pen's ink extends beyond them. */
  readonly bounds: Rect;
  /** Maps a dot of the outline to the label: rotated, mirrored and moved by whole dots. */
  readonly toLabel: Affine;
  /** Which of its halves are mirror images of each other. The middle is on a dot's edge or in a dot's middle. */
  readonly symmetry: Symmetry;
}

export interface Symmetry {
  /** It is its own mirror image about its vertical middle line (`acrossX`), about its horizontal one (`acrossY`). */
  readonly acrossX: boolean;
  readonly acrossY: boolean;
  /** It looks the same upside down but is not its own mirror image. */
  readonly halfTurn: boolean;
  /** Left + right, and top + bottom, in dots: x is mirrored to `sumX` - x. */
  readonly sumX: number;
  readonly sumY: number;
}

interface Command {
  readonly name: string;
  readonly points: readonly Point[];
}

/** Skia rounds edges to this part of a dot anyway. Rounding before makes the result the same at every position. */
const PARTS = 64;
/** Path data are compared after rounding to this part of a millimeter. */
const KEY_PARTS = 1e6;
/** A mitered corner extends by at most this many pen widths (Skia's limit of 4, halved). */
const MITRE_PENS = 2;

/** The path of an op that `toDots` scales, rotates by quarters, mirrors and moves. */
export function outlineOf(op: PathOp, toDots: Affine): PathOutline {
  const parsed = parse(op.data);
  const dashed = op.paint.style === 'stroke' && op.paint.dashMm !== undefined;
  const { a, b, c, d, e, f } = dashed ? toDots : withoutHalfTurn(parsed, toDots);
  const scaleX = Math.hypot(a, b);
  const scaleY = Math.hypot(c, d);
  const turned = Math.abs(b) > Math.abs(a);
  // label x = signX * x (or y, when turned), label y = signY * y (or x).
  const signX = Math.sign(turned ? c : a);
  const signY = Math.sign(turned ? b : d);
  const moved = turned ? { x: signY * f, y: signX * e } : { x: signX * e, y: signY * f };
  const placed = parsed.map((command) =>
    withPoints(command, ({ x, y }) => ({ x: toPart(scaleX * x + moved.x), y: toPart(scaleY * y + moved.y) })),
  );
  const placedBounds = boundsOf(placed);
  const origin = { x: Math.floor(placedBounds.x), y: Math.floor(placedBounds.y) };
  const commands = placed.map((command) =>
    withPoints(command, (point) => ({ x: point.x - origin.x, y: point.y - origin.y })),
  );
  const bounds = { ...placedBounds, x: placedBounds.x - origin.x, y: placedBounds.y - origin.y };
  return {
    op: {
      ...op,
      data: dataOf(commands),
      paint: scaledPaint(op.paint, scaleX === scaleY ? scaleX : Math.sqrt(scaleX * scaleY)),
    },
    bounds,
    toLabel: turned
      ? { a: 0, b: signY, c: signX, d: 0, e: signX * origin.y, f: signY * origin.x }
      : { a: signX, b: 0, c: 0, d: signY, e: signX * origin.x, f: signY * origin.y },
    symmetry: symmetryOf(commands, bounds, dashed),
  };
}

/**
 * Gives a path that looks the same upside down always the same one of its two positions, so that its dots do not depend
 * on how it was rotated.
 */
function withoutHalfTurn(commands: readonly Command[], toDots: Affine): Affine {
  const upsideDown = (Math.abs(toDots.b) > Math.abs(toDots.a) ? toDots.c : toDots.a) < 0;
  if (!upsideDown) return toDots;
  const { x, y, width, height } = boundsOf(commands);
  const [sumX, sumY] = [2 * x + width, 2 * y + height];
  if (!isItself(commands, (p) => ({ x: sumX - p.x, y: sumY - p.y }))) return toDots;
  return multiply(toDots, { a: -1, b: 0, c: 0, d: -1, e: sumX, f: sumY });
}

/** Dashes begin at a corner, so a dashed path is never its own mirror image. */
function symmetryOf(commands: readonly Command[], { x, y, width, height }: Rect, dashed: boolean): Symmetry {
  const [sumX, sumY] = [2 * x + width, 2 * y + height];
  const onDotsX = !dashed && Number.isInteger(sumX);
  const onDotsY = !dashed && Number.isInteger(sumY);
  const acrossX = onDotsX && isItself(commands, (p) => ({ x: sumX - p.x, y: p.y }));
  const acrossY = onDotsY && isItself(commands, (p) => ({ x: p.x, y: sumY - p.y }));
  const turns = onDotsX && onDotsY && !acrossX && !acrossY;
  const halfTurn = turns && isItself(commands, (p) => ({ x: sumX - p.x, y: sumY - p.y }));
  return { acrossX, acrossY, halfTurn, sumX, sumY };
}

/** How far ink of a pen of this width may extend beyond the outline's bounds, in whole dots. */
export function reachOf({ paint }: PathOp, penDots: number): number {
  return Math.ceil(paint.style === 'stroke' ? Math.max(1, penDots) * MITRE_PENS : 0) + 2;
}

function toPart(dots: number): number {
  return Math.round(dots * PARTS) / PARTS;
}

function scaledPaint(paint: PathOp['paint'], scale: number): PathOp['paint'] {
  if (paint.style === 'fill') return paint;
  const { widthMm, dashMm, cap, join } = paint;
  return {
    style: 'stroke',
    widthMm: toPart(widthMm * scale),
    ...(dashMm === undefined ? {} : { dashMm: [toPart(dashMm[0] * scale), toPart(dashMm[1] * scale)] as const }),
    ...(cap === undefined ? {} : { cap }),
    ...(join === undefined ? {} : { join }),
  };
}

function parse(data: string): readonly Command[] {
  return (data.match(/[MLCQZ][^MLCQZ]*/g) ?? []).map((piece) => {
    const numbers = piece.match(/-?\d*\.?\d+(?:e[-+]?\d+)?/gi)?.map(Number) ?? [];
    const points: Point[] = [];
    for (let i = 0; i + 1 < numbers.length; i += 2)
      points.push({ x: numbers[i] as number, y: numbers[i + 1] as number });
    return { name: piece.charAt(0), points };
  });
}

function withPoints({ name, points }: Command, place: (point: Point) => Point): Command {
  return { name, points: points.map(place) };
}

function dataOf(commands: readonly Command[]): string {
  return commands.map(({ name, points }) => [name, ...points.flatMap(({ x, y }) => [x, y])].join(' ')).join(' ');
}

function boundsOf(commands: readonly Command[]): Rect {
  return boundsOfPoints(commands.flatMap((command) => command.points));
}

/** True when the image consists of the same pieces, in whichever direction each is drawn. */
function isItself(commands: readonly Command[], image: (point: Point) => Point): boolean {
  const pieces = piecesOf(commands);
  const keys = pieces.map(pieceKey).sort();
  const images = pieces.map((piece) => pieceKey(piece.map(image))).sort();
  return keys.every((key, i) => key === images[i]);
}

function piecesOf(commands: readonly Command[]): readonly (readonly Point[])[] {
  const pieces: Point[][] = [];
  let first: Point = { x: 0, y: 0 };
  let last = first;
  for (const { name, points } of commands) {
    const end = name === 'Z' ? first : (points.at(-1) ?? last);
    if (name === 'M') first = points[0] ?? first;
    else if (name !== 'Z' || end.x !== last.x || end.y !== last.y)
      pieces.push([last, ...(name === 'Z' ? [end] : points)]);
    last = end;
  }
  return pieces;
}

function pieceKey(points: readonly Point[]): string {
  const texts = points.map(({ x, y }) => `${Math.round(x * KEY_PARTS)} ${Math.round(y * KEY_PARTS)}`);
  const there = texts.join(' ');
  const back = texts.reverse().join(' ');
  return there < back ? there : back;
}

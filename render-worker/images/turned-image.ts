import type { ImageOp } from '#model/elements/base/display-op.ts';
import { applyToPoint, multiply, type Affine, type Rect, type Size } from '#model/kernel/geometry.ts';
import { eachRow, type Region } from './area-average.ts';
import type { GrayImage } from './decode-image.ts';
import { cornerSpan } from './image-corners.ts';
import type { ImageTurn } from './image-place.ts';
import type { OneBitLook } from './one-bit-bands.ts';
import { scaledRows } from './scaled-rows.ts';

/** An image of more dots is turned in fewer pixels, and enlarged afterwards. */
const MOST_PIXELS = 32 << 20;
/** Rows that are turned in one step, which takes some 10 ms for an image of usual width. */
const ROWS_AT_ONCE = 128;
const OPAQUE = 255;
const CLEAR = 0;
const PAPER = 255;

/**
 * The image turned, in the size of the box around it and transparent outside: it is stretched to its upright dots first,
 * and becomes black and white afterwards, so that its dots are regular at any angle.
 */
export function* turnedSteps(
  image: GrayImage,
  look: OneBitLook,
  turn: ImageTurn,
  size: Size,
): Generator<null, GrayImage, void> {
  const share = Math.min(1, Math.sqrt(MOST_PIXELS / (size.width * size.height)));
  const less = (pixels: number): number => Math.max(1, Math.round(pixels * share));
  const [width, height] = [less(size.width), less(size.height)];
  const [across, down] = [less(turn.across), less(turn.down)];
  const toResult: Affine = { a: size.width / width, b: 0, c: 0, d: size.height / height, e: 0, f: 0 };
  const fewer: Affine = { a: across / turn.across, b: 0, c: 0, d: down / turn.down, e: 0, f: 0 };
  const toUpright = multiply(fewer, multiply(turn.toUpright, toResult));
  const upright = (bytes: Uint8Array, tones: ImageOp['tones']): Uint8Array =>
    uprightPlane(image, bytes, { across, down }, look.source, tones);
  const gray = upright(image.gray, look.tones);
  const alpha = image.alpha === null ? new Uint8Array(across * down).fill(OPAQUE) : upright(image.alpha, undefined);
  if (look.corners !== undefined) {
    cutCorners(gray, { across, down }, look.corners, PAPER);
    cutCorners(alpha, { across, down }, look.corners, CLEAR);
  }
  yield null;
  const turned = { width, height, gray: new Uint8Array(width * height), alpha: new Uint8Array(width * height) };
  for (let y = 0; y < height; y += ROWS_AT_ONCE) {
    const region = { x: 0, y, width, height: Math.min(ROWS_AT_ONCE, height - y) };
    turned.gray.set(
      turnedPlane(gray, { across, down }, toUpright, region, { outside: PAPER, isSoft: false }),
      y * width,
    );
    turned.alpha.set(
      turnedPlane(alpha, { across, down }, toUpright, region, { outside: CLEAR, isSoft: false }),
      y * width,
    );
    yield null;
  }
  return turned;
}

type UprightSize = Pick<ImageTurn, 'across' | 'down'>;

/** One plane of an image, stretched to its upright size. */
function uprightPlane(
  size: Size,
  bytes: Uint8Array,
  { across, down }: UprightSize,
  part: Rect | undefined,
  tones: ImageOp['tones'],
): Uint8Array {
  const next = eachRow(scaledRows(size, bytes, across, down, part, undefined, tones));
  const plane = new Uint8Array(across * down);
  for (let y = 0; y < down; y++) plane.set(next().subarray(0, across), y * across);
  return plane;
}

/** Gives the corners of a plane the value of what is outside. */
function cutCorners(plane: Uint8Array, { across, down }: UprightSize, corners: Size, outside: number): void {
  for (let y = 0; y < down; y++) {
    const { from, to } = cornerSpan(corners, across, down, y);
    plane.fill(outside, y * across, y * across + from);
    plane.fill(outside, y * across + to, (y + 1) * across);
  }
}

interface TurnedEdge {
  /** The value outside the picture. */
  readonly outside: number;
  /** Pixels at its edge are between both. Otherwise a pixel with its middle in the picture is as if it had no edge. */
  readonly isSoft: boolean;
}

/** A region of the turned plane. Each pixel is between the four pixels of the upright plane around it. */
function turnedPlane(
  plane: Uint8Array,
  { across, down }: UprightSize,
  toUpright: Affine,
  { x: left, y: top, width, height }: Region,
  { outside, isSoft }: TurnedEdge,
): Uint8Array {
  const turned = new Uint8Array(width * height).fill(outside);
  const reach = isSoft ? 1 : 0.5;
  const at = (x: number, y: number): number => {
    if (isSoft && (x < 0 || y < 0 || x >= across || y >= down)) return outside;
    const column = x < 0 ? 0 : x >= across ? across - 1 : x;
    const row = y < 0 ? 0 : y >= down ? down - 1 : y;
    return plane[row * across + column] as number;
  };
  for (let row = 0; row < height; row++) {
    const start = applyToPoint(toUpright, { x: left + 0.5, y: top + row + 0.5 });
    for (let i = 0; i < width; i++) {
      const x = start.x + toUpright.a * i - 0.5;
      const y = start.y + toUpright.b * i - 0.5;
      if (x < -reach || y < -reach || x >= across - 1 + reach || y >= down - 1 + reach) continue;
      const [column, line] = [Math.floor(x), Math.floor(y)];
      const [toRight, below] = [x - column, y - line];
      const upper = at(column, line) * (1 - toRight) + at(column + 1, line) * toRight;
      const lower = at(column, line + 1) * (1 - toRight) + at(column + 1, line + 1) * toRight;
      turned[row * width + i] = Math.round(upper * (1 - below) + lower * below);
    }
  }
  return turned;
}

/** The part of one plane of a turned image that a region of its place shows, with soft edges. */
export function turnedRegion(
  size: Size,
  bytes: Uint8Array,
  op: Pick<ImageOp, 'source' | 'corners'>,
  tones: ImageOp['tones'],
  turn: ImageTurn,
  region: Region,
  outside: number,
): Uint8Array {
  const upright = uprightPlane(size, bytes, turn, op.source, tones);
  if (op.corners !== undefined) cutCorners(upright, turn, op.corners, outside);
  return turnedPlane(upright, turn, turn.toUpright, region, { outside, isSoft: true });
}

import type { DotRect } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import type { Rotation } from '#model/kernel/geometry.ts';
import type { Dots } from '#model/kernel/units.ts';
import { symbolGeometry } from '#model/symbology/geometry.ts';
import type { MatrixSymbol } from '#model/symbology/types.ts';
import { type BitPlane, createBitPlane, inkRect, sameRows } from '../bits/bit-plane.ts';

/**
 * True when the symbol is at `bounds` (in the plane's dots, where it must fit) dot for dot and nothing else is there.
 * False also when bounds and symbol don't belong together.
 */
export function isExact(plane: BitPlane, bounds: DotRect, placed: PlacedSymbol): boolean {
  const { symbol, rotation, moduleDots } = placed;
  // Shifted so that its bytes align with those of the plane.
  const shift = bounds.x & 7;
  if (symbol.kind === 'matrix' && symbol.lattice !== 'hexagonal') {
    const { width, height, picture } = modulesOf(symbol, moduleDots, rotation, shift);
    if (width !== bounds.width || height !== bounds.height) return false;
    return sameRows(picture.rows, picture.rowOf, shift, plane, bounds);
  }
  const turned = rotation === 90 || rotation === 270;
  const geometry = symbolGeometry(symbol, moduleDots, turned ? bounds.width : bounds.height);
  const width = turned ? geometry.heightDots : geometry.widthDots;
  const height = turned ? geometry.widthDots : geometry.heightDots;
  if (width !== bounds.width || height !== bounds.height) return false;
  const rects = turnedRects(geometry.rects, rotation, width, height);
  const lying = symbol.kind === 'linear' && turned;
  const { rows, rowOf } = lying ? lyingBars(rects, shift, width, height) : uprightBars(rects, shift, width, height);
  return sameRows(rows, rowOf, shift, plane, bounds);
}

/** A picture that stores equal rows only once. */
interface FewRows {
  readonly rows: BitPlane;
  /** For each row of the picture the index of its row in `rows`. */
  readonly rowOf: Uint32Array;
}

interface Modules {
  readonly width: Dots;
  readonly height: Dots;
  readonly picture: FewRows;
}

/** A symbol of rectangular modules, rotated clockwise: a row of dots for each row of modules. */
function modulesOf(symbol: MatrixSymbol, moduleDots: number, rotation: Rotation, shift: Dots): Modules {
  const { columns, rows, modules, moduleHeight = 1 } = symbol;
  const turned = rotation === 90 || rotation === 270;
  const [across, down] = turned ? [rows, columns] : [columns, rows];
  const rowDots = moduleDots * moduleHeight;
  const [moduleWidth, height] = turned ? [rowDots, moduleDots] : [moduleDots, rowDots];
  // The first module of the rotated symbol, and the ways to the next one to its right and below it.
  const [first, right, below] =
    rotation === 0
      ? [0, 1, columns]
      : rotation === 90
        ? [(rows - 1) * columns, -columns, 1]
        : rotation === 180
          ? [rows * columns - 1, -1, -columns]
          : [columns - 1, columns, -1];
  const width = across * moduleWidth;
  const picture = createBitPlane(shift + width, down);
  const rowOf = new Uint32Array(down * height);
  for (let i = 0; i < rowOf.length; i++) rowOf[i] = Math.floor(i / height);
  for (let y = 0; y < down; y++) {
    for (let x = 0, at = first + y * below; x < across; x++, at += right) {
      if (modules[at] !== 1) continue;
      const start = x;
      while (x + 1 < across && modules[at + right] === 1) {
        x++;
        at += right;
      }
      inkDots(picture.bits, y * picture.strideBytes, shift + start * moduleWidth, shift + (x + 1) * moduleWidth);
    }
  }
  return { width, height: down * height, picture: { rows: picture, rowOf } };
}

/** Makes the dots `from` <= x < `to` of a row black, which begins at byte `row`. */
function inkDots(bits: Uint8Array, row: number, from: Dots, to: Dots): void {
  const first = row + (from >> 3);
  const last = row + ((to - 1) >> 3);
  const before = 0xff & ~(0xff >> (from & 7));
  const after = 0x7f >> ((to - 1) & 7);
  if (first === last) {
    bits[first] = (bits[first] as number) & (before | after);
    return;
  }
  bits[first] = (bits[first] as number) & before;
  for (let i = first + 1; i < last; i++) bits[i] = 0;
  bits[last] = (bits[last] as number) & after;
}

/** A picture of any rectangles. All rows are equal between those in which a rectangle begins or ends. */
function uprightBars(rects: Int32Array, shift: Dots, width: Dots, height: Dots): FewRows {
  const rowOf = equalRows(rects, height);
  const rows = createBitPlane(shift + width, (rowOf[height - 1] ?? 0) + 1);
  for (let i = 0; i < rects.length; i += 4) {
    const top = rects[i + 1] as number;
    const bottom = top + (rects[i + 3] as number);
    const y = rowOf[top] as number;
    const to = bottom === height ? rows.height : (rowOf[bottom] as number);
    inkRect(rows, { x: shift + (rects[i] as number), y, width: rects[i + 2] as number, height: to - y });
  }
  return { rows, rowOf };
}

/** A picture of horizontal bars below each other. A row is empty or has one of a few spans of ink. */
function lyingBars(rects: Int32Array, shift: Dots, width: Dots, height: Dots): FewRows {
  const rowOf = new Uint32Array(height);
  // x, width, x, width …
  const spans: number[] = [];
  for (let i = 0; i < rects.length; i += 4) {
    const x = rects[i] as number;
    const top = rects[i + 1] as number;
    const w = rects[i + 2] as number;
    const bottom = top + (rects[i + 3] as number);
    let at = 0;
    while (at < spans.length && (spans[at] !== x || spans[at + 1] !== w)) at += 2;
    if (at === spans.length) spans.push(x, w);
    const row = (at >> 1) + 1;
    for (let y = top; y < bottom; y++) rowOf[y] = row;
  }
  const rows = createBitPlane(shift + width, (spans.length >> 1) + 1);
  for (let at = 0; at < spans.length; at += 2) {
    const area = { x: shift + (spans[at] as number), y: (at >> 1) + 1, width: spans[at + 1] as number, height: 1 };
    inkRect(rows, area);
  }
  return { rows, rowOf };
}

/** The rectangles of a symbol after it was rotated clockwise into `width` x `height`. */
function turnedRects(rects: Int32Array, rotation: Rotation, width: Dots, height: Dots): Int32Array {
  if (rotation === 0) return rects;
  const turned = new Int32Array(rects.length);
  for (let i = 0; i < rects.length; i += 4) {
    const x = rects[i] as number;
    const y = rects[i + 1] as number;
    const w = rects[i + 2] as number;
    const h = rects[i + 3] as number;
    const upright = rotation === 180;
    turned[i] = upright ? width - x - w : rotation === 90 ? width - y - h : y;
    turned[i + 1] = upright ? height - y - h : rotation === 90 ? x : height - x - w;
    turned[i + 2] = upright ? w : h;
    turned[i + 3] = upright ? h : w;
  }
  return turned;
}

/**
 * For each row of dots a number from 0 up, which increases only where a rectangle begins or ends: rows with the same
 * number are equal.
 */
function equalRows(rects: Int32Array, height: Dots): Uint32Array {
  const changes = new Uint8Array(height + 1);
  for (let i = 0; i < rects.length; i += 4) {
    const top = rects[i + 1] as number;
    changes[top] = 1;
    changes[top + (rects[i + 3] as number)] = 1;
  }
  const rowOf = new Uint32Array(height);
  let row = 0;
  for (let y = 1; y < height; y++) {
    row += changes[y] as number;
    rowOf[y] = row;
  }
  return rowOf;
}

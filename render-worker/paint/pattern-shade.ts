import type { PlacedPattern } from './placed-pattern.ts';

/** Where dots of the label are on a picture, along one axis. */
interface Axis {
  /** Pixels per dot. */
  readonly scale: number;
  /** The label's edge, in pixels from the first one of the picture. */
  readonly origin: number;
  readonly pixels: number;
}

/**
 * The part of each pixel that the pattern covers, 0 to 255, row by row. It is the exact area of the dots in a pixel, so a
 * pattern is neither blurred where dots are large nor uneven where they are smaller than pixels.
 */
export function shadePattern({ size, ink }: PlacedPattern, across: Axis, down: Axis): Uint8Array {
  const areas = areasOf(ink, size);
  const columns = edgesOf(across, size);
  const rows = edgesOf(down, size);
  const width = across.pixels;
  const cover = new Uint8Array(width * down.pixels);
  const full = 255 * across.scale * down.scale;
  const line = new Float64Array(size + 1);
  let above = new Float64Array(width + 1);
  let below = new Float64Array(width + 1);
  for (let row = 0; row <= down.pixels; row++) {
    [above, below] = [below, above];
    fillLine(line, areas, size, rows[row] as number);
    for (let i = 0; i <= width; i++) below[i] = areaTo(line, columns[i] as number);
    if (row === 0) continue;
    const at = (row - 1) * width;
    for (let i = 0; i < width; i++) {
      const inked = (below[i + 1] as number) - (below[i] as number) - (above[i + 1] as number) + (above[i] as number);
      cover[at + i] = Math.min(255, inked * full + 0.5);
    }
  }
  return cover;
}

/** The edges of the pixels in dots, from a place at which a cell begins. */
function edgesOf({ scale, origin, pixels }: Axis, size: number): Float64Array {
  const first = Math.floor(-origin / scale / size) * size;
  const edges = Float64Array.from({ length: pixels + 1 }, (_, i) => (i - origin) / scale - first);
  // A thousandth of a dot is a rounding error: pixels that are whole dots are black or white.
  return edges.map((edge) => (Math.abs(edge - Math.round(edge)) < 1e-3 ? Math.round(edge) : edge));
}

/** The ink in the cell to the left of and above each corner of a dot: (size + 1) x (size + 1) sums. */
function areasOf(ink: Uint8Array, size: number): Float64Array {
  const stride = size + 1;
  const sums = new Float64Array(stride * stride);
  for (let y = 1; y < stride; y++) {
    for (let x = 1; x < stride; x++) {
      sums[y * stride + x] =
        (ink[(y - 1) * size + x - 1] as number) +
        (sums[(y - 1) * stride + x] as number) +
        (sums[y * stride + x - 1] as number) -
        (sums[(y - 1) * stride + x - 1] as number);
    }
  }
  return sums;
}

/** The ink above `v` in a column of cells, from its left edge to each corner of a dot. */
function fillLine(line: Float64Array, areas: Float64Array, size: number, v: number): void {
  const stride = size + 1;
  const cells = Math.floor(v / size);
  const y = v - cells * size;
  const row = Math.min(size - 1, Math.floor(y));
  const part = y - row;
  for (let x = 0; x <= size; x++) {
    const upper = areas[row * stride + x] as number;
    const lower = areas[(row + 1) * stride + x] as number;
    line[x] = cells * (areas[size * stride + x] as number) + upper + (lower - upper) * part;
  }
}

/** The ink to the left of `u`, of the rows that the line has. */
function areaTo(line: Float64Array, u: number): number {
  const size = line.length - 1;
  const cells = Math.floor(u / size);
  const x = u - cells * size;
  const column = Math.min(size - 1, Math.floor(x));
  const left = line[column] as number;
  return cells * (line[size] as number) + left + ((line[column + 1] as number) - left) * (x - column);
}

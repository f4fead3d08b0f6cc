import type { Pointer, Room } from '#model/kernel/wasm-memory.ts';
import { atkinson, floydSteinberg, mixRows } from '../kernel/kernel.wasm';
import { kernelBytes } from '../kernel/memory.ts';

/** How the error of a dot is spread to its neighbors. */
export type DiffusionMode = 'floydSteinberg' | 'atkinson';

/** Rows that are diffused at once. */
export const GROUP_ROWS = 8;
/** Errors kept for each row at the start of a part: those of the two dots before it and of its first dot. */
const EDGE_ERRORS = 3;

/** The state of a diffusion between two groups of rows, from which it can continue: the errors of the rows above. */
export interface DiffusionState {
  readonly carry: Uint8Array;
  readonly before: Uint8Array;
}

/** The errors at the start of a part of the rows; 3 for each row of the picture, from -127 to 127. */
export type EdgeErrors = Int8Array;

export function createEdgeErrors(rows: number): EdgeErrors {
  // Whole groups of rows.
  return new Int8Array(Math.ceil(rows / GROUP_ROWS) * GROUP_ROWS * EDGE_ERRORS);
}

/** Diffuses rows of `width` dots in groups of 8 from the top, in the kernel's memory. */
export interface Diffusion {
  /** Dots of a group: rows of `strideBytes`, 1 = paper, undefined beyond the width. */
  readonly bits: Pointer;
  readonly strideBytes: number;
  /**
   * Diffuses the next 8 gray rows; when there are fewer, the rest may be anything. `edges` are the errors at the
   * borders of a part, left out for whole rows. `first` is the number of the first row.
   */
  group(gray: Pointer, stride: number, first: number, edges?: PartEdges): void;
  /**
   * Keeps the errors of the group for parts that begin at every `every` dots: `into[0]` is for the one that begins at
   * `every`.
   */
  takeEdges(first: number, every: number, into: readonly EdgeErrors[]): void;
  state(): DiffusionState;
}

/** For a part of the rows, the errors at its start and at the next one's; null at the picture's borders. */
export interface PartEdges {
  readonly left: EdgeErrors | null;
  readonly right: EdgeErrors | null;
}

const WHOLE_ROWS: PartEdges = { left: null, right: null };

/** Dots that a row of a group lags behind the one above it. */
const LAG = 4;

/** The result may be used as long as the room is lent. `withEdges` keeps errors for `takeEdges`. */
export function openDiffusion(
  room: Room,
  mode: DiffusionMode,
  width: number,
  from: DiffusionState | null,
  withEdges: boolean,
): Diffusion {
  const steps = 16 * (Math.ceil(width / 16) + 2);
  const strideBytes = 2 * Math.ceil(width / 16);
  const stateBytes = 2 * (width + 1);
  const carry = room.take(stateBytes + 128);
  const before = room.take(stateBytes);
  const mixed = room.take(8 * steps + 128);
  const bits = room.take(GROUP_ROWS * strideBytes);
  const left = room.take(4 * GROUP_ROWS);
  const right = room.take(2 * GROUP_ROWS);
  const errors = withEdges ? room.take(8 * steps) : 0;
  const memory = kernelBytes();
  for (const [at, bytes] of [
    [carry, from?.carry],
    [before, from?.before],
  ] as const) {
    if (bytes === undefined || bytes.length === 0) memory.fill(0, at, at + stateBytes);
    else memory.set(bytes, at);
  }

  function putEdges(first: number, { left: from, right: to }: PartEdges): void {
    const view = new DataView(kernelBytes().buffer);
    for (let row = 0; row < GROUP_ROWS; row++) {
      const at = (first + row) * EDGE_ERRORS;
      view.setInt16(left + 2 * row, from?.[at + 1] ?? 0, true);
      view.setInt16(left + 2 * GROUP_ROWS + 2 * row, from?.[at] ?? 0, true);
      view.setInt16(right + 2 * row, to?.[at + 2] ?? 0, true);
    }
  }

  return {
    bits,
    strideBytes,
    group(gray, stride, first, edges = WHOLE_ROWS) {
      putEdges(first, edges);
      if (mode === 'atkinson') {
        atkinson(gray, stride, width, carry, before, left, right, bits, strideBytes, errors);
        return;
      }
      mixRows(gray, stride, steps, mixed);
      floydSteinberg(mixed, width, carry, left, right, bits, strideBytes, errors);
    },
    takeEdges(first, every, into) {
      const kept = new Int8Array(kernelBytes().buffer, errors, 8 * steps);
      for (const [part, edge] of into.entries()) {
        const x = (part + 1) * every;
        for (let row = 0; row < GROUP_ROWS; row++) {
          for (let i = 0; i < EDGE_ERRORS; i++) {
            edge[(first + row) * EDGE_ERRORS + i] = kept[8 * (x - 2 + i + LAG * row) + row] as number;
          }
        }
      }
    },
    state: () => ({
      carry: kernelBytes().slice(carry, carry + stateBytes),
      before: mode === 'atkinson' ? kernelBytes().slice(before, before + stateBytes) : EMPTY,
    }),
  };
}

const EMPTY = new Uint8Array(0);

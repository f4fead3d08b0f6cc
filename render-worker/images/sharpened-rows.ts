import type { Size } from '#model/kernel/geometry.ts';
import type { Pointer } from '#model/kernel/wasm-memory.ts';
import { kernelBytes } from '../kernel/memory.ts';
import type { AveragedRows, Region } from './area-average.ts';

const WHITE = 255;
/** The row above, the row itself and the row below. */
const LINES = 3;

/**
 * The rows of a `region` of a picture of the size `whole`, sharpened: `share` of its difference to the mean of the 3 x 3
 * dots around it is added to each dot. Dots beyond the picture count as those at its edge.
 */
export function sharpenedRows(
  rowsOf: (region: Region) => AveragedRows,
  whole: Size,
  region: Region,
  share: number,
): AveragedRows {
  const { width, height } = region;
  const left = Math.min(1, region.x);
  const above = Math.min(1, region.y);
  const right = Math.min(1, whole.width - region.x - width);
  const below = Math.min(1, whole.height - region.y - height);
  const source = rowsOf({
    x: region.x - left,
    y: region.y - above,
    width: left + width + right,
    height: above + height + below,
  });
  return {
    width,
    height,
    rowsAtOnce: source.rowsAtOnce,
    open(room) {
      const write = source.open(room);
      const lines = Array.from({ length: LINES }, () => ({ at: room.take(source.width), row: -1 }));
      const columns = new Uint16Array(source.width + 2);

      function lineOf(y: number): Pointer {
        const row = Math.min(source.height - 1, Math.max(0, y));
        const line = lines[row % LINES] as (typeof lines)[number];
        if (line.row !== row) write(row, 1, line.at, source.width);
        line.row = row;
        return line.at;
      }

      return (first, count, to, stride) => {
        for (let i = 0; i < count; i++) {
          const y = above + first + i;
          const rows = [lineOf(y - 1), lineOf(y), lineOf(y + 1)] as const;
          sharpen(rows, source.width, share, columns, { from: left, count: width, to: to + i * stride });
        }
      };
    },
  };
}

/** Writes `count` dots of the middle row, from the dot `from` on. `columns` is memory for sums. */
function sharpen(
  [above, here, below]: readonly [Pointer, Pointer, Pointer],
  width: number,
  share: number,
  columns: Uint16Array,
  { from, count, to }: { readonly from: number; readonly count: number; readonly to: Pointer },
): void {
  const bytes = kernelBytes();
  for (let x = 0; x < width; x++) {
    columns[x + 1] = (bytes[above + x] as number) + (bytes[here + x] as number) + (bytes[below + x] as number);
  }
  columns[0] = columns[1] as number;
  columns[width + 1] = columns[width] as number;
  for (let x = 0; x < count; x++) {
    const at = from + x;
    const mean = ((columns[at] as number) + (columns[at + 1] as number) + (columns[at + 2] as number)) / 9;
    const tone = bytes[here + at] as number;
    bytes[to + x] = Math.round(Math.min(WHITE, Math.max(0, tone + share * (tone - mean))));
  }
}

import type { DatamatrixSize } from './sizes.ts';

/**
 * For each data module, row by row, the bit that it shows: codeword x 8 + bit, counted from the highest. -1 is always
 * dark, -2 always light.
 */
type Placement = Int16Array;

const placements = new Map<string, Placement>();

/** The modules of a symbol row by row, 1 is dark: finder patterns, and the codewords' bits between them. */
export function placedModules(codewords: Uint8Array, size: DatamatrixSize): Uint8Array {
  const { rows, columns, regionRows, regionColumns } = size;
  const height = rows / regionRows;
  const width = columns / regionColumns;
  const placement = placementOf(size);
  const dataColumns = columns - 2 * regionColumns;
  const modules = new Uint8Array(rows * columns);
  for (let y = 0; y < rows; y++) {
    const inRegionY = y % height;
    for (let x = 0; x < columns; x++) {
      const inRegionX = x % width;
      const at = y * columns + x;
      // Each region has a solid line on its left and bottom side, and a dashed one on its top and right side.
      if (inRegionX === 0 || inRegionY === height - 1) modules[at] = 1;
      else if (inRegionY === 0) modules[at] = inRegionX % 2 === 0 ? 1 : 0;
      else if (inRegionX === width - 1) modules[at] = inRegionY % 2;
      else {
        const row = y - 2 * Math.floor(y / height) - 1;
        const column = x - 2 * Math.floor(x / width) - 1;
        const bit = placement[row * dataColumns + column] ?? -2;
        modules[at] = bit < 0 ? bit + 2 : ((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
      }
    }
  }
  return modules;
}

function placementOf(size: DatamatrixSize): Placement {
  const known = placements.get(size.name);
  if (known !== undefined) return known;
  const made = createPlacement(size.rows - 2 * size.regionRows, size.columns - 2 * size.regionColumns);
  placements.set(size.name, made);
  return made;
}

/** The places of a codeword's eight bits relative to its last one: ISO/IEC 16022, figure F.1. */
const SHAPE: readonly (readonly [row: number, column: number])[] = [
  [-2, -2],
  [-2, -1],
  [-1, -2],
  [-1, -1],
  [-1, 0],
  [0, -2],
  [0, -1],
  [0, 0],
];

/** ISO/IEC 16022, annex F: codewords run up and down the diagonals and wrap at the edges; four corners are special. */
function createPlacement(rows: number, columns: number): Placement {
  const placement = new Int16Array(rows * columns).fill(-3);
  let codeword = 0;
  const set = (row: number, column: number, bit: number): void => {
    let r = row;
    let c = column;
    if (r < 0) {
      r += rows;
      c += 4 - ((rows + 4) % 8);
    }
    if (c < 0) {
      c += columns;
      r += 4 - ((columns + 4) % 8);
    }
    placement[r * columns + c] = codeword * 8 + bit;
  };
  const isFree = (row: number, column: number): boolean => placement[row * columns + column] === -3;
  const usual = (row: number, column: number): void => {
    SHAPE.forEach(([r, c], bit) => set(row + r, column + c, bit));
    codeword++;
  };
  const corner = (places: readonly (readonly [number, number])[]): void => {
    places.forEach(([row, column], bit) =>
      set(row < 0 ? rows + row : row, column < 0 ? columns + column : column, bit),
    );
    codeword++;
  };
  let row = 4;
  let column = 0;
  do {
    if (row === rows && column === 0) corner(CORNERS[0]);
    if (row === rows - 2 && column === 0 && columns % 4 !== 0) corner(CORNERS[1]);
    if (row === rows - 2 && column === 0 && columns % 8 === 4) corner(CORNERS[2]);
    if (row === rows + 4 && column === 2 && columns % 8 === 0) corner(CORNERS[3]);
    do {
      if (row < rows && column >= 0 && isFree(row, column)) usual(row, column);
      row -= 2;
      column += 2;
    } while (row >= 0 && column < columns);
    row += 1;
    column += 3;
    do {
      if (row >= 0 && column < columns && isFree(row, column)) usual(row, column);
      row += 2;
      column -= 2;
    } while (row < rows && column >= 0);
    row += 3;
    column += 1;
  } while (row < rows || column < columns);
  // Modules left over in the corner get a fixed pattern.
  if (isFree(rows - 1, columns - 1)) {
    placement[rows * columns - 1] = -1;
    placement[(rows - 1) * columns - 2] = -1;
    placement[rows * columns - 2] = -2;
    placement[(rows - 1) * columns - 1] = -2;
  }
  return placement;
}

type Places = readonly (readonly [row: number, column: number])[];

/** The places of the bits in the four corner cases (figures F.3 to F.6); negative ones count from the opposite edge. */
const CORNERS: readonly [Places, Places, Places, Places] = [
  [
    [-1, 0],
    [-1, 1],
    [-1, 2],
    [0, -2],
    [0, -1],
    [1, -1],
    [2, -1],
    [3, -1],
  ],
  [
    [-3, 0],
    [-2, 0],
    [-1, 0],
    [0, -4],
    [0, -3],
    [0, -2],
    [0, -1],
    [1, -1],
  ],
  [
    [-3, 0],
    [-2, 0],
    [-1, 0],
    [0, -2],
    [0, -1],
    [1, -1],
    [2, -1],
    [3, -1],
  ],
  [
    [-1, 0],
    [-1, -1],
    [0, -3],
    [0, -2],
    [0, -1],
    [1, -3],
    [1, -2],
    [1, -1],
  ],
];

import { generate, type Bitmap2D, type Correction } from 'lean-qr';

/**
 * Chooses the data mask with the lowest penalty among the eight of ISO/IEC 18004, 7.8.3. The library could choose too,
 * but module by module, which takes most of its time; here one operation handles 32 modules.
 * The modules that a mask changes depend only on version and level. They are read from the library once for each pair,
 * as the difference from mask 0, so that no table of the standard is repeated here.
 */
const MASKS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** Rows of modules, packed 32 to a word with the leftmost in the least significant bit, and the same for columns. */
interface Plane {
  readonly rows: Uint32Array;
  readonly columns: Uint32Array;
}

interface Differences {
  readonly size: number;
  readonly words: number;
  /** The modules that exist in each word of a row; word i of a plane uses entry `i % words`. */
  readonly valid: Uint32Array;
  readonly masks: readonly Plane[];
  /** A symbol with the mask whose penalty is being computed. */
  readonly scratch: Plane;
}

const differences = new Map<string, Differences>();

/** Replaces mask 0 of `masked` by the best mask. Returns the modules row by row; 1 is dark. */
export function withBestMask(masked: Bitmap2D, level: Correction): Uint8Array {
  const { size } = masked;
  const known = differencesOf(size, level);
  const plane = packed(masked, known.words);
  let best = 0;
  let least = Infinity;
  for (const mask of MASKS) {
    const penalty = penaltyOf(plane, known, mask);
    if (penalty < least) {
      least = penalty;
      best = mask;
    }
  }
  const difference = known.masks[best]?.rows;
  const modules = new Uint8Array(size * size);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const at = y * known.words + (x >> 5);
      modules[y * size + x] = (((plane.rows[at] ?? 0) ^ (difference?.[at] ?? 0)) >>> (x & 31)) & 1;
    }
  return modules;
}

function differencesOf(size: number, level: Correction): Differences {
  const key = `${size}/${level}`;
  const known = differences.get(key);
  if (known !== undefined) return known;
  const version = (size - 17) / 4;
  const words = Math.ceil(size / 32);
  const planes = MASKS.map((mask) =>
    packed(
      generate('0', {
        minVersion: version,
        maxVersion: version,
        minCorrectionLevel: level,
        maxCorrectionLevel: level,
        mask,
      }),
      words,
    ),
  );
  const first = planes[0];
  const made: Differences = {
    size,
    words,
    valid: Uint32Array.from({ length: words }, (_, w) =>
      size - w * 32 >= 32 ? 0xffff_ffff : 2 ** (size - w * 32) - 1,
    ),
    scratch: { rows: new Uint32Array(size * words), columns: new Uint32Array(size * words) },
    masks: planes.map((plane) => ({
      rows: plane.rows.map((word, i) => word ^ (first?.rows[i] ?? 0)),
      columns: plane.columns.map((word, i) => word ^ (first?.columns[i] ?? 0)),
    })),
  };
  differences.set(key, made);
  return made;
}

function packed(code: Bitmap2D, words: number): Plane {
  const { size } = code;
  const rows = new Uint32Array(size * words);
  const columns = new Uint32Array(size * words);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!code.get(x, y)) continue;
      const row = y * words + (x >> 5);
      const column = x * words + (y >> 5);
      rows[row] = (rows[row] ?? 0) | (1 << (x & 31));
      columns[column] = (columns[column] ?? 0) | (1 << (y & 31));
    }
  return { rows, columns };
}

function penaltyOf(plane: Plane, known: Differences, mask: number): number {
  const change = known.masks[mask] as Plane;
  const { rows, columns } = known.scratch;
  let dark = 0;
  for (let i = 0; i < rows.length; i++) {
    const word = (plane.rows[i] as number) ^ (change.rows[i] as number);
    rows[i] = word;
    columns[i] = (plane.columns[i] as number) ^ (change.columns[i] as number);
    dark += ones(word);
  }
  const share = dark / (known.size * known.size);
  return (
    linesPenalty(rows, known) +
    linesPenalty(columns, known) +
    blocksPenalty(rows, known) +
    // 10 for each 5 % by which the share of dark modules differs from one half.
    10 * Math.floor(10 * Math.abs(2 * share - 1))
  );
}

/**
 * The penalty for runs of five and more, and for finder-like patterns, down the lines. Handles all columns of a word at
 * once.
 */
function linesPenalty(lines: Uint32Array, { size, words, valid }: Differences): number {
  let penalty = 0;
  for (let w = 0; w < words; w++) {
    const there = valid[w] ?? 0;
    let before = 0;
    for (let y = 0; y + 4 < size; y++) {
      const a = lines[y * words + w] ?? 0;
      const b = lines[(y + 1) * words + w] ?? 0;
      const c = lines[(y + 2) * words + w] ?? 0;
      const d = lines[(y + 3) * words + w] ?? 0;
      const e = lines[(y + 4) * words + w] ?? 0;
      const five = ((a & b & c & d & e) | ~(a | b | c | d | e)) & there;
      // A run of n modules contains n - 4 groups of five and costs n - 2.
      if (five !== 0) penalty += ones(five) + 2 * ones(five & ~before);
      before = five;
      if (y + 10 >= size) continue;
      const f = lines[(y + 5) * words + w] ?? 0;
      const g = lines[(y + 6) * words + w] ?? 0;
      const h = lines[(y + 7) * words + w] ?? 0;
      const i = lines[(y + 8) * words + w] ?? 0;
      const j = lines[(y + 9) * words + w] ?? 0;
      const k = lines[(y + 10) * words + w] ?? 0;
      // 1011101 with 0000 after or before it.
      const after = a & ~b & c & d & e & ~f & g & ~(h | i | j | k);
      const ahead = ~(a | b | c | d) & e & ~f & g & h & i & ~j & k;
      const finders = (after | ahead) & there;
      if (finders !== 0) penalty += 40 * ones(finders);
    }
  }
  return penalty;
}

/** The penalty of three for each 2 x 2 block of equal modules. */
function blocksPenalty(rows: Uint32Array, { size, words, valid }: Differences): number {
  let blocks = 0;
  for (let y = 0; y + 1 < size; y++) {
    for (let w = 0; w < words; w++) {
      const at = y * words + w;
      const upper = rows[at] ?? 0;
      const lower = rows[at + words] ?? 0;
      const last = w + 1 === words;
      const upperNext = (upper >>> 1) | (last ? 0 : (rows[at + 1] ?? 0) << 31);
      const lowerNext = (lower >>> 1) | (last ? 0 : (rows[at + words + 1] ?? 0) << 31);
      // The last column has no neighbor to its right.
      const there = last ? (valid[w] ?? 0) >>> 1 : (valid[w] ?? 0);
      blocks += ones(((upper & lower & upperNext & lowerNext) | ~(upper | lower | upperNext | lowerNext)) & there);
    }
  }
  return 3 * blocks;
}

/** The number of bits that are 1. */
function ones(word: number): number {
  let v = word - ((word >>> 1) & 0x5555_5555);
  v = (v & 0x3333_3333) + ((v >>> 2) & 0x3333_3333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

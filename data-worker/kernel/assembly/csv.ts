const CR: u32 = 0x0d;
const LF: u32 = 0x0a;
const ESCAPED: u32 = 1 << 30;
const QUOTED: u32 = 1 << 31;

/** Result of the last call: rows, cells, the rows up to the last non-empty one, and the most cells of a row. */
const FOUND: usize = memory.data(4 * 4, 16);

/** Address of the four numbers of the last call. */
export function foundRows(): usize {
  return FOUND;
}

/**
 * Finds the cells of all complete rows in `count` bytes from `from`, by the rules of `csv-indexer.ts`. Each cell gives
 * 32 bits in `ends`: its end, relative to `base`, with its flags. Each row gives its start in `rowOffsets`, also
 * relative to `base`, and its first cell in `rowStarts`, counted from `firstCell`. `filled` gets a 1 for each column
 * with content. A row of more than `maxColumns` cells counts as incomplete. Returns the bytes of the complete rows.
 */
export function indexRows(
  from: usize,
  count: i32,
  delimiter: i32,
  quote: i32,
  maxColumns: i32,
  base: u32,
  firstCell: u32,
  ends: usize,
  rowOffsets: usize,
  rowStarts: usize,
  filled: usize,
): i32 {
  const end = from + count;
  const delimiters = i8x16.splat(<i8>delimiter);
  // Without a quote a line end takes its place: it is searched for anyway.
  const quotes = i8x16.splat(<i8>(quote < 0 ? LF : quote));
  const crs = i8x16.splat(<i8>CR);
  const lfs = i8x16.splat(<i8>LF);
  let rows: u32 = 0;
  let rowsFilled: u32 = 0;
  let columns: u32 = 0;
  let cell = ends;
  let rowCell = ends;
  let rowStart = from;
  let start = from;
  let isInQuotes: bool = false;
  let escaped: u32 = 0;
  let closedAt: usize = 0;
  let rowIsFilled: bool = false;
  /** Bytes before it are skipped: the second of two bytes that count as one. */
  let skipTo = from;

  for (let block = from; block < end; block += 64) {
    let mask =
      marksOf(block, delimiters, quotes, crs, lfs) |
      (marksOf(block + 16, delimiters, quotes, crs, lfs) << 16) |
      (marksOf(block + 32, delimiters, quotes, crs, lfs) << 32) |
      (marksOf(block + 48, delimiters, quotes, crs, lfs) << 48);
    for (; mask !== 0; mask &= mask - 1) {
      const p = block + <usize>ctz(mask);
      if (p >= end) break;
      if (p < skipTo) continue;
      const byte: u32 = load<u8>(p);
      if (isInQuotes) {
        if (byte !== <u32>quote) continue;
        if (p + 1 >= end) break;
        if (<u32>load<u8>(p, 1) === <u32>quote) {
          escaped = ESCAPED;
          skipTo = p + 2;
        } else {
          isInQuotes = false;
          closedAt = p + 1;
        }
        continue;
      }
      if (byte === <u32>quote) {
        if (p === start) {
          isInQuotes = true;
          escaped = 0;
          continue;
        }
        // It may be a delimiter too.
        if (byte !== <u32>delimiter && byte !== CR && byte !== LF) continue;
      }
      if (byte === CR && p + 1 >= end) break;
      const isQuoted = closedAt === p && p > start;
      const column = <u32>(cell - rowCell) >> 2;
      if (p - start > (isQuoted ? 2 : 0)) {
        store<u8>(filled + column, 1);
        rowIsFilled = true;
      }
      store<u32>(cell, (base + <u32>(p - from)) | (isQuoted ? QUOTED | escaped : 0));
      cell += 4;
      start = p + 1;
      if (byte === <u32>delimiter) {
        if (column + 1 < <u32>maxColumns) continue;
        // Too many cells in this row.
        mask = 0;
        block = end;
        break;
      }
      if (column + 1 > columns) columns = column + 1;
      store<u32>(rowOffsets + 4 * rows, base + <u32>(rowStart - from));
      store<u32>(rowStarts + 4 * rows, firstCell + (<u32>(rowCell - ends) >> 2));
      rows++;
      if (rowIsFilled) rowsFilled = rows;
      rowIsFilled = false;
      if (byte === CR && <u32>load<u8>(p, 1) === LF) skipTo = start = p + 2;
      rowStart = start;
      rowCell = cell;
    }
  }
  store<u32>(FOUND, rows);
  store<u32>(FOUND, <u32>(rowCell - ends) >> 2, 4);
  store<u32>(FOUND, rowsFilled, 8);
  store<u32>(FOUND, columns, 12);
  return <i32>(rowStart - from);
}

/** A bit for each of sixteen bytes that may end a cell or be a quote. */
function marksOf(at: usize, delimiters: v128, quotes: v128, crs: v128, lfs: v128): u64 {
  const bytes = v128.load(at);
  return <u64>(
    i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(bytes, delimiters), i8x16.eq(bytes, quotes)),
        v128.or(i8x16.eq(bytes, crs), i8x16.eq(bytes, lfs)),
      ),
    )
  );
}

import { problem, type Problem } from '#model/kernel/problem.ts';

/**
 * Limits for files. Real workbooks stay far below them. Each prevents something that took other readers minutes or all
 * memory.
 */
export const MAX_FILE_BYTES: number = 512 * 2 ** 20;
/** Lower, because a library reads .xls, and HTML or XML under that name, and holds everything as objects. */
export const MAX_XLS_BYTES: number = 100 * 2 ** 20;
/** Each picture in a workbook is an entry of its own. */
export const MAX_ZIP_ENTRIES = 65_535;
export const MAX_SHEET_BYTES: number = 2 * 2 ** 30;
export const MAX_SHARED_STRINGS_BYTES: number = 512 * 2 ** 20;
export const MAX_PART_BYTES: number = 64 * 2 ** 20;
/** The largest ratio of inflated to packed bytes, checked beyond `RATIO_FREE_BYTES`. Real sheets have 7 to 14. */
export const MAX_INFLATE_RATIO = 250;
export const RATIO_FREE_BYTES: number = 8 * 2 ** 20;
/** Excel has 65,490 styles of cells. */
export const MAX_STYLES = 100_000;
/** Excel's own sheet size. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;
export const MAX_CELLS = 50_000_000;
/** Cells of an .ods that are written once and repeated. LibreOffice writes equal rows so. */
export const MAX_REPEATED_CELLS = 5_000_000;
/** Blanks of an .ods that are written as their number. */
export const MAX_REPEATED_BLANKS: number = 16 * 2 ** 20;
/**
 * Memory is reserved for places, whether they hold a cell or not. Up to `FREE_CELL_PLACES` of them are allowed in any
 * case, beyond that only `MAX_PLACES_PER_CELL` for each cell, and never more than `MAX_CELL_PLACES`: a few cells that are
 * far apart must not take all memory.
 */
export const MAX_CELL_PLACES: number = 64 * 2 ** 20;
export const FREE_CELL_PLACES: number = 8 * 2 ** 20;
export const MAX_PLACES_PER_CELL = 16;
export const MAX_CELL_BYTES: number = 4 * 2 ** 20;

/** The problem of an inconsistent file. `reason` is for logs and support; `part` names the piece of the file. */
export function damaged(reason: string, part?: string): Problem {
  return problem('data.unreadable', { reason }, part);
}

export function tooLarge(reason: string, part?: string): Problem {
  return problem('data.tooLarge', { reason }, part);
}

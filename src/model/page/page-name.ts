/** Most outputs have fewer pages: their names look alike, however many pages there are. */
const LEAST_DIGITS = 5;

/**
 * The file name of a page, counted from 1, without its extension: `page-00001`. Names of one output have as many digits
 * as the number of its last page, so that they sort in page order. `pages`: the most pages that the output has.
 */
export function pageFileName(page: number, pages: number): string {
  return `page-${numberedPage(page, pages)}`;
}

/** The number of a page, padded to the digits of all numbers of the output. */
export function numberedPage(page: number, pages: number): string {
  return String(page).padStart(Math.max(LEAST_DIGITS, String(pages).length), '0');
}

/**
 * The names of the files of a page that is printed several times, without their extension: `page-00001`, then
 * `page-00001-copy-02` to `page-00001-copy-12`. The copies of a page have as many digits as the number of its last one.
 */
export function copyFileNames(page: number, pages: number, copies: number): string[] {
  const name = pageFileName(page, pages);
  const digits = String(copies).length;
  return Array.from({ length: copies }, (_, i) =>
    i === 0 ? name : `${name}-copy-${String(i + 1).padStart(digits, '0')}`,
  );
}

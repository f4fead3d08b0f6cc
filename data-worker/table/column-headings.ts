import type { SheetTable } from './sheet-table.ts';

/** A column that can be bound. */
export interface ColumnHeading {
  readonly name: string;
  /** Its place in the sheet, counted from 0. */
  readonly index: number;
}

/**
 * The texts of the heading rows, made unique (`Name`, `Name (2)`); a column with data but no heading is named by its
 * letter. An empty column is omitted.
 */
export function columnHeadings(table: SheetTable, { first, count, skipHidden }: HeadingRows): readonly ColumnHeading[] {
  const taken: TakenNames = { names: new Set(), next: new Map() };
  const headings: { name: string | null; index: number }[] = [];
  for (let index = 0; index < table.columnCount; index++) {
    if (table.isBlank(index) || (skipHidden && table.isColumnHidden?.(index) === true)) continue;
    const text = headingText(table, first, count, index);
    headings.push({ index, name: text.trim() === '' ? null : uniqueName(text, taken) });
  }
  // Letters are assigned last, so that a column with the heading `B` keeps its name.
  return headings.map(({ name, index }) => ({ name: name ?? uniqueName(columnLetters(index), taken), index }));
}

export interface HeadingRows {
  /** The first of them, counted from 0. */
  readonly first: number;
  readonly count: number;
  /** Leaves out columns that the workbook hides. */
  readonly skipHidden: boolean;
}

/**
 * A single heading row is used unchanged; the texts of several are joined by blanks. A text in merged cells belongs to
 * each of them: over two columns it precedes both of their own headings, and over two rows it appears once.
 */
function headingText(table: SheetTable, first: number, count: number, column: number): string {
  if (count === 1) return table.text(first, column);
  const places = new Map<string, string>();
  for (let row = first; row < first + count; row++) {
    const place = table.mergedWith?.(row, column) ?? { row, column };
    places.set(`${place.row} ${place.column}`, table.text(place.row, place.column).trim());
  }
  return [...places.values()].filter((text) => text !== '').join(' ');
}

/** `A` for 0, `AA` for 26. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) {
    letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters;
  }
  return letters;
}

interface TakenNames {
  readonly names: Set<string>;
  /** The number to try first for a duplicate name: thousands of columns may have the same heading. */
  readonly next: Map<string, number>;
}

function uniqueName(wanted: string, { names, next }: TakenNames): string {
  let name = wanted;
  for (let n = next.get(wanted) ?? 2; names.has(name); n++) {
    name = `${wanted} (${n})`;
    next.set(wanted, n);
  }
  names.add(name);
  return name;
}

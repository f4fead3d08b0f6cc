import type { SheetTable } from './sheet-table.ts';

/** One column that can be bound. */
export interface ColumnHeading {
  readonly name: string;
  /** Its place in the sheet, counted from 0. */
  readonly index: number;
}

/**
 * The texts of the first row, made unique (`Name`, `Name (2)`); a column with data but no heading is named by its
 * letter. A column with nothing in it at all is left out.
 */
export function columnHeadings(table: SheetTable): readonly ColumnHeading[] {
  const taken = new Set<string>();
  const headings: { name: string | null; index: number }[] = [];
  for (let index = 0; index < table.columnCount; index++) {
    if (table.isBlank(index)) continue;
    const text = table.text(0, index);
    headings.push({ index, name: text.trim() === '' ? null : uniqueName(text, taken) });
  }
  // Letters are given last, so that a column really headed `B` keeps its name.
  return headings.map(({ name, index }) => ({ name: name ?? uniqueName(columnLetters(index), taken), index }));
}

/** `A` for 0, `AA` for 26. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) {
    letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters;
  }
  return letters;
}

function uniqueName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted} (${n})`;
  taken.add(name);
  return name;
}

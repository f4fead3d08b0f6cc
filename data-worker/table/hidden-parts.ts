import { MAX_COLUMNS } from '../limits.ts';

/** The rows and columns of a sheet that the workbook hides, in reading order. */
export class HiddenParts {
  /** As [first, count], in ascending order. */
  readonly rows: (readonly [number, number])[] = [];
  /** 1 for each hidden one; null for the many sheets without any. */
  #columns: Uint8Array | null = null;
  #ranges = 0;

  /** Rows come in ascending order. */
  hideRows(first: number, count = 1): void {
    const last = this.rows.at(-1);
    if (last !== undefined && last[0] + last[1] === first) this.rows[this.rows.length - 1] = [last[0], last[1] + count];
    else this.rows.push([first, count]);
  }

  hideColumns(first: number, count: number): void {
    // A sheet can't have more ranges of columns than columns; a malicious file can.
    if (this.#ranges++ >= MAX_COLUMNS) return;
    this.#columns ??= new Uint8Array(MAX_COLUMNS);
    this.#columns.fill(1, first, first + count);
  }

  isColumnHidden(column: number): boolean {
    return this.#columns?.[column] === 1;
  }
}

/** A cell with a text that differs from its file. */
export interface CellEdit {
  /** The row of the sheet; 0 is the first below the headings. */
  readonly row: number;
  readonly column: string;
  /** The typed text. It replaces every form of the cell: a format reads a number or a date from it. */
  readonly text: string;
}

/** A change of the edits: null restores the text of the file. */
export interface CellChange {
  readonly row: number;
  readonly column: string;
  readonly text: string | null;
}

/** The edits after some changes; each cell once, in the order of their first change. */
export function withChanges(edits: readonly CellEdit[], changes: readonly CellChange[]): readonly CellEdit[] {
  const cells = new Map(edits.map((edit) => [cellKey(edit), edit]));
  for (const { row, column, text } of changes) {
    if (text === null) cells.delete(cellKey({ row, column }));
    else cells.set(cellKey({ row, column }), { row, column, text });
  }
  return [...cells.values()];
}

/** Names a cell of a sheet. */
export function cellKey({ row, column }: Pick<CellEdit, 'row' | 'column'>): string {
  return `${row} ${column}`;
}

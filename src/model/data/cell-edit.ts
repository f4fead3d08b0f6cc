/** A cell that shows another text here than its file has. */
export interface CellEdit {
  /** The row of the sheet; 0 is the first below the headings. */
  readonly row: number;
  readonly column: string;
  /** What was typed. It is taken as it is, in every form of the cell: a format reads a number or a date from it. */
  readonly text: string;
}

/** A change to make to the edits: null shows again what the file has. */
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

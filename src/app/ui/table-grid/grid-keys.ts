/** A cell of the grid; row -1 is the headings, column -1 the row numbers. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** The number of completely visible rows. */
  readonly screen: number;
}

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/**
 * The cell that a key moves to, by the ARIA practices for grids; null for other keys. Home and End stay in the row, with
 * Ctrl they move to the first and the last cell; the up arrow moves from the first row to the headings.
 */
export function cellAfterKey(cell: GridCell, { key, ctrlKey, metaKey }: KeyPress, size: GridSize): GridCell | null {
  const far = ctrlKey || metaKey;
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  const to = (row: number, column: number): GridCell => ({
    row: Math.min(Math.max(-1, row), lastRow),
    column: Math.min(Math.max(0, column), lastColumn),
  });
  switch (key) {
    case 'ArrowUp':
      return far ? to(0, cell.column) : to(cell.row - 1, cell.column);
    case 'ArrowDown':
      return far ? to(lastRow, cell.column) : to(cell.row + 1, cell.column);
    case 'ArrowLeft':
      return far ? to(cell.row, 0) : to(cell.row, cell.column - 1);
    case 'ArrowRight':
      return far ? to(cell.row, lastColumn) : to(cell.row, cell.column + 1);
    case 'Home':
      return far ? to(0, 0) : to(cell.row, 0);
    case 'End':
      return far ? to(lastRow, lastColumn) : to(cell.row, lastColumn);
    case 'PageUp':
      return to(Math.max(0, cell.row - size.screen), cell.column);
    case 'PageDown':
      return to(Math.max(0, cell.row + size.screen), cell.column);
    default:
      return null;
  }
}

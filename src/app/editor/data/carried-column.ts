import type { SpreadsheetKey } from '#model/elements/base/reading.ts';

/** A column whose heading is dragged. */
export interface CarriedColumn {
  readonly spreadsheet: SpreadsheetKey;
  readonly sheet: string;
  readonly column: string;
}

/** No other program accepts it, and no other page knows the spreadsheet. */
const TYPE = 'application/x-labelwright-column';

let carried: CarriedColumn | null = null;

export function carryColumn(data: DataTransfer, column: CarriedColumn): void {
  carried = column;
  data.setData(TYPE, column.column);
  data.effectAllowed = 'copy';
}

export function carriesColumn(data: DataTransfer): boolean {
  return data.types.includes(TYPE);
}

/** The dropped column; null for anything else, or from another window. */
export function carriedColumn(data: DataTransfer): CarriedColumn | null {
  return carriesColumn(data) ? carried : null;
}

/** Checkboxes in front of the rows. Rows are those of the sheet; 0 is the first below the headings. */
export interface GridChecks {
  isChecked(row: number): boolean;
  /** `extend`: with all rows between this one and the last pressed one. Positions are those of the view. */
  toggle(place: number, row: number, extend: boolean): void;
}

/** Editable cells. */
export interface GridEditing {
  /** The number of edited cells. */
  readonly count: number;
  isEdited(row: number, column: string): boolean;
  change(row: number, column: string, text: string): void;
}

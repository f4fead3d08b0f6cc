import type { Branded, CounterId } from '#model/kernel/ids.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { DocumentLabel } from '#model/document/document-plan.ts';
import type { RecordPicture } from '#model/document/record-picture.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { spreadsheetKey } from '#model/elements/base/reading.ts';
import { cellFormOfSource, type CellForm } from './cell-form.ts';

/** Identifies one column of one sheet of one spreadsheet, in one form. */
export type FieldKey = Branded<'FieldKey'>;

/** One row of data: the texts of the bound columns. */
export interface DataRecord {
  /**
   * The row's number as the spreadsheet shows it (see `RowNumbering`). 0 when nothing is bound.
   */
  readonly row: number;
  /** How many records come before this one; sequences count by it. 0 when left out. */
  readonly index?: number;
  /**
   * The number of labels of the run before this one, by which sequences with a counter count: rows that are left out
   * use no number. `index` when left out.
   */
  readonly place?: number;
  readonly values: Readonly<Record<FieldKey, string>>;
  /**
   * The next value of each counter, '' for one at its end, for the canvas to show what is printed next; null while it
   * is unknown. The template of a run has the values that the run has taken (`next` of its sequences).
   */
  readonly counters?: Readonly<Record<CounterId, string>> | null;
  /** Errors of cells, by field. A row with errors is never printed. */
  readonly errors?: Readonly<Record<FieldKey, string>>;
  /** The number of labels of the row, from a column of copies; 1 when left out. */
  readonly copies?: number;
  /** The part of a document's page that the label shows; left out for a label of a template. */
  readonly page?: DocumentLabel;
  /** That part in the dots of the label, for the painter. Created with the label and never stored. */
  readonly picture?: RecordPicture;
  /** The language of the label's texts; the main one when left out. */
  readonly language?: LanguageTag;
  /** Why the row gives no label, whatever its elements show. */
  readonly fault?: Problem;
}

/** The record of a template without any bound column. */
export const NO_RECORD: DataRecord = { row: 0, values: {} };

type FieldSource = Pick<ColumnSource, 'connection' | 'reading' | 'sheet' | 'column' | 'format' | 'asStored'>;

/** Cache: sources are immutable, and a run reads the same ones for each label. */
const keys = new WeakMap<FieldSource, Partial<Record<CellForm, FieldKey>>>();

export function fieldKey(source: FieldSource, form: CellForm = cellFormOfSource(source)): FieldKey {
  const ofSource = keys.get(source) ?? {};
  const known = ofSource[form];
  if (known !== undefined) return known;
  const named = [spreadsheetKey(source), source.sheet, source.column];
  const key = JSON.stringify(form === 'shown' ? named : [...named, form]) as FieldKey;
  keys.set(source, { ...ofSource, [form]: key });
  return key;
}

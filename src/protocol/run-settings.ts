import type { LocalTime } from '#model/kernel/local-time.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { ExportFormat } from './export.ts';
import { PRINTER_LANGUAGES, type PrinterLanguageName } from './printer-settings.ts';
import type { TextOverflow } from './render.ts';
import type { ColumnFilter } from './table-query.ts';

/** Output format of pages: a file format, or a printer's language. */
export type RenderFormat = ExportFormat | PrinterLanguageName;

export function isPrinterLanguage(format: RenderFormat): format is PrinterLanguageName {
  return (PRINTER_LANGUAGES as readonly RenderFormat[]).includes(format);
}

/** Which labels a run makes. */
export interface LabelChoice {
  /** The sheet of the spreadsheet; null for the one that the template names. */
  readonly sheet: string | null;
  /** The rows to take, as `1-3, 5` by the spreadsheet's numbers; null for all. */
  readonly rows: string | null;
  /** Filters that a row must pass, all of them; absent for none. */
  readonly where?: readonly ColumnFilter[];
  /** The number of labels of a template with sequences and no rows; null when the rows decide. */
  readonly count: number | null;
  /** How often each label is made. */
  readonly copies: number;
  /** The column with the number of labels of each row; null for one each. */
  readonly copiesColumn: string | null;
  /** The language of the texts, by its tag or name; absent where the label's column chooses it, or for the main one. */
  readonly language?: string | undefined;
}

/** How pages are rendered and which labels are rejected. */
export interface PageQuality {
  readonly format: RenderFormat;
  /** Dots per inch. */
  readonly dpi: number;
  /** The lowest grade of a symbol that is printed. */
  readonly minGrade: Grade;
  /** Whether rows with text that doesn't fit are printed. */
  readonly overflow: TextOverflow;
}

/** The settings of a run, the same for the API, the command line and the schedules. */
export interface RunSettings extends LabelChoice, PageQuality {
  /** The time that texts with the system's time show. */
  readonly time: LocalTime;
}

import { blankName, blanksOf } from '#model/data/blanks.ts';
import { countersOf } from '#model/data/counters.ts';
import { boundTables } from '#model/data/tables.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { unpackTemplate } from '#model/template/packing.ts';

/** The inputs of a template: columns of data, fill-in fields, and serial numbers. */
export interface TemplateFields {
  readonly tables: readonly {
    readonly file: string;
    readonly sheet: string | null;
    readonly columns: readonly string[];
  }[];
  readonly blanks: readonly { readonly name: string; readonly text: string }[];
  readonly sequences: readonly { readonly element: string }[];
  /** The languages of its texts, the main one first; none for a label in one language. */
  readonly languages: readonly string[];
}

/** Reads a template's file; large ones in a thread, see `createFieldsReader`. */
export function readTemplateFields(bytes: Uint8Array): Result<TemplateFields, Problem> {
  const xml = unpackTemplate(bytes);
  const read = xml.ok ? readTemplate(xml.value) : xml;
  if (!read.ok) return read;
  const counters = countersOf(read.value);
  return ok({
    tables: boundTables(read.value).map(({ fileName, sheet, columns }) => ({
      file: fileName,
      sheet,
      columns: [...new Set(columns.map((column) => (typeof column === 'string' ? column : column.column)))],
    })),
    blanks: blanksOf(read.value).map((blank) => ({ name: blankName(blank), text: blank.text })),
    sequences: counters.ok ? counters.value.map(({ element }) => ({ element })) : [],
    languages: read.value.label.languages?.tags ?? [],
  });
}

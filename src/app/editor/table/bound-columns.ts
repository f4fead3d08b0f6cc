import { spreadsheetKey, type SpreadsheetRef } from '#model/elements/base/reading.ts';
import { sourcesOf, type LabelElement } from '#model/elements/element.ts';
import type { LabelLanguages } from '#model/template/label-languages.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { languageColumn, plainName, type SourceChange } from '../data/bindings.ts';

/** The elements that are bound to each column of a sheet, in the order of the template. */
export function elementsByColumn(
  elements: readonly LabelElement[],
  spreadsheet: SpreadsheetRef,
  sheet: string,
): ReadonlyMap<string, readonly LabelElement[]> {
  const key = spreadsheetKey(spreadsheet);
  const found = new Map<string, LabelElement[]>();
  for (const element of elements) {
    for (const source of sourcesOf(element)) {
      if (source.type !== 'column' || source.sheet !== sheet || spreadsheetKey(source) !== key) continue;
      const list = found.get(source.column) ?? [];
      if (!list.includes(element)) list.push(element);
      found.set(source.column, list);
    }
  }
  return found;
}

/** A bound column that the spreadsheet does not have. */
export interface MissingColumn {
  readonly sheet: string;
  readonly column: string;
}

/** The bound columns that a spreadsheet lacks, as after it was replaced by a newer one with other headings. */
export function missingColumns(
  elements: readonly LabelElement[],
  info: SpreadsheetInfo,
  languages?: LabelLanguages,
): readonly MissingColumn[] {
  const key = spreadsheetKey(info);
  const missing = new Map<string, MissingColumn>();
  for (const source of [...elements.flatMap(sourcesOf), ...languageColumn(languages)]) {
    if (source.type !== 'column' || spreadsheetKey(source) !== key) continue;
    const sheet = info.sheets.find(({ name }) => name === source.sheet);
    if (sheet === undefined || sheet.columns.includes(source.column)) continue;
    missing.set(JSON.stringify([source.sheet, source.column]), { sheet: source.sheet, column: source.column });
  }
  return [...missing.values()];
}

/** The column with the same name except for case, spaces and punctuation; null if there is none or several. */
export function likelyColumn(missing: string, columns: readonly string[]): string | null {
  const found = columns.filter((column) => plainName(column) === plainName(missing) && plainName(missing) !== '');
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Rebinds everything from one column of a sheet to another column, for several columns at once. */
export function renamedColumns(
  spreadsheet: SpreadsheetRef,
  renamed: readonly (MissingColumn & { readonly to: string })[],
): SourceChange {
  const key = spreadsheetKey(spreadsheet);
  return (source) => {
    if (source.type !== 'column' || spreadsheetKey(source) !== key) return source;
    const found = renamed.find(({ sheet, column }) => sheet === source.sheet && column === source.column);
    return found === undefined ? source : { ...source, column: found.to };
  };
}

import { ok } from '#model/kernel/result.ts';
import { asFixedText, type ColumnSource, type DataSource } from '#model/elements/base/content.ts';
import { spreadsheetKey, type SpreadsheetRef } from '#model/elements/base/reading.ts';
import { sourcesOf, withSources, type LabelElement } from '#model/elements/element.ts';
import { rebindColumns } from '#model/data/rebind.ts';
import type { Command } from '#editor/editor.ts';
import { withElements } from '#editor/footprint.ts';
import type { SheetInfo, SpreadsheetInfo } from '#protocol/spreadsheet.ts';

/** The sheets to choose from: hidden ones only when there is no other. */
export function offeredSheets(info: SpreadsheetInfo): readonly SheetInfo[] {
  const usable = info.sheets.filter((sheet) => sheet.columns.length > 0);
  const shown = usable.filter((sheet) => !sheet.hidden);
  return shown.length > 0 ? shown : usable;
}

/** A source bound to a column. It keeps the fixed text, which comes back when the user unbinds it. */
export function columnSource(
  info: SpreadsheetInfo,
  sheet: string,
  column: string,
  firstValue: string,
  text: string,
): ColumnSource {
  const { connection, reading, fileName } = info;
  return { type: 'column', connection, reading, fileName, sheet, column, firstValue, text };
}

/** The data sources bound to this spreadsheet, in the order of the template's elements. */
export function sourcesBoundTo(
  elements: readonly LabelElement[],
  spreadsheet: SpreadsheetRef,
): readonly ColumnSource[] {
  const key = spreadsheetKey(spreadsheet);
  return elements.flatMap(sourcesOf).filter((s): s is ColumnSource => s.type === 'column' && spreadsheetKey(s) === key);
}

/**
 * Replaces a spreadsheet by another file in every source that uses it. Sheets are matched by name, else the first one
 * is taken. A column that the new file lacks stays bound by its name and is reported as a problem: a guess could print
 * wrong values.
 */
export function rebindAll(spreadsheet: SpreadsheetRef, info: SpreadsheetInfo): Command {
  const key = spreadsheetKey(spreadsheet);
  return ({ template }) => {
    const first = offeredSheets(info)[0]?.name;
    const sheetFor = (name: string): string => (info.sheets.some((s) => s.name === name) ? name : (first ?? name));
    return ok({
      template: rebindColumns(template, { ...info, sheetFor }, (source) => spreadsheetKey(source) === key),
    });
  };
}

/**
 * The same file read in another way, wherever it is used. A column that is still there by its name keeps it; where there
 * are as many columns as before, the others are found by their place, because it is their names that are read anew.
 */
export function rereadAll(from: SpreadsheetInfo, to: SpreadsheetInfo): Command {
  const key = spreadsheetKey(from);
  const columnsOf = (info: SpreadsheetInfo, sheet: string): readonly string[] =>
    info.sheets.find(({ name }) => name === sheet)?.columns ?? [];
  const reread = (source: DataSource): DataSource => {
    if (source.type !== 'column' || spreadsheetKey(source) !== key) return source;
    const before = columnsOf(from, source.sheet);
    const now = columnsOf(to, source.sheet);
    const place = before.length === now.length ? before.indexOf(source.column) : -1;
    const column = now.includes(source.column) ? source.column : (now[place] ?? source.column);
    return { ...source, reading: to.reading, column };
  };
  return ({ template }) =>
    ok({
      template: withElements(
        template,
        template.elements.map((element) => withSources(element, reread)),
      ),
    });
}

/** Turns every source bound to this spreadsheet back into fixed text. */
export function unbindAll(spreadsheet: SpreadsheetRef): Command {
  const key = spreadsheetKey(spreadsheet);
  return ({ template }) => {
    const freed = template.elements.map((element) =>
      withSources(element, (s) => (s.type === 'column' && spreadsheetKey(s) === key ? asFixedText(s) : s)),
    );
    return ok({ template: withElements(template, freed) });
  };
}

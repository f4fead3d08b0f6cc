import { ok } from '#model/kernel/result.ts';
import { asFixedText, type ColumnSource, type DataSource } from '#model/elements/base/content.ts';
import { spreadsheetKey, type SpreadsheetRef } from '#model/elements/base/reading.ts';
import { definitionOf, sourcesOf, withSources, type LabelElement } from '#model/elements/element.ts';
import { columnRequest, type ColumnRequest } from '#model/data/cell-form.ts';
import { reboundColumn } from '#model/data/rebind.ts';
import { fieldKey, type FieldKey } from '#model/data/record.ts';
import { movedColumn } from '#editor/commands/sources.ts';
import type { Command } from '#editor/editor.ts';
import { withElements } from '#editor/footprint.ts';
import type { LabelLanguages } from '#model/template/label-languages.ts';
import { withLabelSources } from '#model/template/template-sources.ts';
import type { SheetInfo, SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import type { SpreadsheetSession } from '../session/spreadsheet-session.ts';

/** The sheets to choose from: hidden ones only if there is no other. */
export function offeredSheets(info: SpreadsheetInfo): readonly SheetInfo[] {
  const usable = info.sheets.filter((sheet) => sheet.columns.length > 0);
  const shown = usable.filter((sheet) => !sheet.hidden);
  return shown.length > 0 ? shown : usable;
}

/** A name in lower case, without spaces and punctuation. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * The most likely column for one of these names, of which earlier ones count more: one with the same name except for case
 * and punctuation, or otherwise one that has all words of the name, or of which the name has all words.
 */
export function matchingColumn(columns: readonly string[], names: readonly string[]): string | undefined {
  const wanted = names.filter((name) => plainName(name) !== '');
  for (const name of wanted) {
    const same = columns.find((column) => plainName(column) === plainName(name));
    if (same !== undefined) return same;
  }
  const hasAll = (all: readonly string[], some: readonly string[]): boolean =>
    some.length > 0 && some.every((word) => all.includes(word));
  for (const name of wanted) {
    const words = wordsOf(name);
    const near = columns.find((column) => hasAll(wordsOf(column), words) || hasAll(words, wordsOf(column)));
    if (near !== undefined) return near;
  }
  return undefined;
}

/** Common names of a column with codes. */
const CODE_NAMES = ['barcode', 'ean', 'gtin', 'upc', 'sku', 'code'];

/** The names to look for in a column for this element: its text, its own name without the number, and its kind. */
export function columnNames({ type, name }: Pick<LabelElement, 'type' | 'name'>, text: string): readonly string[] {
  return [text, name.replace(/\s*\d+$/, ''), ...(definitionOf(type).hasSymbol ? CODE_NAMES : [])];
}

/** A change of a source; the same object if nothing changes. */
export type SourceChange = (source: DataSource) => DataSource;

/** A source bound to a column. It keeps the fixed text, which returns when the user unbinds it. */
export function columnSource(
  info: SpreadsheetInfo,
  sheet: string,
  column: string,
  firstValue: string,
  text: string,
): ColumnSource {
  const { connection, reading, fileName, cloudFile } = info;
  const cloud = cloudFile === undefined ? {} : { cloudFile };
  return atItsPlace(
    { type: 'column', connection, reading, fileName, ...cloud, sheet, column, firstValue, text },
    info.sheets,
  );
}

/** The source with the index of its column among all sheets, for other readers of the file. */
function atItsPlace(source: ColumnSource, sheets: readonly SheetInfo[]): ColumnSource {
  const sheet = sheets.findIndex(({ name }) => name === source.sheet);
  const column = sheets[sheet]?.columns.indexOf(source.column) ?? -1;
  const { unknown: before, ...known } = source;
  const unknown = movedColumn(before, column < 0 ? null : [sheet, column]);
  return unknown === undefined ? known : { ...known, unknown };
}

/**
 * The data sources bound to this spreadsheet, in the order of the template's elements; the column that chooses the label's
 * language comes last.
 */
export function sourcesBoundTo(
  elements: readonly LabelElement[],
  spreadsheet: SpreadsheetRef,
  languages?: LabelLanguages,
): readonly ColumnSource[] {
  const key = spreadsheetKey(spreadsheet);
  return [...elements.flatMap(sourcesOf), ...languageColumn(languages)].filter(
    (s): s is ColumnSource => s.type === 'column' && spreadsheetKey(s) === key,
  );
}

/** The column that chooses the language, if there is one. */
export function languageColumn(languages: LabelLanguages | undefined): readonly ColumnSource[] {
  return languages?.column === undefined ? [] : [languages.column];
}

/**
 * Replaces a spreadsheet by another file in every source that uses it. Sheets are matched by name, otherwise the first one
 * is used. A column that the new file lacks stays bound by its name and is reported as a problem: a guess could print wrong
 * values.
 */
export function reboundTo(spreadsheet: SpreadsheetRef, info: SpreadsheetInfo): SourceChange {
  const key = spreadsheetKey(spreadsheet);
  const first = offeredSheets(info)[0]?.name;
  const sheetFor = (name: string): string => (info.sheets.some((s) => s.name === name) ? name : (first ?? name));
  const rebind = reboundColumn({ ...info, sheetFor }, (source) => spreadsheetKey(source) === key);
  return (source) => {
    const next = rebind(source);
    return next === source || next.type !== 'column' ? next : atItsPlace(next, info.sheets);
  };
}

/**
 * Applies other reading settings of the same file wherever it is used. A column that still exists by name keeps it; if the
 * number of columns is the same, the others are matched by index, because only their names are read differently.
 */
export function rereadAs(from: SpreadsheetInfo, to: SpreadsheetInfo): SourceChange {
  const key = spreadsheetKey(from);
  const columnsOf = (info: SpreadsheetInfo, sheet: string): readonly string[] =>
    info.sheets.find(({ name }) => name === sheet)?.columns ?? [];
  return (source) => {
    if (source.type !== 'column' || spreadsheetKey(source) !== key) return source;
    const before = columnsOf(from, source.sheet);
    const now = columnsOf(to, source.sheet);
    const place = before.length === now.length ? before.indexOf(source.column) : -1;
    const column = now.includes(source.column) ? source.column : (now[place] ?? source.column);
    return atItsPlace({ ...source, reading: to.reading, column }, to.sheets);
  };
}

/** Changes every source that `change` does not leave unchanged. */
export function changeSources(change: SourceChange): Command {
  return ({ template }) => {
    const elements = template.elements.map((element) => withSources(element, change));
    return ok({ template: { ...withElements(template, elements), label: withLabelSources(template.label, change) } });
  };
}

/**
 * The same change, and columns that are bound differently get their first value: the file shows it while the spreadsheet is
 * missing. One that can't be read keeps its value.
 */
export async function withFirstValues(
  change: SourceChange,
  info: SpreadsheetInfo,
  elements: readonly LabelElement[],
  data: Pick<SpreadsheetSession, 'firstRow'>,
): Promise<SourceChange> {
  const found = new Map<FieldKey, string>();
  for (const { name, columns } of info.sheets) {
    const asked = new Map<FieldKey, ColumnRequest>();
    for (const source of elements.flatMap(sourcesOf)) {
      const next = change(source);
      if (next === source || next.type !== 'column' || next.sheet !== name || !columns.includes(next.column)) continue;
      asked.set(fieldKey(next), columnRequest(next));
    }
    const row = asked.size === 0 ? [] : await data.firstRow(info, name, [...asked.values()]);
    for (const [i, key] of [...asked.keys()].entries()) {
      const value = row[i];
      if (value !== undefined) found.set(key, value);
    }
  }
  return (source) => {
    const next = change(source);
    const firstValue = next === source || next.type !== 'column' ? undefined : found.get(fieldKey(next));
    return firstValue === undefined ? next : ({ ...next, firstValue } as DataSource);
  };
}

/** Turns every source bound to this spreadsheet back into fixed text. */
export function unbindAll(spreadsheet: SpreadsheetRef): Command {
  const key = spreadsheetKey(spreadsheet);
  return ({ template }) => {
    const free: SourceChange = (s) =>
      s.type === 'column' && spreadsheetKey(s) === key ? asFixedText(atItsPlace(s, [])) : s;
    const freed = template.elements.map((element) => withSources(element, free));
    return ok({ template: { ...withElements(template, freed), label: withLabelSources(template.label, free) } });
  };
}

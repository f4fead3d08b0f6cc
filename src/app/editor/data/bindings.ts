import { ok } from '#model/kernel/result.ts';
import { fixedText, type ColumnSource, type DataSource, type SequenceSource } from '#model/elements/base/content.ts';
import { contentsOf, sourcesOf, withContents, type LabelElement } from '#model/elements/element.ts';
import { rebindColumns } from '#model/data/rebind.ts';
import type { Command } from '#editor/editor.ts';
import { withContent, type ContentSlot } from '#editor/commands/content.ts';
import { withElements } from '#editor/footprint.ts';
import type { SheetInfo, SpreadsheetInfo } from '#protocol/spreadsheet.ts';

/** The sheets to choose from: hidden ones only when there is no other. */
export function offeredSheets(info: SpreadsheetInfo): readonly SheetInfo[] {
  const usable = info.sheets.filter((sheet) => sheet.columns.length > 0);
  const shown = usable.filter((sheet) => !sheet.hidden);
  return shown.length > 0 ? shown : usable;
}

/** A source bound to a column; the fixed text is kept for the way back. */
export function columnSource(
  info: SpreadsheetInfo,
  sheet: string,
  column: string,
  firstValue: string,
  text: string,
): ColumnSource {
  return { type: 'column', connection: info.connection, fileName: info.fileName, sheet, column, firstValue, text };
}

/** A source that has just become a sequence (specification 2, section 4); the fixed text is kept for the way back. */
export function newSequence(text: string): SequenceSource {
  return { type: 'sequence', kind: 'digits', initial: '1', step: 1, repeat: 1, text };
}

/** Replaces one data source of one content of one element. */
export function setSource(slot: ContentSlot, index: number, source: DataSource): Command {
  return ({ template }) => {
    const element = template.elements.find((e) => e.id === slot.id);
    const sources = element === undefined ? undefined : contentsOf(element)[slot.content]?.sources;
    if (element === undefined || sources === undefined || index >= sources.length) return ok({ template });
    return ok({ template: withElements(template, [withContent(element, slot.content, sources.with(index, source))]) });
  };
}

/** The data sources that take from this spreadsheet, in the order of the template's elements. */
export function sourcesBoundTo(elements: readonly LabelElement[], connection: string): readonly ColumnSource[] {
  return elements
    .flatMap(sourcesOf)
    .filter((s): s is ColumnSource => s.type === 'column' && s.connection === connection);
}

/**
 * Another file in the place of a spreadsheet, wherever it is used. A sheet of the same name is taken, else the
 * first; a column that the new file lacks keeps its name and shows as a problem, since guessing would print
 * the wrong values.
 */
export function rebindAll(connection: string, info: SpreadsheetInfo): Command {
  return ({ template }) => {
    const first = offeredSheets(info)[0]?.name;
    const sheetFor = (name: string): string => (info.sheets.some((s) => s.name === name) ? name : (first ?? name));
    return ok({
      template: rebindColumns(template, { ...info, sheetFor }, (source) => source.connection === connection),
    });
  };
}

/** All that was taken from a spreadsheet becomes fixed text again. */
export function unbindAll(connection: string): Command {
  return ({ template }) => {
    const bound = (source: DataSource): boolean => source.type === 'column' && source.connection === connection;
    const freed = template.elements
      .filter((element) => sourcesOf(element).some(bound))
      .map((element) =>
        withContents(
          element,
          contentsOf(element).map(({ sources }) => sources.map((s) => (bound(s) ? fixedText(s.text) : s))),
        ),
      );
    return ok({ template: withElements(template, freed) });
  };
}

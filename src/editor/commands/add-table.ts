import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { fontUnitsToMm, FONT_UNITS_PER_MM, roundMm } from '#model/kernel/units.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { FONT_SIZE_LIMITS } from '#model/elements/base/text-style.ts';
import { createElement, fileTypeOf, freeElementName } from '#model/elements/registry.ts';
import type { TableCell } from '#model/elements/table/table-element.ts';
import { MAX_TABLE_LINES, minTableSideMm } from '#model/elements/table/table-limits.ts';
import { freePlaceMm } from '../free-place.ts';
import type { Command } from '../editor.ts';
import { freeElementId, type AddOptions } from './add.ts';

/** The table takes no more than this part of the label's sides. */
const LABEL_SHARE = 0.96;
/** Advance of an average letter, in em; a letter of a script without cases counts twice. */
const ADVANCE_EM = 0.6;
/** Room at both sides of a cell's text. */
const PADDING_MM = 1.5;
/** Height of a row, in em of its text. */
const ROW_EM = 1.7;

/**
 * A table with these texts, row by row; a short row is filled with empty cells. Its columns are as wide as their texts
 * want to be, as far as the label is. Problem: `table.tooManyLines`.
 */
export function addTable(
  texts: readonly (readonly string[])[],
  options: Pick<AddOptions, 'centreMm' | 'stem'> = {},
): Command {
  return ({ template, random, viewport }) => {
    const rows = texts.length;
    const columns = Math.max(1, ...texts.map((row) => row.length));
    if (rows < 1 || rows > MAX_TABLE_LINES || columns > MAX_TABLE_LINES) {
      return err(problem('table.tooManyLines', { limit: MAX_TABLE_LINES }));
    }
    const { widthMm: labelWidthMm, heightMm: labelHeightMm } = template.label;
    const centreMm = options.centreMm ?? freePlaceMm(viewport, template);
    const blank = createElement('table', {
      id: freeElementId(template.elements, random),
      name: freeElementName(options.stem ?? fileTypeOf('table'), template.elements),
      centreMm,
      labelWidthMm,
      labelHeightMm,
      zoom: viewport.zoom,
    });
    const style = blank.cells[0]?.style;
    if (style === undefined) return err(problem('table.noCell'));
    const pen = Math.min(blank.penWidthMm, 0.3);
    const rowRoom = (labelHeightMm * LABEL_SHARE - pen) / rows;
    const wantedEm = Math.min(fontUnitsToMm(style.fontSize), rowRoom / ROW_EM);
    const step = FONT_SIZE_LIMITS.step;
    const fontSize = roundMm(Math.max(FONT_SIZE_LIMITS.min, Math.floor((wantedEm * FONT_UNITS_PER_MM) / step) * step));
    const em = fontUnitsToMm(fontSize);
    const least = minTableSideMm(1, 0);
    const wanted = Array.from({ length: columns }, (_, column) =>
      Math.max(least, ...texts.map((row) => textWidthEm(row[column] ?? '') * em + PADDING_MM)),
    );
    const total = wanted.reduce((sum, width) => sum + width, 0);
    const scale = Math.min(1, (labelWidthMm * LABEL_SHARE - pen) / total);
    const columnWidthsMm = wanted.map((width) => roundMm(Math.max(least, width * scale)));
    const rowHeightsMm = texts.map(() => roundMm(Math.max(least, em * ROW_EM)));
    const cells = texts.flatMap((row, at) =>
      Array.from({ length: columns }, (_, column): TableCell => ({
        row: at,
        column,
        rowSpan: 1,
        columnSpan: 1,
        style: { ...style, fontSize },
        sources: [fixedText(row[column] ?? '')],
      })),
    );
    const widthMm = roundMm(columnWidthsMm.reduce((sum, width) => sum + width, pen));
    const heightMm = roundMm(rowHeightsMm.reduce((sum, height) => sum + height, pen));
    const table = {
      ...blank,
      xMm: roundMm(centreMm.x - widthMm / 2),
      yMm: roundMm(centreMm.y - heightMm / 2),
      widthMm,
      heightMm,
      penWidthMm: pen,
      columnWidthsMm,
      rowHeightsMm,
      cells,
    };
    return ok({ template: { ...template, elements: [...template.elements, table] }, selection: [table.id] });
  };
}

/** The longest line's width. */
function textWidthEm(text: string): number {
  const lines = text.split('\n').map((line) => [...line].reduce((sum, letter) => sum + letterEm(letter), 0));
  return Math.max(...lines);
}

function letterEm(letter: string): number {
  return /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter) ? 1 : ADVANCE_EM;
}

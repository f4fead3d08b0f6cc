import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { fontUnitsToMm, roundMm, type Mm } from '#model/kernel/units.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { hasWideLetters, textWidthEm, wrappedLines } from '#model/elements/base/text-estimate.ts';
import { FONT_SIZE_LIMITS } from '#model/elements/base/text-style.ts';
import { createElement, fileTypeOf, freeElementName } from '#model/elements/registry.ts';
import type { TableCell } from '#model/elements/table/table-element.ts';
import { MAX_TABLE_LINES, minTableSideMm } from '#model/elements/table/table-limits.ts';
import { freePlaceMm, middleInside } from '../free-place.ts';
import type { Command } from '../editor.ts';
import { freeElementId, type AddOptions } from './add.ts';

/** The largest part of the label's sides that a new table takes. */
const LABEL_SHARE = 0.96;
/** Reserve for fonts that are wider than the estimate. */
const WIDTH_RESERVE = 1.12;
/** Space at both sides of a cell's text, including its lines. */
const PADDING_MM = 1.5;
/** Heights of a line of text and of one with wide letters, and the padding of a row, in em. */
const LINE_EM = 1.3;
const WIDE_LINE_EM = 1.55;
const ROW_EM = 0.4;

/**
 * Adds a table with these texts, row by row; short rows get empty cells. Columns are as wide as their texts, as far as
 * the label allows. Problem: `table.tooManyLines`.
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
    const blank = createElement('table', {
      id: freeElementId(template.elements, random),
      name: freeElementName(options.stem ?? fileTypeOf('table'), template.elements),
      centreMm: { x: labelWidthMm / 2, y: labelHeightMm / 2 },
      labelWidthMm,
      labelHeightMm,
      zoom: viewport.zoom,
    });
    const style = blank.cells[0]?.style;
    if (style === undefined) return err(problem('table.noCell'));
    const pen = Math.min(blank.penWidthMm, 0.3);
    const step = FONT_SIZE_LIMITS.step;
    const room = { widthMm: labelWidthMm * LABEL_SHARE - pen, heightMm: labelHeightMm * LABEL_SHARE - pen };
    const widthsEm = Array.from({ length: columns }, (_, column) =>
      Math.max(...texts.map((row) => textWidthEm(row[column] ?? '') * WIDTH_RESERVE)),
    );
    let fontSize = style.fontSize;
    let lines = tableLines(texts, widthsEm, fontSize, room.widthMm);
    while (sum(lines.rows) > room.heightMm && fontSize > FONT_SIZE_LIMITS.min) {
      fontSize = roundMm(Math.max(FONT_SIZE_LIMITS.min, fontSize - step));
      lines = tableLines(texts, widthsEm, fontSize, room.widthMm);
    }
    const { columns: columnWidthsMm, rows: rowHeightsMm } = lines;
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
    const widthMm = roundMm(sum(columnWidthsMm) + pen);
    const heightMm = roundMm(sum(rowHeightsMm) + pen);
    const size = { width: widthMm, height: heightMm };
    const centreMm =
      options.centreMm === undefined
        ? freePlaceMm(viewport, template, size)
        : middleInside(options.centreMm, size, template.label);
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

/**
 * Column widths and row heights in mm that fit the texts at a font size: columns wider than their share of `roomMm`
 * divide what the others leave, and their texts wrap.
 */
function tableLines(
  texts: readonly (readonly string[])[],
  widthsEm: readonly number[],
  fontSize: number,
  roomMm: Mm,
): { readonly columns: readonly Mm[]; readonly rows: readonly Mm[] } {
  const em = fontUnitsToMm(fontSize);
  const least = minTableSideMm(1, 0);
  const wanted = widthsEm.map((width) => Math.max(least, width * em + PADDING_MM));
  const cap = columnCap(wanted, roomMm);
  const columns = wanted.map((width) => roundMm(Math.max(least, Math.min(width, cap))));
  const rows = texts.map((row) => {
    const lines = row.map((text, column) => {
      const cellMm = Math.max(em, (columns[column] ?? least) - PADDING_MM);
      return wrappedLines(text, cellMm / em / WIDTH_RESERVE) * (hasWideLetters(text) ? WIDE_LINE_EM : LINE_EM);
    });
    return roundMm(Math.max(least, (Math.max(LINE_EM, ...lines) + ROW_EM) * em));
  });
  return { columns, rows };
}

/** The largest width of a column with which all columns together fit into `roomMm`. */
function columnCap(widths: readonly Mm[], roomMm: Mm): Mm {
  let left = roomMm;
  const sorted = widths.toSorted((a, b) => a - b);
  for (const [i, width] of sorted.entries()) {
    const share = left / (sorted.length - i);
    if (width > share) return share;
    left -= width;
  }
  return Infinity;
}

function sum(lengths: readonly Mm[]): Mm {
  return lengths.reduce((total, length) => total + length, 0);
}

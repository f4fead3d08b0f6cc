import { err, ok } from '#model/kernel/result.ts';
import { FONT_UNITS_PER_MM, roundMm, type Mm } from '#model/kernel/units.ts';
import { fixedText } from '../base/content.ts';
import { createBase, PLAIN, type ElementDefinition } from '../base/definition.ts';
import { sourceOf, type ElementFields, type FieldReader, type SourceEntry } from '../base/fields.ts';
import { FONT_SIZE_LIMITS, newTextStyle, readTextStyle, writeTextStyle } from '../base/text-style.ts';
import { tableBox } from './table-box.ts';
import { layoutTable } from './table-layout.ts';
import { cellGrid, cellPlace, cellRect, type CellStyle, type TableCell, type TableElement } from './table-element.ts';
import { DEFAULT_TABLE_PEN_MM, MAX_CELL_MM, MAX_TABLE_LINES, TABLE_PEN_LIMITS } from './table-limits.ts';

/** Specification 2, section 9: 2 x 2 cells, each 30 % of the label's width wide and 12 % high. */
const NEW_LINES = 2;
const NEW_CELL_WIDTH = 0.3;
const NEW_CELL_HEIGHT = 0.12;
/** The em height of a new cell's text, as a share of the cell's free height: two lines fit. */
const FONT_SHARE = 0.42;

export const table: ElementDefinition<TableElement> = {
  ...tableBox,
  ...PLAIN,
  type: 'table',
  fileType: 'Table',
  layout: layoutTable,
  staysWhenMoved: true,
  // Specification 2, section 5.
  canHaveCanvasMirror: false,
  fontFamilies: (element) => [...new Set(element.cells.map((cell) => cell.style.fontFamily))],
  contents: (element) => element.cells.map((cell) => ({ sources: cell.sources, place: cellPlace(cell) })),
  withContents: (element, contents) => ({
    ...element,
    cells: element.cells.map((cell, i) => ({ ...cell, sources: contents[i] ?? cell.sources })),
  }),
  typedContent(element, content) {
    const cell = element.cells[content];
    return cell === undefined ? null : { style: cell.style, box: cellRect(element, cell) };
  },

  create(options) {
    const pen = DEFAULT_TABLE_PEN_MM;
    // On a low label rows are lower, so that the table is not higher than the label.
    const room = (options.labelHeightMm - pen) / NEW_LINES;
    const width = roundMm(Math.max(1, options.labelWidthMm * NEW_CELL_WIDTH));
    const height = roundMm(Math.max(1, Math.min(options.labelWidthMm * NEW_CELL_HEIGHT, room)));
    return {
      ...createBase('table', options, NEW_LINES * width + pen, NEW_LINES * height + pen),
      columnWidthsMm: Array.from({ length: NEW_LINES }, () => width),
      rowHeightsMm: Array.from({ length: NEW_LINES }, () => height),
      penWidthMm: pen,
      cells: withMissingCells(NEW_LINES, NEW_LINES, [], cellStyle((height - pen) * FONT_SHARE)),
    };
  },

  read(base, fields) {
    const rows = lineCount(fields, 'Row');
    const columns = lineCount(fields, 'Column');
    const penWidthMm = fields.number('PenWidth', DEFAULT_TABLE_PEN_MM, TABLE_PEN_LIMITS.min, TABLE_PEN_LIMITS.max);
    const columnWidthsMm = lineSizes(fields, 'CellWidth', columns, base.widthMm - penWidthMm);
    const rowHeightsMm = lineSizes(fields, 'CellHeight', rows, base.heightMm - penWidthMm);
    const cells = readCells(fields, columns);
    const wrong = fields.problem() ?? fields.entries.map((e) => e.fields.problem()).find((p) => p !== null);
    if (wrong !== undefined && wrong !== null) return err(wrong);
    // Cells that are missing in the file are empty.
    const all = withMissingCells(rows, columns, cells, cellStyle(Infinity));
    if (cellGrid(rows, columns, all) === null) fields.reject('LocaltionStart');
    const overlap = fields.problem();
    if (overlap !== null) return err(overlap);
    return ok({ ...base, type: 'table', columnWidthsMm, rowHeightsMm, penWidthMm, cells: all });
  },

  write(element) {
    return {
      attributes: {
        Row: element.rowHeightsMm.length,
        Column: element.columnWidthsMm.length,
        CellWidth: element.columnWidthsMm.map(roundMm).join(','),
        CellHeight: element.rowHeightsMm.map(roundMm).join(','),
        PenWidth: element.penWidthMm,
      },
      entries: element.cells.flatMap((cell) => writeCell(element, cell)),
    };
  },
};

/** The style of a new cell: text of this em height, or of the default size if that is smaller. */
function cellStyle(emMm: Mm): CellStyle {
  const step = FONT_SIZE_LIMITS.step;
  const fitting = Math.floor((emMm * FONT_UNITS_PER_MM) / step) * step;
  const style = newTextStyle(1);
  const fontSize = roundMm(Math.max(FONT_SIZE_LIMITS.min, Math.min(style.fontSize, fitting)));
  return { ...style, fontSize, align: 'center', autoWrap: true, mirror: false };
}

/** The cells in order; every gap in the grid is filled with an empty cell. */
function withMissingCells(
  rows: number,
  columns: number,
  cells: readonly TableCell[],
  style: CellStyle,
): readonly TableCell[] {
  const covered = new Set<number>();
  for (const cell of cells) {
    for (let row = cell.row; row < cell.row + cell.rowSpan; row++)
      for (let column = cell.column; column < cell.column + cell.columnSpan; column++)
        covered.add(row * columns + column);
  }
  const all = [...cells];
  for (let at = 0; at < rows * columns; at++) {
    if (covered.has(at)) continue;
    const place = { row: Math.floor(at / columns), column: at % columns, rowSpan: 1, columnSpan: 1 };
    all.push({ ...place, style, sources: [fixedText('')] });
  }
  return all.sort((a, b) => a.row - b.row || a.column - b.column);
}

function lineCount(fields: FieldReader, name: string): number {
  const count = fields.number(name, NEW_LINES, -Infinity, Infinity);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_TABLE_LINES) return count;
  fields.reject(name);
  return NEW_LINES;
}

/** Reads the sizes of rows or columns, separated by commas. When the field is empty, they share the total equally. */
function lineSizes(fields: FieldReader, name: string, count: number, totalMm: Mm): readonly Mm[] {
  const text = fields.text(name, '');
  if (text === '') {
    if (totalMm < count) fields.reject(name);
    return Array.from({ length: count }, () => roundMm(totalMm / count));
  }
  const parts = text.replace(/^\s*\[|\]\s*$/g, '').split(',');
  const sizes = parts.map((part) => (/^\s*\d+(\.\d+)?\s*$/.test(part) ? Number(part) : NaN));
  if (sizes.length !== count || !sizes.every((size) => size > 0 && size <= MAX_CELL_MM)) fields.reject(name);
  return sizes;
}

/** A cell's entries for the file. The first one carries its style; the others are its further data sources. */
function writeCell(element: TableElement, cell: TableCell): NonNullable<ElementFields['entries']> {
  const rect = cellRect(element, cell);
  const place = {
    LocaltionStart: cellPlace(cell),
    LocaltionEnd: cellPlace({ row: cell.row + cell.rowSpan - 1, column: cell.column + cell.columnSpan - 1 }),
  };
  const look = {
    Width: roundMm(rect.width),
    Height: roundMm(rect.height),
    ...writeStyle(cell.style, roundMm(rect.width)),
  };
  const sources = cell.sources.length > 0 ? cell.sources : [fixedText('')];
  return sources.map((source, i) => ({ source, attributes: i === 0 ? { ...place, ...look } : place }));
}

function readCells(fields: FieldReader, columns: number): readonly TableCell[] {
  const cells = new Map<string, TableCell>();
  const placing = placingOf(fields.entries);
  for (const [i, entry] of fields.entries.entries()) {
    const place = placing === 'inOrder' ? singleCell(i, columns) : readPlace(entry, placing);
    if (place === null) continue;
    const key = cellPlace(place);
    const known = cells.get(key);
    const cell: TableCell =
      known === undefined ? readCell(place, entry) : { ...known, sources: [...known.sources, sourceOf(entry)] };
    cells.set(key, cell);
  }
  return [...cells.values()];
}

function readCell(place: CellSpan, entry: SourceEntry): TableCell {
  const style = readStyle(entry.fields);
  // These attributes are written but follow from rows and columns: reading them keeps them out of the unknown parts.
  for (const name of ['Width', 'Height', 'BoxWidth']) entry.fields.text(name, '');
  return { ...place, style, sources: [sourceOf(entry, () => writeStyle(style, 0))] };
}

function writeStyle(style: CellStyle, lengthMm: Mm): ElementFields['attributes'] {
  return { ...writeTextStyle(style, lengthMm), MirrorImage: style.mirror };
}

function readStyle(fields: FieldReader): CellStyle {
  return {
    ...readTextStyle(fields),
    autoWrap: fields.flag('TextAutoLine', true),
    mirror: fields.flag('MirrorImage', false),
  };
}

type CellSpan = Pick<TableCell, 'row' | 'column' | 'rowSpan' | 'columnSpan'>;

/** How a file gives the places of its cells: counted from 1 or from 0, or not at all, and then row by row. */
type Placing = 0 | 1 | 'inOrder';

function placingOf(entries: readonly SourceEntry[]): Placing {
  const starts = entries.map(({ fields }) => fields.text('LocaltionStart', ''));
  if (starts.length > 0 && starts.every((start) => start === '')) return 'inOrder';
  return starts.some(
    (start) =>
      PAIR.exec(start)
        ?.slice(1)
        .some((part) => Number(part) === 0) === true,
  )
    ? 0
    : 1;
}

function singleCell(index: number, columns: number): CellSpan {
  return { row: Math.floor(index / columns), column: index % columns, rowSpan: 1, columnSpan: 1 };
}

function readPlace({ fields }: SourceEntry, first: 0 | 1): CellSpan | null {
  const start = readPair(fields.text('LocaltionStart', ''), first);
  const end = readPair(fields.text('LocaltionEnd', '') || fields.text('LocaltionStart', ''), first);
  if (start === null) fields.reject('LocaltionStart');
  else if (end === null || end.row < start.row || end.column < start.column) fields.reject('LocaltionEnd');
  else return { ...start, rowSpan: end.row - start.row + 1, columnSpan: end.column - start.column + 1 };
  return null;
}

/** `row,column`, also as JSON. Spaces can match in one place only, so that many of them don't slow it down. */
const PAIR = /^\s*(?:\[\s*)?(\d{1,3})\s*,\s*(\d{1,3})\s*(?:\]\s*)?$/;

/** Reads `row,column`, which count from `first` in the file and from 0 here; null for anything else. */
function readPair(text: string, first: 0 | 1): { readonly row: number; readonly column: number } | null {
  const match = PAIR.exec(text);
  const row = Number(match?.[1] ?? -1) - first;
  const column = Number(match?.[2] ?? -1) - first;
  return row < 0 || column < 0 ? null : { row, column };
}

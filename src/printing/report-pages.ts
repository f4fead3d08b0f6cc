import type { ElementId } from '#model/kernel/ids.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { ONE_SIDE } from '#model/elements/base/flag-sides.ts';
import { NO_COURSE } from '#model/elements/base/text-course.ts';
import { NO_PARAGRAPHS } from '#model/elements/base/paragraph-style.ts';
import { NO_SIZE_GROUP } from '#model/elements/base/size-group.ts';
import { NOT_DECLARED } from '#model/elements/text/declared-values.ts';
import { NEW_FONT_FAMILY } from '#model/elements/base/fonts.ts';
import { newTextStyle } from '#model/elements/base/text-style.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { DataRecord } from '#model/data/record.ts';
import { fieldKey } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';

/** A line of a report: a heading, plain text over the whole width, or cells in columns. */
export type ReportLine =
  | { readonly type: 'heading' | 'text'; readonly text: string }
  | { readonly type: 'cells'; readonly cells: readonly string[]; readonly bold?: true };

/** A report as a label design with one record per page, so that it can be exported like any label. */
export interface ReportPages {
  readonly template: Template;
  readonly records: readonly DataRecord[];
}

/** ISO A4, in millimeters. */
const PAGE = { width: 210, height: 297 } as const;
const MARGIN: Mm = 12;
const LINE_MM: Mm = 4.2;
/** The font size, in quarters of a millimeter. */
const FONT_SIZE = 10.8;
const EM_MM: Mm = FONT_SIZE / 4;
const LINES: number = Math.floor((PAGE.height - 2 * MARGIN) / LINE_MM) - 2;
/** The columns' shares of the width: row number, element, symbology, content, readers, grade, reasons. */
const COLUMNS: readonly number[] = [0.07, 0.15, 0.14, 0.24, 0.12, 0.08, 0.2];
const WIDTH_MM: Mm = PAGE.width - 2 * MARGIN;
const GAP_MM: Mm = 2;
/** The most lines of a cell; longer ones are cut off. */
const MOST_LINES = 6;

/** Lays out a report. `footer` is called with the number of each page and the number of pages. */
export function layOutReport(
  lines: readonly ReportLine[],
  footer: (page: number, pages: number) => string,
): ReportPages {
  const printed = lines.flatMap(brokenLine);
  const pages: ReportLine[][] = [];
  for (let at = 0; at < printed.length; at += LINES) pages.push(printed.slice(at, at + LINES));
  const records = pages.map((page, i): DataRecord => ({
    row: i + 1,
    values: Object.fromEntries([
      ...FIELDS.map(({ source, textOf }) => [fieldKey(source), joined(page.map(textOf))]),
      [fieldKey(FOOTER), footer(i + 1, pages.length)],
    ]),
  }));
  return { template: pageTemplate(), records };
}

/** Replaces characters that no font has by a box, because a page with them would be rejected. */
export function withoutCharacters(pages: ReportPages, missing: ReadonlySet<string>): ReportPages {
  const shown = (text: string): string => [...text].map((c) => (missing.has(c) ? '□' : c)).join('');
  const records = pages.records.map((record) => ({
    ...record,
    values: Object.fromEntries(Object.entries(record.values).map(([key, text]) => [key, shown(text)])),
  }));
  return { ...pages, records };
}

interface Field {
  readonly source: ColumnSource;
  readonly leftMm: Mm;
  readonly bold: boolean;
  readonly textOf: (line: ReportLine) => string;
}

function sourceOf(column: string): ColumnSource {
  return { type: 'column', connection: 'report', fileName: '', sheet: '', column, firstValue: '', text: '' };
}

const FOOTER = sourceOf('footer');
const LEFTS: readonly Mm[] = COLUMNS.map((_, i) => MARGIN + WIDTH_MM * COLUMNS.slice(0, i).reduce((a, b) => a + b, 0));

/** A text element for each column and weight. All have the same line height, so the lines of a row are aligned. */
const FIELDS: readonly Field[] = [
  ...(['heading', 'text'] as const).map((type): Field => ({
    source: sourceOf(type),
    leftMm: MARGIN,
    bold: type === 'heading',
    textOf: (line) => (line.type === type ? line.text : ''),
  })),
  ...COLUMNS.flatMap((_, i) =>
    [false, true].map((bold): Field => ({
      source: sourceOf(`${i}${bold ? ' bold' : ''}`),
      leftMm: LEFTS[i] ?? MARGIN,
      bold,
      textOf: (line) => (line.type === 'cells' && (line.bold === true) === bold ? (line.cells[i] ?? '') : ''),
    })),
  ),
];

function joined(texts: readonly string[]): string {
  return texts.join('\n').replace(/\n+$/, '');
}

function pageTemplate(): Template {
  const top = MARGIN;
  const elements = [
    ...FIELDS.map((field) => textElement(field.source, field.leftMm, top, field.bold)),
    textElement(FOOTER, MARGIN, PAGE.height - MARGIN - LINE_MM, false),
  ];
  return {
    label: {
      name: 'report',
      widthMm: PAGE.width,
      heightMm: PAGE.height,
      rows: 1,
      columns: 1,
      rowSpacingMm: 0,
      columnSpacingMm: 0,
      paddingMm: { left: 0, right: 0, top: 0, bottom: 0 },
      canvases: [],
      background: null,
      printBackground: false,
    },
    elements,
    assets: new Map(),
  };
}

function textElement(source: ColumnSource, xMm: Mm, yMm: Mm, bold: boolean): LabelElement {
  return {
    ...newTextStyle(1),
    ...NO_COURSE,
    ...ONE_SIDE,
    ...NO_SIZE_GROUP,
    ...NOT_DECLARED,
    id: source.column as ElementId,
    type: 'text',
    name: source.column,
    locked: false,
    xMm,
    yMm,
    widthMm: WIDTH_MM,
    heightMm: LINE_MM,
    rotation: 0,
    mirror: false,
    canvasMirror: false,
    fontFamily: NEW_FONT_FAMILY,
    fontSize: FONT_SIZE,
    lineHeight: LINE_MM / EM_MM,
    bold,
    sources: [source],
    prefix: '',
    suffix: '',
    emphasizedWords: '',
    ...NO_PARAGRAPHS,
  };
}

/** Breaks cells that are too long into several lines. */
function brokenLine(line: ReportLine): readonly ReportLine[] {
  if (line.type !== 'cells') return wrapped(line.text, WIDTH_MM).map((text) => ({ type: line.type, text }));
  const cells = line.cells.map((cell, i) => wrapped(cell, WIDTH_MM * (COLUMNS[i] ?? 0) - GAP_MM));
  const count = Math.max(1, ...cells.map((parts) => parts.length));
  return Array.from({ length: count }, (_, n) => ({ ...line, cells: cells.map((parts) => parts[n] ?? '') }));
}

/** Breaks a text after spaces, and anywhere in text without spaces. Invisible characters are shown as a dot. */
function wrapped(text: string, widthMm: Mm): readonly string[] {
  const most = widthMm / EM_MM;
  const lines: string[] = [];
  let line = '';
  let width = 0;
  let lastSpace = -1;
  // oxlint-disable-next-line no-control-regex -- symbols hold control characters
  for (const character of text.replace(/[\u0000-\u001f\u007f]/g, '·')) {
    const own = advance(character);
    if (width + own > most && line !== '') {
      const rest = lastSpace > 0 ? line.slice(lastSpace + 1) : '';
      lines.push(lastSpace > 0 ? line.slice(0, lastSpace) : line);
      line = rest;
      width = [...rest].reduce((sum, c) => sum + advance(c), 0);
      lastSpace = -1;
    }
    if (character === ' ') lastSpace = line.length;
    line += character;
    width += own;
  }
  lines.push(line);
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), '…'];
}

/** The width of a character in em, rather overestimated: ideographs are square, and capitals nearly are. */
function advance(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0x2e7f) return 1;
  return /[A-ZА-Я@%&mwшщжюф]/.test(character) ? 0.68 : /[ilj.,:;|!'()[\] ]/.test(character) ? 0.3 : 0.57;
}

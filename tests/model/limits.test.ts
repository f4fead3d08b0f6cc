import { describe, expect, test } from 'vitest';
import { withRecent } from '#app/editor/fonts/recent-fonts.ts';
import { nudge } from '#editor/commands/move.ts';
import { clampZoom, MAX_ZOOM, MIN_ZOOM } from '#editor/viewport.ts';
import { SNAP_DISTANCE_MM } from '#editor/snapping.ts';
import { CURRENCY_SYMBOLS, MAX_PRECISION } from '#model/elements/base/column-format.ts';
import { dashPattern, DEFAULT_PEN_WIDTH_MM, PEN_WIDTH_LIMITS } from '#model/elements/base/pen.ts';
import {
  BOX_WIDTH_UNITS,
  DEFAULT_FONT_SIZE,
  FONT_SIZE_LIMITS,
  LETTER_SPACING_LIMITS,
  LINE_HEIGHT_LIMITS,
} from '#model/elements/base/text-style.ts';
import type { ElementType } from '#model/elements/element.ts';
import { CORNER_RADIUS_LIMITS } from '#model/elements/shapes/shape-element.ts';
import { DEFAULT_CORNER_RADIUS_MM } from '#model/elements/shapes/shapes.ts';
import {
  DEFAULT_TABLE_PEN_MM,
  MIN_CELL_MM,
  minTableSideMm,
  REFUSED_CELL_MM,
  TABLE_PEN_LIMITS,
} from '#model/elements/table/table-limits.ts';
import { expectOk } from '#model/kernel/result.ts';
import {
  CANVAS_UNITS_PER_MM,
  FONT_UNITS_PER_MM,
  MM_PER_INCH,
  fontUnitsToMm,
  fontUnitsToPoints,
} from '#model/kernel/units.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createTestTable } from '#tests/support/create-table.ts';
import { createTestEditor } from '../editor/create-test-editor.ts';

/** Specification 2, section 9, verbatim: the numbers are repeated here on purpose. */
const SPECIFIED: readonly (readonly [what: string, ours: unknown, theirs: unknown])[] = [
  ['mm to point factor', FONT_UNITS_PER_MM, 4],
  ['pixels of a mm', CANVAS_UNITS_PER_MM, 3.78],
  ['mm of an inch', MM_PER_INCH, 25.4],
  ['font size', FONT_SIZE_LIMITS, { min: 1, max: 100, step: 0.2 }],
  ['letter spacing', LETTER_SPACING_LIMITS, { min: -1, max: 12, step: 0.1 }],
  ['line height', LINE_HEIGHT_LIMITS, { min: 0, max: 12, step: 0.1 }],
  ['box width in canvas units', BOX_WIDTH_UNITS, { min: 1, max: 1200 }],
  ['pen of lines and shapes', PEN_WIDTH_LIMITS, { min: 0.3, max: 10, step: 0.1 }],
  ['pen of tables', TABLE_PEN_LIMITS, { min: 0.3, max: 5, step: 0.1 }],
  ['corner radius', CORNER_RADIUS_LIMITS, { min: 0, max: 10, step: 0.5 }],
  ['corner radius of a new one', DEFAULT_CORNER_RADIUS_MM, 4],
  ['least cell', MIN_CELL_MM, 1],
  ['cell sizes below this are rejected', REFUSED_CELL_MM, 0.5],
  ['least width of a table of 3 columns with a pen of 1', minTableSideMm(3, 1), 7],
  ['pen of a new table', DEFAULT_TABLE_PEN_MM, 1],
  ['font size of a new text', DEFAULT_FONT_SIZE, 18],
  ['decimals of a number', MAX_PRECISION, 10],
  ['currency symbols', CURRENCY_SYMBOLS, ['￥', '$', '£']],
  ['zoom', [MIN_ZOOM, MAX_ZOOM], [0.05, 5]],
  ['step of the zoom', [clampZoom(0.126), clampZoom(0.001), clampZoom(9)], [0.13, 0.05, 5]],
  ['snapping distance in canvas units', SNAP_DISTANCE_MM * CANVAS_UNITS_PER_MM, 5],
  ['dashes', dashPattern(1), [5, 2]],
  ['thinnest dashes', dashPattern(0), [5 * DEFAULT_PEN_WIDTH_MM, 2 * DEFAULT_PEN_WIDTH_MM]],
];

test.each(SPECIFIED)('%s', (_what, ours, theirs) => {
  expect(ours).toEqual(theirs);
});

test('an arrow key moves by 1 canvas unit, ten times as far with Shift', () => {
  const shape = createTestElement('rectangle', { xMm: 0, yMm: 0 });
  const editor = createTestEditor([shape]);
  editor.select([shape.id]);
  editor.run(nudge(1, 0, false));
  editor.run(nudge(0, 1, true));
  const [moved] = editor.state().template.elements;
  expect(moved?.xMm).toBeCloseTo(1 / 3.78, 3);
  expect(moved?.yMm).toBeCloseTo(10 / 3.78, 3);
});

test('the recent fonts are at most 50, the last selected first, each once', () => {
  const fifty = Array.from({ length: 50 }, (_, i) => `Font ${i}`);
  const next = withRecent(fifty, 'New');
  expect(next).toHaveLength(50);
  expect(next[0]).toBe('New');
  expect(next).not.toContain('Font 49');
  expect(withRecent(fifty, 'Font 7')).toHaveLength(50);
});

/** A field of the file with its limits: a value outside becomes the limit. */
const IN_FILES: readonly (readonly [type: ElementType, attribute: string, field: string, min: number, max: number])[] =
  [
    ['text', 'FontSize', 'fontSize', FONT_SIZE_LIMITS.min, FONT_SIZE_LIMITS.max],
    ['timeText', 'FontSize', 'fontSize', FONT_SIZE_LIMITS.min, FONT_SIZE_LIMITS.max],
    ['text', 'LetterSpacing', 'letterSpacing', LETTER_SPACING_LIMITS.min, LETTER_SPACING_LIMITS.max],
    ['text', 'LineHeight', 'lineHeight', LINE_HEIGHT_LIMITS.min, LINE_HEIGHT_LIMITS.max],
    // Files of others have thinner pens; they are printed unchanged, and the panel asks for at least 0.3.
    ['line', 'PenWidth', 'penWidthMm', 0.1, PEN_WIDTH_LIMITS.max],
    ['ellipse', 'PenWidth', 'penWidthMm', 0.1, PEN_WIDTH_LIMITS.max],
    ['roundRectangle', 'CornerRadius', 'cornerRadiusMm', CORNER_RADIUS_LIMITS.min, CORNER_RADIUS_LIMITS.max],
    ['table', 'PenWidth', 'penWidthMm', TABLE_PEN_LIMITS.min, TABLE_PEN_LIMITS.max],
  ];

describe.each(IN_FILES)('in a file, %s %s', (type, attribute, field, min, max) => {
  const element = type === 'table' ? createTestTable([['a']]) : createTestElement(type);
  const xml = writeTemplate(createTestTemplate([element]));

  /** The field of the element, read from a file in which it has this value. */
  function read(value: number): unknown {
    const changed = xml.replace(new RegExp(`( ${attribute}=)"[^"]*"`), `$1"${value}"`);
    const [first] = expectOk(readTemplate(changed)).elements;
    return (first as unknown as Readonly<Record<string, unknown>> | undefined)?.[field];
  }

  test('is read unchanged within its limits, and outside as the limit', () => {
    expect(xml).toContain(` ${attribute}="`);
    expect([min, max, min - 0.05, max + 1].map(read)).toEqual([min, max, min, max]);
  });
});

test('a font size of 18 is 4.5 mm, and 12.76 points', () => {
  expect(fontUnitsToMm(18)).toBe(4.5);
  expect(fontUnitsToPoints(18)).toBeCloseTo(12.756, 3);
});

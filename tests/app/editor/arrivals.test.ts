import { describe, expect, test } from 'vitest';
import { fileUse, isDrawing, whatArrived } from '#app/editor/canvas/what-arrived.ts';
import { tabbedCells } from '#app/editor/data/tabbed-cells.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>';
const PICTURE = new File(['x'], 'image.png', { type: 'image/png' });
const CELLS = [
  ['a', 'b'],
  ['c', 'd'],
];
const arrived = (plain: string, files: readonly File[] = [], cells: typeof CELLS | null = null): unknown =>
  whatArrived({ plain, html: '', files }, () => cells);

describe('content that is pasted or dropped', () => {
  test('is cells even if a picture of them comes with it', () => {
    expect(arrived('a\tb\nc\td', [PICTURE], CELLS)).toEqual({ type: 'cells', cells: CELLS });
  });

  test('is a picture even if a text with its source comes with it', () => {
    expect(arrived('https://example.com/a.png', [PICTURE])).toEqual({ type: 'files', files: [PICTURE] });
  });

  test('is files of any kind, whatever else comes with them', () => {
    const pdf = new File(['x'], 'a.pdf', { type: 'application/pdf' });
    expect(arrived('a.pdf', [PICTURE, pdf], CELLS)).toEqual({ type: 'files', files: [PICTURE, pdf] });
  });

  test('is a drawing when the text is SVG markup', () => {
    expect(arrived(SVG)).toEqual({ type: 'drawing', markup: SVG });
  });

  test('is a text without the line ends that programs append', () => {
    expect(arrived(' one\r\ntwo\r\n')).toEqual({ type: 'text', text: 'one\ntwo' });
    expect(arrived(' \n')).toBeNull();
  });

  test.each([
    [SVG, true],
    [`<?xml version="1.0"?>\n<!-- made -->\n<!DOCTYPE svg PUBLIC "x" "y">\n${SVG}\n`, true],
    ['<svg> is how it begins', false],
    ['See <svg></svg>', false],
    ['<svgx></svg>', false],
    // Takes hours if two comments can match as one.
    [`${'<!---->'.repeat(60)}x`, false],
  ])('%j is a drawing: %s', (text, expected) => expect(isDrawing(text)).toBe(expected));

  test.each([
    ['a.svg', 'image/svg+xml', 'image'],
    ['a.XLSX', '', 'spreadsheet'],
    ['a.csv', 'text/csv', 'spreadsheet'],
    ['a.txt', 'text/plain', 'text'],
    ['a.pdf', 'application/pdf', 'none'],
  ])('the file %s (%s) is used as: %s', (name, type, use) => expect(fileUse({ name, type })).toBe(use));
});

describe('cells separated by tabs', () => {
  test.each([
    ['a\tb\nc\td', CELLS],
    ['a\tb\r\nc\td\r\n', CELLS],
    [
      '"x\ty"\t"say ""hi"""\n"two\nlines"\t',
      [
        ['x\ty', 'say "hi"'],
        ['two\nlines', ''],
      ],
    ],
    [
      '5" pipe\t"odd" end\n\t',
      [
        ['5" pipe', '"odd" end'],
        ['', ''],
      ],
    ],
    ['"open\tx', [['"open', 'x']]],
    ['', []],
  ])('%j', (text, cells) => expect(tabbedCells(text)).toEqual(cells));
});

import { describe, expect, it } from 'vitest';
import { judgeSheet, judgeSheets, type FoundLabel } from './judge.ts';
import { boxAround, cornersOf, overlapShare, turnQuad } from './polygon.ts';
import type { Area, Corner, TrueFile, TrueLabel } from './truth.ts';

const QR = { type: 'qrcode', text: 'A1', x: 14, y: 14, width: 10, height: 10 };

function createLabel(cell: Area, margin = 4): TrueLabel {
  const { x, y, width, height } = cell;
  const content = { x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin };
  return { ...cell, rotation: 0, content, codes: [] };
}

const LEFT = { ...createLabel({ x: 10, y: 10, width: 90, height: 60 }), codes: [QR] };
const RIGHT = createLabel({ x: 110, y: 10, width: 90, height: 60 });

function createFile(labels: readonly TrueLabel[], altOrder?: readonly number[]): TrueFile {
  const page = { page: 1, width: 210, height: 297, skew: 0, labels };
  return { kind: 'vector-pdf', pages: [altOrder === undefined ? page : { ...page, altOrder }] };
}

function foundAt(area: Area, grown = 0): FoundLabel {
  const { x, y, width, height } = area;
  return { page: 1, x: x - grown, y: y - grown, width: width + 2 * grown, height: height + 2 * grown };
}

describe('the judge of split sheets', () => {
  const file = createFile([LEFT, RIGHT]);

  it('accepts boxes of the cells and of the ink', () => {
    expect(judgeSheet(file, [foundAt(LEFT), foundAt(RIGHT.content)])).toMatchObject({ right: true, labelsRight: 2 });
  });

  it('accepts a box up to 3 mm beyond the cell, and rejects one 4 mm beyond', () => {
    expect(judgeSheet(file, [foundAt(LEFT, 3), foundAt(RIGHT)]).right).toBe(true);
    expect(judgeSheet(file, [foundAt(LEFT, 4), foundAt(RIGHT)])).toMatchObject({ right: false, labelsRight: 1 });
  });

  it('rejects a box that cuts the ink by more than 0.7 mm and shares less than 90 % with it', () => {
    const { x, y, width, height } = LEFT.content;
    const cut = { x: x + 12, y, width: width - 12, height };
    expect(judgeSheet(file, [foundAt(cut), foundAt(RIGHT)]).faults).toEqual(['page 1 label 1: cut by 12.0 mm']);
  });

  it('rejects a box around two labels, and reports the other one as missing', () => {
    const both = { x: 10, y: 10, width: 190, height: 60 };
    expect(judgeSheet(file, [foundAt(both)]).faults).toEqual(['page 1 label 1: holds part of label 2', 'page 1 label 2: missing']);
  }); // prettier-ignore

  it('rejects a sheet with a box that is no label, on its pages or on another one', () => {
    const boxes = [foundAt(LEFT), foundAt(RIGHT)];
    const invoice = foundAt({ x: 10, y: 120, width: 190, height: 100 });
    expect(judgeSheet(file, [...boxes, invoice])).toMatchObject({ right: false, labelsRight: 2, extra: 1 });
    expect(judgeSheet(file, [...boxes, { ...invoice, page: 2 }])).toMatchObject({ right: false, extra: 1 });
  });

  it('rejects a sheet in another order, unless that order reads as well', () => {
    const reversed = [foundAt(RIGHT), foundAt(LEFT)];
    expect(judgeSheet(file, reversed)).toMatchObject({ right: false, labelsRight: 2, orderRight: false });
    expect(judgeSheet(createFile([LEFT, RIGHT], [1, 0]), reversed).right).toBe(true);
  });

  it('rejects a label with the codes of another one', () => {
    const codes = [{ text: 'A1' }];
    expect(
      judgeSheet(file, [
        { ...foundAt(LEFT), codes },
        { ...foundAt(RIGHT), codes: [] },
      ]).right,
    ).toBe(true);
    expect(
      judgeSheet(file, [
        { ...foundAt(LEFT), codes: [] },
        { ...foundAt(RIGHT), codes },
      ]).labelsRight,
    ).toBe(0);
  });

  it('accepts boxes on a skewed page in its coordinates, straightened or rotated with it', () => {
    const middle: Corner = [105, 148.5];
    const skewed = [LEFT, RIGHT].map((label): TrueLabel => {
      const [quad, contentQuad] = [label, label.content].map((area) => turnQuad(cornersOf(area), 2, middle));
      if (quad === undefined || contentQuad === undefined) throw new Error('no corners');
      const straight = { x: label.x, y: label.y, width: label.width, height: label.height };
      return { ...label, ...boxAround(quad), quad, content: boxAround(contentQuad), contentQuad, straight, straightContent: label.content };
    });
    const page = { page: 1, width: 210, height: 297, skew: 2, labels: skewed };
    const scan: TrueFile = { kind: 'scan-jpg', dpi: 200, pages: [page] };
    const turned = skewed.map(({ quad }, i): FoundLabel => {
      const { x, y, width, height } = boxAround(quad ?? []);
      const [w, h] = i === 0 ? [LEFT.width, LEFT.height] : [RIGHT.width, RIGHT.height];
      return { page: 1, x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h, angle: 2 };
    });
    expect(judgeSheet(scan, skewed.map((label) => foundAt(label.content))).faults).toEqual([]);
    expect(judgeSheet(scan, [foundAt(LEFT), foundAt(RIGHT)]).faults).toEqual([]);
    expect(judgeSheet(scan, turned).faults).toEqual([]);
  }); // prettier-ignore

  it('counts a sheet without a result as wrong, and an empty page without boxes as right', () => {
    const truth = { files: { 'labels.pdf': file, 'invoice.pdf': createFile([]) } };
    expect(judgeSheets(truth, { 'invoice.pdf': [] })).toEqual({ sheetsRight: 1, sheets: 2, labelsRight: 0, labels: 2 });
  });

  it('measures the shared area of rotated boxes', () => {
    const square = cornersOf({ x: 0, y: 0, width: 10, height: 10 });
    expect(overlapShare(square, turnQuad(square, 90, [5, 5]))).toBeCloseTo(1, 6);
    expect(overlapShare(square, turnQuad(square, 45, [5, 5]))).toBeCloseTo(Math.SQRT1_2, 6);
    expect(overlapShare(square, cornersOf({ x: 20, y: 0, width: 5, height: 5 }))).toBe(0);
  });
});

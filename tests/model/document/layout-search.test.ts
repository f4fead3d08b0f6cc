import { describe, expect, test } from 'vitest';
import type { PagePlane } from '#model/document/split/reduced-plane.ts';
import { isSplitUnsure } from '#model/document/split/sheet-split.ts';
import { splitSheet } from '#model/document/split/split-sheet.ts';

const DOTS_PER_MM = 4;

/** A white A4 page on which tests draw rectangles of ink, in mm. */
function createSheet(): { readonly plane: PagePlane; fill(x: number, y: number, width: number, height: number): void } {
  const [width, height] = [210 * DOTS_PER_MM, 297 * DOTS_PER_MM];
  const grey = new Uint8Array(width * height).fill(255);
  return {
    plane: { grey, width, height, dotsPerMm: DOTS_PER_MM },
    fill(x, y, wide, high) {
      const [left, right] = [Math.round(x * DOTS_PER_MM), Math.round((x + wide) * DOTS_PER_MM)];
      for (let row = Math.round(y * DOTS_PER_MM); row < Math.round((y + high) * DOTS_PER_MM); row++)
        grey.fill(0, row * width + left, row * width + right);
    },
  };
}

type Sheet = ReturnType<typeof createSheet>;

function drawDashes(sheet: Sheet, x: number, y: number, length: number, isDown: boolean): void {
  for (let at = 0; at < length; at += 5) {
    if (isDown) sheet.fill(x, y + at, 0.25, 3);
    else sheet.fill(x + at, y, 3, 0.25);
  }
}

function drawBars(sheet: Sheet, x: number, y: number): void {
  for (let i = 0; i < 30; i++) sheet.fill(x + i * 1.5, y, i % 3 === 0 ? 1 : 0.5, 15);
}

function drawWords(sheet: Sheet, x: number, y: number, lines: number): void {
  for (let line = 0; line < lines; line++) {
    for (let i = 0; i < 14; i++) sheet.fill(x + i * 2.5, y + line * 6, 1.5, 2.5);
  }
}

function drawCross(sheet: Sheet, x: number, y: number): void {
  sheet.fill(x - 2, y, 4.25, 0.25);
  sheet.fill(x, y - 2, 0.25, 4.25);
}

/** Words that run down the page. */
function drawWordsDown(sheet: Sheet, x: number, y: number, columns: number): void {
  for (let column = 0; column < columns; column++) {
    for (let i = 0; i < 14; i++) sheet.fill(x + column * 6, y + i * 2.5, 2.5, 1.5);
  }
}

describe('a sheet of labels that differ', () => {
  test('is split at its dashed lines, and an empty cell is no label', () => {
    const sheet = createSheet();
    for (const x of [10, 105, 200]) drawDashes(sheet, x, 20, 250, true);
    for (const y of [20, 145, 270]) drawDashes(sheet, 10, y, 190, false);
    drawBars(sheet, 30, 110);
    drawWords(sheet, 20, 30, 3);
    drawBars(sheet, 125, 40);
    drawWords(sheet, 120, 90, 5);
    drawWords(sheet, 20, 160, 1);
    drawBars(sheet, 40, 190);
    const { labels } = splitSheet(sheet.plane);
    expect(labels).toHaveLength(3);
    for (const [i, [x, y]] of [
      [10, 20],
      [105, 20],
      [10, 145],
    ].entries()) {
      const box = labels[i]?.boxMm;
      expect(box?.x).toBeGreaterThanOrEqual((x ?? 0) - 0.5);
      expect(box?.y).toBeGreaterThanOrEqual((y ?? 0) - 0.5);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((x ?? 0) + 95.5);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((y ?? 0) + 125.5);
    }
  });

  test('is a guess without any evidence of its division', () => {
    const sheet = createSheet();
    drawBars(sheet, 30, 40);
    drawWords(sheet, 90, 70, 4);
    drawBars(sheet, 120, 200);
    expect(splitSheet(sheet.plane).confidence).toBeLessThan(0.5);
  });

  test('is a guess when its rows repeat as a whole and no other evidence makes a row one label', () => {
    const sheet = createSheet();
    for (const y of [10, 105, 200]) {
      for (const x of [15, 80, 145]) {
        drawBars(sheet, x, y);
        drawWords(sheet, x, y + 18, 3);
        drawWords(sheet, x, y + 50, 3);
      }
    }
    for (const y of [98, 193]) sheet.fill(5, y, 200, 0.4);
    const { labels, confidence } = splitSheet(sheet.plane);
    if (labels.length !== 9) expect(confidence).toBeLessThan(0.5);
  });

  test('is a guess when one frame is around all of it', () => {
    const sheet = createSheet();
    for (const y of [10, 286]) sheet.fill(10, y, 190, 0.5);
    for (const x of [10, 199.5]) sheet.fill(x, 10, 0.5, 276.5);
    for (const x of [30, 65, 100]) drawWords(sheet, x, 30, 30);
    const { labels, confidence } = splitSheet(sheet.plane);
    expect(labels).toHaveLength(1);
    expect(confidence).toBeLessThan(0.5);
  });

  test('is split between its cutting marks when some are missing and the cells have nothing in common', () => {
    const sheet = createSheet();
    for (const x of [15, 75, 135, 195]) for (const y of [20, 90, 160, 230]) if (x + y !== 165) drawCross(sheet, x, y);
    for (const [column, x] of [15, 75, 135].entries()) {
      for (const [row, y] of [20, 90, 160].entries()) {
        if ((column + row) % 3 === 0) drawBars(sheet, x + 7, y + 45);
        if ((column + row) % 3 !== 1) drawWords(sheet, x + 8, y + 8 + row * 6, 1 + column);
        if ((column + row) % 3 === 1) sheet.fill(x + 10, y + 20, 35, 30);
      }
    }
    const split = splitSheet(sheet.plane);
    expect(split.labels).toHaveLength(9);
    expect(split.confidence).toBeGreaterThanOrEqual(0.5);
  });

  test('has a label whose text runs down the page: only that one is rotated', () => {
    const sheet = createSheet();
    for (const x of [10, 105, 200]) drawDashes(sheet, x, 20, 250, true);
    for (const y of [20, 145, 270]) drawDashes(sheet, 10, y, 190, false);
    drawWordsDown(sheet, 20, 40, 10);
    drawWordsDown(sheet, 20, 90, 10);
    for (const [x, y] of [
      [105, 20],
      [10, 145],
      [105, 145],
    ] as const) {
      drawWords(sheet, x + 8, y + 10, 9);
      drawWords(sheet, x + 50, y + 10, 9);
    }
    const { labels } = splitSheet(sheet.plane);
    expect(labels.map(({ rotation }) => rotation % 180)).toEqual([90, 0, 0, 0]);
  });

  test('includes the rules of a label in its box, also when they are longer than its text', () => {
    const sheet = createSheet();
    for (const x of [10, 105, 200]) drawDashes(sheet, x, 20, 250, true);
    for (const y of [20, 145, 270]) drawDashes(sheet, 10, y, 190, false);
    for (const [x, y] of [
      [10, 20],
      [105, 20],
      [10, 145],
    ] as const) {
      drawBars(sheet, x + 15, y + 100);
      drawWords(sheet, x + 8, y + 10, 2);
    }
    for (const y of [40, 48, 56, 64]) sheet.fill(110, y, 86, 0.5);
    const box = splitSheet(sheet.plane).labels[1]?.boxMm;
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThanOrEqual(196);
  });

  test('of coupons is cut between them and not at their perforations, and each has its whole width', () => {
    const sheet = createSheet();
    for (const y of [20, 105, 190, 275]) drawDashes(sheet, 10, y, 190, false);
    for (const x of [10, 200]) drawDashes(sheet, x, 20, 255, true);
    for (const [i, y] of [20, 105, 190].entries()) {
      drawDashes(sheet, 140, y + 6, 73, true);
      drawWords(sheet, 20, y + 15 + i * 5, 2 + i);
      drawBars(sheet, 147, y + 30);
    }
    const { labels } = splitSheet(sheet.plane);
    expect(labels).toHaveLength(3);
    for (const { boxMm } of labels) {
      expect(boxMm.x).toBeLessThanOrEqual(20);
      expect(boxMm.x + boxMm.width).toBeGreaterThanOrEqual(191);
    }
  });

  test('has no label if it is a packing list, which the user is asked about', () => {
    const sheet = createSheet();
    drawWords(sheet, 15, 20, 1);
    for (let row = 0; row < 7; row++) {
      const count = 9 - (row % 3);
      for (let i = 0; i < count; i++) sheet.fill(15 + i * 2.5, 40 + row * 7, 1.5, 2.5);
      for (let i = 0; i < 3; i++) sheet.fill(186 + i * 2.5, 40 + row * 7, 1.5, 2.5);
    }
    const split = splitSheet(sheet.plane);
    expect(split.labels).toEqual([]);
    expect(isSplitUnsure(split)).toBe(true);
  });

  test('of mixed labels on stock is cut where the stock is, and its header is no label', () => {
    const sheet = createSheet();
    // Two columns of 99.1 mm and four rows of 67.7 mm, 2.5 mm apart, without any lines.
    for (let i = 0; i < 12; i++) sheet.fill(70 + i * 2.5, 6, 1.5, 2);
    for (const [column, x] of [4.7, 106.3].entries()) {
      for (const [row, y] of [13.1, 80.8, 148.5, 216.2].entries()) {
        drawWords(sheet, x + 6, y + 5, 2 + ((column + row) % 3));
        if ((column + row) % 2 === 0) drawBars(sheet, x + 40, y + 46);
        else drawWords(sheet, x + 55, y + 40, 4);
      }
    }
    const { labels } = splitSheet(sheet.plane);
    expect(labels.map(({ boxMm }) => [boxMm.x < 105, Math.floor((boxMm.y - 12) / 67.7)])).toEqual(
      [0, 1, 2, 3].flatMap((row) => [
        [true, row],
        [false, row],
      ]),
    );
  });
});

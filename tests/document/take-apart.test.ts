import { describe, expect, test } from 'vitest';
import type { TakenApart } from '#model/document/page-objects.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createDocuments, createPageLabel, labelDots, opened } from './support/documents.ts';
import { writePdf, type WrittenPage } from './support/written-pdf.ts';

const PT = 72 / 25.4;

/** Splits a page of 40 x 30 mm into elements at 300 dpi; `whole` is the same label as it prints. */
async function apart(
  content: string,
  given: Partial<WrittenPage> = {},
  keep: readonly Rect[] = [],
): Promise<TakenApart & { readonly inkLeft: number; readonly inkBefore: number; readonly inkAfter: number }> {
  const documents = await createDocuments();
  const info = await opened(documents, writePdf([{ widthPt: 40 * PT, heightPt: 30 * PT, content, ...given }]));
  const size = info.pages[0]?.sizeMm ?? { width: 0, height: 0 };
  const [label, dots] = [createPageLabel(info.document, 0), labelDots(size.width, size.height, 300)];
  const before = expectOk(await documents.label(label, dots));
  const taken = expectOk(await documents.takeApart(label, dots, keep));
  const after = expectOk(await documents.label(label, dots));
  return { ...taken, inkLeft: ink(taken.rest.grey), inkBefore: ink(before.grey), inkAfter: ink(after.grey) };
}

function ink(grey: Uint8Array): number {
  return grey.reduce((sum, light) => sum + (light < 128 ? 1 : 0), 0);
}

/** An ellipse as other programs draw it, in a box of points. */
function ellipse(x: number, y: number, width: number, height: number): string {
  const [a, b, k] = [width / 2, height / 2, 0.5523];
  const [cx, cy] = [x + a, y + b];
  const curve = (...numbers: readonly number[]): string => `${numbers.join(' ')} c`;
  return [
    `${cx + a} ${cy} m`,
    curve(cx + a, cy + k * b, cx + k * a, cy + b, cx, cy + b),
    curve(cx - k * a, cy + b, cx - a, cy + k * b, cx - a, cy),
    curve(cx - a, cy - k * b, cx - k * a, cy - b, cx, cy - b),
    curve(cx + k * a, cy - b, cx + a, cy - k * b, cx + a, cy),
  ].join(' ');
}

describe('a page that is split into elements', () => {
  test('gives its lines, rectangles, ellipses and texts, and nothing of them is left in the picture', async () => {
    const { objects, inkLeft, inkBefore, inkAfter } = await apart(
      `10 10 20 15 re f 1 w 40 10 20 15 re S 2 w 10 40 m 60 40 l S 2 w 70 10 m 70 50 l S ` +
        `${ellipse(80, 10, 20, 12)} h S BT /F1 10 Tf 10 60 Td (Fragile) Tj ET`,
    );
    expect(objects.map(({ type }) => type)).toEqual(['box', 'box', 'stroke', 'stroke', 'oval', 'run']);
    const [filled, framed, level, upright, , text] = objects;
    const mm = (points: number): unknown => expect.closeTo(points / PT, 1);
    const top = (points: number): unknown => expect.closeTo(30 - points / PT, 1);
    expect(filled).toEqual({
      type: 'box',
      penMm: null,
      boxMm: { x: mm(10), y: top(25), width: mm(20), height: mm(15) },
    });
    expect(framed).toEqual({
      type: 'box',
      penMm: mm(1),
      boxMm: { x: mm(39.5), y: top(25.5), width: mm(21), height: mm(16) },
    });
    expect(level).toMatchObject({
      direction: 'horizontal',
      boxMm: { x: mm(10), y: top(41), width: mm(50), height: mm(2) },
    });
    expect(upright).toMatchObject({
      direction: 'vertical',
      boxMm: { x: mm(69), y: top(50), width: mm(2), height: mm(40) },
    });
    expect(text).toMatchObject({
      text: 'Fragile',
      family: 'Helvetica',
      sizeMm: mm(10),
      originMm: { x: mm(10), y: top(60) },
      rotation: 0,
    });
    expect(inkBefore).toBeGreaterThan(1000);
    expect(inkLeft).toBe(0);
    // The page itself is unchanged.
    expect(inkAfter).toBe(inkBefore);
  });

  test.each([
    ['as it stands', '', '1 0 0 1 50 40', 0],
    ['upwards', '', '0 1 -1 0 50 20', 270],
    ['upside down', '', '-1 0 0 -1 80 40', 180],
    ['downwards', '', '0 -1 1 0 50 60', 90],
    ['on a page that is turned', '/Rotate 90', '1 0 0 1 30 40', 90],
    ['on a page that is cut', '/CropBox [20 20 100 80]', '1 0 0 1 50 40', 0],
  ] as const)('finds the direction of a text: %s', async (_name, entries, matrix, rotation) => {
    const { objects, inkLeft } = await apart(`BT /F1 8 Tf ${matrix} Tm (Up) Tj ET`, { entries });
    expect(objects).toMatchObject([{ type: 'run', text: 'Up', rotation }]);
    expect(inkLeft).toBe(0);
  });

  test('takes a frame around remaining content, and not one that such content crosses', async () => {
    const inside = await apart('1 w 10 10 60 60 re S 20 20 m 60 60 l S');
    expect(inside.objects).toMatchObject([{ type: 'box' }]);
    expect(inside.inkLeft).toBeGreaterThan(100);
    const over = await apart('1 w 10 10 60 60 re S 20 20 m 90 60 l S');
    expect(over.objects).toEqual([]);
    expect(over.inkLeft).toBe(over.inkBefore);
  });

  test('keeps everything in the picture when that is requested', async () => {
    const bars = Array.from({ length: 5 }, (_, i) => `${10 + 6 * i} 10 3 20 re f`).join(' ');
    const keep = [{ x: 2, y: 18, width: 12, height: 10 }];
    const { objects, inkLeft } = await apart(`${bars} 60 60 20 10 re f`, {}, keep);
    expect(objects).toMatchObject([{ type: 'box', penMm: null }]);
    expect(inkLeft).toBeGreaterThan(1000);
  });

  test.each([
    ['a slanted line', '1 w 10 10 m 60 50 l S'],
    ['a triangle', '10 10 m 60 10 l 30 50 l h f'],
    ['a slanted text', 'BT /F1 10 Tf 0.9 0.3 -0.3 0.9 20 20 Tm (Slanted) Tj ET'],
    ['a dashed line', '[3 2] 0 d 2 w 10 40 m 60 40 l S'],
    ['a grey area', '0.45 g 10 10 30 30 re f'],
    ['what is cut off', '10 10 20 20 re W n 5 5 40 40 re f'],
    ['what something that stays lies upon', '10 10 60 40 re f 1 g 20 15 m 50 15 l 30 40 l h f'],
    ['what reaches over the edge', '80 10 60 20 re f'],
    ['the outline of a text', 'BT /F1 20 Tf 1 Tr 10 20 Td (Out) Tj ET'],
  ])('leaves %s in the picture', async (_name, content) => {
    const { objects, inkLeft, inkBefore } = await apart(content);
    expect(objects).toEqual([]);
    expect(inkBefore).toBeGreaterThan(50);
    expect(inkLeft).toBe(inkBefore);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentInfo, PagePart } from '#model/document/document-file.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { PreviewLabel } from '#protocol/render.ts';
import { createDocumentRig, createPlan, type DocumentRig } from './support/document-rig.ts';
import { createSymbolPage, type DrawnSymbol } from './support/drawn-symbols.ts';
import { writePdf } from './support/written-pdf.ts';

const MM = 72 / 25.4;
const A4 = { width: 210, height: 297 };

/** Four framed labels of 90 x 130 mm, each with a code of its own; the whole page is rotated clockwise. */
function sheetOf(leanDegrees: number): Uint8Array<ArrayBuffer> {
  const corners = [
    [10, 152],
    [110, 152],
    [10, 15],
    [110, 15],
  ] as const;
  const codes = corners.map(([xMm, yMm], i): DrawnSymbol => ({
    symbology: 'code128',
    content: `PARCEL-${i + 1}`,
    xMm: xMm + 15,
    yMm: yMm + 60,
    moduleMm: 0.375,
    heightMm: 25,
  }));
  const page = createSymbolPage(A4.width, A4.height, codes);
  const frames = corners.map(([x, y]) => `${x * MM} ${y * MM} ${90 * MM} ${130 * MM} re S`).join(' ');
  const lines = corners.flatMap(([x, y]) =>
    [20, 28, 36, 110].map(
      (up) => `BT /F1 14 Tf ${(x + 8) * MM} ${(y + up) * MM} Td (Some Street 12, 12345 Town) Tj ET`,
    ),
  );
  // PDF rotates counterclockwise, about the corner: here about the center of the page.
  const turn = (-leanDegrees * Math.PI) / 180;
  const [cos, sin, x, y] = [Math.cos(turn), Math.sin(turn), page.widthPt / 2, page.heightPt / 2];
  const lean = `${cos} ${sin} ${-sin} ${cos} ${x - cos * x + sin * y} ${y - sin * x - cos * y} cm`;
  return writePdf([{ ...page, content: `${lean} 1 w ${frames} ${lines.join(' ')} ${page.content}` }]);
}

let rig: DocumentRig;
beforeAll(() => {
  rig = createDocumentRig();
});
afterAll(() => rig.dispose());

async function partsOf({ document }: DocumentInfo): Promise<readonly PagePart[]> {
  const split = expectOk(await rig.documents.split(document, 0));
  return split.labels.map(({ boxMm, rotation }) => ({
    document,
    page: 0,
    boxMm,
    rotation,
    leanDegrees: split.skewDegrees,
  }));
}

async function printed(info: DocumentInfo, parts: readonly PagePart[]): Promise<readonly PreviewLabel[]> {
  const plan = createPlan(info, { width: 90, height: 130 }, { parts });
  const labels: PreviewLabel[] = [];
  for (const part of parts.keys()) {
    const page = expectOk(await rig.preview.asPrinted(plan, part, 203, null, new AbortController().signal));
    labels.push(...page.labels);
  }
  return labels;
}

describe('a sheet of four labels', () => {
  test.each([0, 2, -1.5])('rotated by %f degrees becomes four straight labels in reading order', async (lean) => {
    const info = await rig.open(sheetOf(lean));
    const split = expectOk(await rig.documents.split(info.document, 0));
    expect(split.skewDegrees).toBeCloseTo(lean, 0);
    const labels = await printed(info, await partsOf(info));
    expect(labels.map(({ symbols }) => symbols.map(({ decoded }) => decoded))).toEqual(
      [1, 2, 3, 4].map((i) => [`PARCEL-${i}`]),
    );
    expect(labels.every(({ verified }) => verified)).toBe(true);
  });

  test('is straightened about its center: rotated bars become upright', async () => {
    const [straight, leaning] = [await rig.open(sheetOf(0)), await rig.open(sheetOf(4))];
    const box = { x: 12, y: 17, width: 86, height: 126 };
    const part = { page: 0, boxMm: box, rotation: 0 } as const;
    const [before] = await printed(straight, [{ ...part, document: straight.document }]);
    const [after] = await printed(leaning, [{ ...part, document: leaning.document, leanDegrees: 4 }]);
    const [ours, theirs] = [before, after].map((label) => label?.symbols[0]?.found?.boundsMm);
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs((ours?.[side] ?? 0) - (theirs?.[side] ?? 99)), side).toBeLessThan(0.6);
    const picture = (from: DocumentInfo, leanDegrees: number) =>
      rig.documents.picture(from.document, { page: 0, boxMm: box, rotation: 0, maxSidePx: 300, leanDegrees });
    const [one, other] = [expectOk(await picture(straight, 0)), expectOk(await picture(leaning, 4))];
    const away = one.rgba.reduce((sum, value, i) => sum + Math.abs(value - (other.rgba[i] ?? 0)), 0) / one.rgba.length;
    expect(away).toBeLessThan(6);
  });
});

test('the content of a page has a box, and a blank page has none', async () => {
  const bar = `${20 * MM} ${30 * MM} ${50 * MM} ${40 * MM} re f`;
  const page = { widthPt: 100 * MM, heightPt: 150 * MM };
  const { document } = await rig.open(
    writePdf([
      { ...page, content: bar },
      { ...page, content: '' },
    ]),
  );
  const box = expectOk(await rig.documents.content(document, 0));
  for (const [side, mm] of Object.entries({ x: 20, y: 80, width: 50, height: 40 }))
    expect(Math.abs((box?.[side as 'x'] ?? 0) - mm), side).toBeLessThan(0.5);
  expect(expectOk(await rig.documents.content(document, 1))).toBeNull();
});

import { describe, expect, test } from 'vitest';
import type { GreyPlane } from '#model/document/grey-plane.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createDocuments, createLook, createPageLabel, labelDots, opened } from './support/documents.ts';
import { strayInk } from './support/compare-pictures.ts';
import { popplerPages } from './support/poppler.ts';
import { writePdf, type WrittenPage } from './support/written-pdf.ts';

const A4 = { widthPt: 595.276, heightPt: 841.89 };
const SHAPES =
  '0 g 72 72 144 36 re f 10 w 300 100 m 500 700 l S 2 w 100 400 m 200 600 400 200 500 400 c S ' +
  '0.5 w 20 20 555 801 re S 0 0 1 rg 400 100 100 100 re f';

async function paint(pages: readonly WrittenPage[], index: number, dpi: number): Promise<GreyPlane> {
  const documents = await createDocuments();
  const info = await opened(documents, writePdf(pages));
  const { sizeMm } = info.pages[index] ?? { sizeMm: { width: 0, height: 0 } };
  const look = createLook({
    placement: { ...createLook().placement, fit: 'actual', horizontal: 'left', vertical: 'top' },
  });
  const label = createPageLabel(info.document, index, { look });
  return expectOk(await documents.label(label, labelDots(sizeMm.width, sizeMm.height, dpi)));
}

describe('pages of a PDF against poppler', () => {
  test.each([
    ['A4 at 300 dpi', { ...A4, content: SHAPES }, 300, [2480, 3508]],
    ['A4 at 203 dpi', { ...A4, content: SHAPES }, 203, [1678, 2374]],
    [
      '4 x 6 inches at 600 dpi',
      { widthPt: 288, heightPt: 432, content: '3 w 10 10 268 412 re S 20 20 m 100 400 l 200 90 l h f' },
      600,
      [2400, 3600],
    ],
    ['a page that is turned', { ...A4, content: SHAPES, entries: '/Rotate 90' }, 150, [1754, 1240]],
    [
      'a page with a crop box',
      { ...A4, content: SHAPES, entries: '/CropBox [50.5 60.25 550.5 700.25]' },
      203,
      [1410, 1804],
    ],
    ['a form with what is filled in', { ...A4, content: '', entries: '/Annots [@1]' }, 150, [1240, 1754]],
  ] as const)('%s has its size, and each line at its position', async (name, page, dpi, [width, height]) => {
    const field =
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Filled) /F 4 /Rect [100 500 400 540] /AP << /N @2 >> >>';
    const appearance = '0 g 0 0 300 40 re f';
    const further = [
      field,
      `<< /Type /XObject /Subtype /Form /BBox [0 0 300 40] /Length ${appearance.length} >>\nstream\n${appearance}\nendstream`,
    ];
    const pdf = writePdf([page], name.startsWith('a form') ? further : []);
    const documents = await createDocuments();
    const info = await opened(documents, pdf);
    const { sizeMm } = info.pages[0] ?? { sizeMm: { width: 0, height: 0 } };
    const look = createLook({
      placement: { ...createLook().placement, fit: 'actual', horizontal: 'left', vertical: 'top' },
    });
    const label = createPageLabel(info.document, 0, { look });
    const ours = expectOk(await documents.label(label, labelDots(sizeMm.width, sizeMm.height, dpi)));
    const [theirs] = popplerPages(pdf, dpi);
    if (theirs === undefined) throw new Error('poppler painted nothing');
    expect([ours.width, ours.height]).toEqual([width, height]);
    expect(Math.abs(theirs.width - width)).toBeLessThanOrEqual(1);
    expect(Math.abs(theirs.height - height)).toBeLessThanOrEqual(1);
    expect(strayInk(ours, theirs, 1)).toBeLessThan(0.002);
    expect(strayInk(theirs, ours, 1)).toBeLessThan(0.002);
  });

  test('many bands give the dots of one', async () => {
    const whole = await paint([{ ...A4, content: SHAPES }], 0, 600);
    const part = await paint([{ ...A4, content: SHAPES }], 0, 300);
    expect([whole.width, whole.height]).toEqual([4961, 7016]);
    // Every second dot of the fine picture is that of the coarse one if both are plainly black or paper.
    let [same, plain] = [0, 0];
    for (let y = 4; y < part.height - 4; y += 3) {
      for (let x = 4; x < part.width - 4; x += 3) {
        const dot = part.grey[y * part.width + x] as number;
        if (dot > 0 && dot < 255) continue;
        plain++;
        if (whole.grey[(2 * y + 1) * whole.width + 2 * x + 1] === dot) same++;
      }
    }
    expect(plain).toBeGreaterThan(100_000);
    expect(same / plain).toBeGreaterThan(0.9995);
  });
});

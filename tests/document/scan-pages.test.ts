import { beforeAll, describe, expect, test } from 'vitest';
import { openDocument } from '#document-worker/open/open-document.ts';
import { paintColours, paintGrey, type LoadedPage } from '#document-worker/page-bands.ts';
import { loadPdfiumInNode } from '#document-worker/pdfium/load-pdfium-node.ts';
import type { Pdfium } from '#document-worker/pdfium/pdfium.ts';
import { placeOfScan, scanPage } from '#document-worker/scan/scan-page.ts';
import { expectOk } from '#model/kernel/result.ts';
import { MM_PER_INCH, POINTS_PER_INCH } from '#model/kernel/units.ts';
import { createRandom } from '../support/symbol-values.ts';
import { writeJpeg, type JpegOptions } from './support/written-jpeg.ts';
import { writePdf } from './support/written-pdf.ts';

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfiumInNode();
});

const [WIDTH, HEIGHT] = [213, 157];
/** The page in points: each pixel is a point. */
const PAGE = { widthPt: WIDTH, heightPt: HEIGHT };
const WHOLE = `q ${WIDTH} 0 0 ${HEIGHT} 0 0 cm /X Do Q`;

/** Waves in strong colors with noise. */
function photo(channels: number, noise = 60): JpegOptions['pixelAt'] {
  const random = createRandom(11);
  return (x, y) =>
    Array.from({ length: channels }, (_, channel) => {
      const wave = 128 + 120 * Math.sin((x * (channel + 1)) / 17 + y / 23);
      return Math.max(0, Math.min(255, Math.round(wave + noise * (random() - 0.5))));
    });
}

function jpeg(given: Partial<JpegOptions> = {}): Uint8Array {
  return writeJpeg({ width: WIDTH, height: HEIGHT, pixelAt: photo(3), across: 2, down: 2, ...given });
}

const PHOTO = jpeg();

function image(bytes: Uint8Array, entries = '/ColorSpace /DeviceRGB'): string {
  return (
    `<< /Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent 8 /Filter /DCTDecode ` +
    `${entries} /Length ${bytes.length} >>\nstream\n${Buffer.from(bytes).toString('latin1')}\nendstream`
  );
}

interface Made {
  readonly content?: string;
  readonly entries?: string;
  readonly resources?: string;
  readonly bytes?: Uint8Array;
  readonly image?: string;
  readonly further?: readonly string[];
}

function pdf({
  content = WHOLE,
  entries = '',
  resources = '',
  bytes = PHOTO,
  image: given,
  further = [],
}: Made): Uint8Array<ArrayBuffer> {
  const page = { ...PAGE, content, entries, resources: `/XObject << /X @1 >> ${resources}` };
  return writePdf([page], [given ?? image(bytes), ...further]);
}

interface Painted {
  readonly isScan: boolean;
  readonly ours: readonly Uint8Array[];
  readonly pdfiums: readonly Uint8Array[];
}

/** A page painted with and without the help of pdfium, in gray and in colors, in a part that begins at `x` and `y`. */
async function painted(file: Uint8Array<ArrayBuffer>, dotsPerPoint = 1, x = 0, y = 0): Promise<Painted> {
  const document = expectOk(await openDocument(pdfium, file, 'scan', null, () => null));
  const page = expectOk(document.load(0));
  const { width: widthMm = 0, height: heightMm = 0 } = document.pages[0]?.sizeMm ?? {};
  const perMm = (dotsPerPoint * POINTS_PER_INCH) / MM_PER_INCH;
  const [width, height] = [Math.round(widthMm * perMm), Math.round(heightMm * perMm)];
  const toPixels = { a: perMm, b: 0, c: 0, d: perMm, e: 0, f: 0 };
  const area = { x, y, width: width - x, height: height - y };
  const paint = (loaded: LoadedPage): readonly Uint8Array[] => {
    const plane = { width, height, grey: new Uint8Array(width * height).fill(255) };
    paintGrey(pdfium, loaded, toPixels, area, plane);
    return [plane.grey, paintColours(pdfium, loaded, toPixels, { width, height })];
  };
  const scan = page.jpegs === null ? null : scanPage(pdfium, page.handle, page.jpegs);
  const toPoints = { ...toPixels, a: dotsPerPoint, d: dotsPerPoint };
  const isScan = scan !== null && placeOfScan(pdfium, page.handle, scan, toPoints, area) !== null;
  const result = { isScan, ours: paint(page), pdfiums: paint({ ...page, jpegs: null }) };
  document.close();
  return result;
}

function expectSame({ ours, pdfiums }: Painted): void {
  for (const [i, bytes] of ours.entries()) expect(Buffer.compare(bytes, pdfiums[i] as Uint8Array)).toBe(0);
  expect(new Set(ours[0]).size).toBeGreaterThan(2);
}

const OCR = 'BT 3 Tr /F1 24 Tf 10 60 Td (Invisible words) Tj ET';
const SRGB = Buffer.alloc(3144);
SRGB.write('sRGB IEC61966-2.1', 400, 'latin1');
const SRGB_STREAM = `<< /N 3 /Length ${SRGB.length} >>\nstream\n${SRGB.toString('latin1')}\nendstream`;

const SCANS: Readonly<Record<string, Made>> = {
  'half the colors across and down': {},
  'half the colors across': { bytes: jpeg({ down: 1 }) },
  'all colors': { bytes: jpeg({ across: 1, down: 1 }) },
  'the finest steps and strong noise': { bytes: jpeg({ step: 1, pixelAt: photo(3, 255) }) },
  'the coarsest steps': { bytes: jpeg({ step: 60 }) },
  'gray without colors': { bytes: jpeg({ pixelAt: (x, y) => [photo(1)(x, y)[0] ?? 0, 128, 128] }) },
  'colors in a part': { bytes: jpeg({ pixelAt: (x, y) => (y < 60 || y > 90 ? [x, 128, 128] : photo(3)(x, y)) }) },
  gray: { bytes: jpeg({ pixelAt: photo(1) }), image: image(jpeg({ pixelAt: photo(1) }), '/ColorSpace /DeviceGray') },
  'restart markers': { bytes: jpeg({ restartInterval: 5 }) },
  'an Adobe segment for YCbCr': { bytes: jpeg({ isJfif: false, adobe: 1 }) },
  'the color profile sRGB': { image: image(PHOTO, '/ColorSpace [/ICCBased @2]'), further: [SRGB_STREAM] },
  'invisible text over it': { content: `${WHOLE} ${OCR}` },
  'invisible text below it': { content: `${OCR} ${WHOLE}` },
  'a crop box': { entries: '/CropBox [20 30 180 140.5]' },
  'an origin elsewhere': { entries: '/MediaBox [-10 -20 170 120]' },
  'a smaller place': { content: `q 150.4 0 0 99.7 20.3 11.6 cm /X Do Q` },
  'a place that the page cuts off': { content: `q ${WIDTH} 0 0 ${HEIGHT} 50.5 -40.25 cm /X Do Q` },
  'an enlarged image': { content: `q ${WIDTH * 1.2} 0 0 ${HEIGHT * 1.1} 0 0 cm /X Do Q` },
  'a page rotated by 90 degrees': { entries: '/Rotate 90' },
  'a page rotated by 180 degrees': { entries: '/Rotate 180' },
  'a page rotated by 270 degrees': { entries: '/Rotate 270 /CropBox [20 30 180 140.5]' },
  'an image mirrored across': { content: `q -${WIDTH} 0 0 ${HEIGHT} ${WIDTH} 0 cm /X Do Q` },
  'an image mirrored down': { content: `q ${WIDTH} 0 0 -${HEIGHT} 0 ${HEIGHT} cm /X Do Q` },
  'an image turned and mirrored': { content: 'q 0 150.3 99.7 0 10.2 5.5 cm /X Do Q' },
  'a clip path around the page': { content: `q 0 0 ${WIDTH} ${HEIGHT} re W n ${WHOLE} Q` },
};

const OTHERS: Readonly<Record<string, Made>> = {
  'text over it': { content: `${WHOLE} BT /F1 24 Tf 10 60 Td (Visible) Tj ET` },
  'a shape over it': { content: `${WHOLE} 1 0 0 rg 20 20 50 50 re f` },
  'a second image': { content: `${WHOLE} q 20 0 0 20 50 50 cm /X Do Q` },
  'a form': {
    content: '/X Do',
    image: `<< /Type /XObject /Subtype /Form /BBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /XObject << /Y @2 >> >> /Length ${WHOLE.length} >>\nstream\n${WHOLE.replace('/X', '/Y')}\nendstream`,
    further: [image(PHOTO)],
  },
  'a soft mask': {
    image: image(PHOTO, '/ColorSpace /DeviceRGB /SMask @2'),
    further: [image(jpeg({ pixelAt: photo(1) }), '/ColorSpace /DeviceGray')],
  },
  'a mask by colors': { image: image(PHOTO, '/ColorSpace /DeviceRGB /Mask [100 255 0 255 0 255]') },
  'inverted samples': { image: image(PHOTO, '/ColorSpace /DeviceRGB /Decode [1 0 1 0 1 0]') },
  'parameters of its filter': { image: image(PHOTO, '/ColorSpace /DeviceRGB /DecodeParms << /ColorTransform 0 >>') },
  'the same image with a mask, unused': {
    further: [
      image(PHOTO, '/ColorSpace /DeviceRGB /SMask @3'),
      image(jpeg({ pixelAt: photo(1) }), '/ColorSpace /DeviceGray'),
    ],
  },
  'colors of another space': {
    image: image(PHOTO, '/ColorSpace [/CalRGB << /WhitePoint [0.9505 1 1.089] /Gamma [1.8 1.8 1.8] >>]'),
  },
  CMYK: {
    image: image(jpeg({ pixelAt: photo(4), across: 1, down: 1, isJfif: false, adobe: 0 }), '/ColorSpace /DeviceCMYK'),
  },
  'RGB without a transform': { bytes: jpeg({ isJfif: false, adobe: 0 }) },
  'half the colors down': { bytes: jpeg({ across: 1, down: 2 }) },
  'another width in the file': { image: image(PHOTO).replace(`/Width ${WIDTH}`, `/Width ${WIDTH - 5}`) },
  'half transparent': { content: `/G gs ${WHOLE}`, resources: '/ExtGState << /G << /ca 0.5 >> >>' },
  'a blend mode': { content: `/G gs ${WHOLE}`, resources: '/ExtGState << /G << /BM /Multiply >> >>' },
  'a transfer function': {
    content: `/G gs ${WHOLE}`,
    resources: '/ExtGState << /G << /TR << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >> >> >>',
  },
  'hidden content': {
    content: `/OC /Z BDC ${WHOLE} EMC BT 3 Tr (x) Tj ET 0 0 5 5 re f 10 0 5 5 re 0.5 g f`,
    resources: '/Properties << /Z << /Type /OCG /Name (Z) >> >>',
  },
  'a leaning image': { content: `q ${WIDTH} 9 -9 ${HEIGHT} 0 0 cm /X Do Q` },
  'a much enlarged image': { content: `q ${WIDTH * 20} 0 0 ${HEIGHT * 20} 0 0 cm /X Do Q` },
  'a clip path through it': { content: `q 20.5 20.5 100 100 re W n ${WHOLE} Q` },
  'a round clip path': { content: `q 0 0 m 300 0 300 300 0 300 c h W n ${WHOLE} Q` },
};

describe('a page that is nothing but a JPEG is decoded without pdfium, and has its dots', () => {
  test.each(Object.entries(SCANS))('%s', async (_, made) => {
    for (const dotsPerPoint of [1, 2.3, 0.73, 0.31]) {
      const result = await painted(pdf(made), dotsPerPoint);
      expect(result.isScan).toBe(true);
      expectSame(result);
    }
  });

  test.each([0, 90, 180, 270])('in a part of a page rotated by %i degrees', async (rotation) => {
    const result = await painted(pdf({ entries: `/Rotate ${rotation}` }), 0.83, 57, 41);
    expect(result.isScan).toBe(true);
    expectSame(result);
  });

  test('at any place and size', async () => {
    const random = createRandom(5);
    let scans = 0;
    for (let round = 0; round < 40; round++) {
      const [width, height] = [WIDTH * (0.3 + random()), HEIGHT * (0.3 + random())];
      const [x, y] = [(random() - 0.3) * 100, (random() - 0.3) * 100];
      const [right, up] = [width * (random() < 0.5 ? 1 : -1), height * (random() < 0.5 ? 1 : -1)];
      const isTurned = random() < 0.5;
      const matrix = isTurned ? [0, up, right, 0] : [right, 0, 0, up];
      const place = [...matrix, x + (right < 0 ? width : 0), y + (up < 0 ? height : 0)];
      const content = `q ${place.map((value) => value.toFixed(round % 4)).join(' ')} cm /X Do Q`;
      const result = await painted(pdf({ content }), 0.3 + random());
      if (result.isScan) scans++;
      expectSame(result);
    }
    expect(scans).toBeGreaterThan(20);
  });

  test('as a picture file', async () => {
    const result = await painted(Uint8Array.from(PHOTO), 0.6);
    expect(result.isScan).toBe(true);
    expectSame(result);
  });
});

describe('any other page is painted by pdfium', () => {
  test.each(Object.entries(OTHERS))('%s', async (_, made) => {
    const result = await painted(pdf(made));
    expect(result.isScan).toBe(false);
    expectSame(result);
  });

  test.each([0.3, 0.8, 0.99])('a JPEG of which only a part is there: %f', async (share) => {
    expectSame(await painted(pdf({ bytes: PHOTO.subarray(0, Math.floor(PHOTO.length * share)) })));
  });

  test('a JPEG with wrong data, unless it can be read like a right one', async () => {
    const random = createRandom(3);
    const wholes = [0, 1].map((restartInterval) => jpeg({ restartInterval }));
    for (let round = 0; round < 16; round++) {
      const bytes = (wholes[round % 2] as Uint8Array).slice();
      const from = bytes.length >> 1;
      bytes[from + Math.floor(random() * (from - 4))] = Math.floor(random() * 256);
      expectSame(await painted(pdf({ bytes })));
    }
  });
});

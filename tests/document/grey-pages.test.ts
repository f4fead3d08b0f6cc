import { beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { DocumentWorkerApi } from '#protocol/document.ts';
import { createDocuments, opened } from './support/documents.ts';
import { writePdf } from './support/written-pdf.ts';

/** 254 mm: 508 pixels in gray as in colors. */
const SIDE_PT = 720;
const PER_MM = 2;
const SIDE_PX = 508;

let documents: DocumentWorkerApi<Blob>;
beforeAll(async () => {
  documents = await createDocuments();
});

/** Stripes in strong colors, over which other things are painted. */
const STRIPES = [
  '1 0 0 rg 0 0 180 720 re f',
  '0 0.8 0.2 rg 180 0 180 720 re f',
  '0 0.1 1 rg 360 0 180 720 re f',
  '0.9 0.8 0 rg 540 0 90 720 re f',
].join(' ');
const OVER = '0.2 0.7 0.9 rg 60 60 600 280 re f 0.9 0.3 0.6 rg 120 240 500 380 re f';

function state(entries: string): string {
  return `/ExtGState << /G << ${entries} >> >>`;
}

function form(content: string, entries: string, resources = ''): string {
  return (
    `<< /Type /XObject /Subtype /Form /BBox [0 0 720 720] ${entries} /Resources << ${resources} >> ` +
    `/Length ${content.length} >>\nstream\n${content}\nendstream`
  );
}

function image(samples: readonly number[], side: number, entries: string): string {
  const hex = Buffer.from(samples).toString('hex');
  return (
    `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /Filter /ASCIIHexDecode ${entries} ` +
    `/Length ${hex.length} >>\nstream\n${hex}\nendstream`
  );
}

/** Samples of an image with this number of pixels per side, its channels running in different directions. */
function samples(side: number, channels: number): readonly number[] {
  return Array.from({ length: side * side * channels }, (_, i) => {
    const [channel, x, y] = [i % channels, Math.floor(i / channels) % side, Math.floor(i / channels / side)];
    return [x * 16, y * 16, 255 - x * 16, 255 - y * 8][channel] ?? 0;
  }).map((value) => Math.min(255, value));
}

interface Painted {
  readonly content: string;
  readonly resources?: string;
  readonly further?: readonly string[];
}

const GROUP = '/Group << /S /Transparency /CS /DeviceRGB /I true >>';
const DRAW_X = (content: string, further: readonly string[], more = ''): Painted => ({
  content,
  resources: `/XObject << /X @1 >> ${more}`,
  further,
});
const PLACED = `${STRIPES} q 560 0 0 560 80 80 cm /X Do Q`;

/** RGB shades from left to right. */
const SHADING =
  '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 720 720] /Extend [true true] ' +
  '/Function << /FunctionType 2 /Domain [0 1] /C0 [1 0.1 0] /C1 [0 0.3 1] /N 1 >> >> >>';

const BLEND_MODES = [
  'Multiply',
  'Screen',
  'Overlay',
  'Darken',
  'Lighten',
  'ColorDodge',
  'ColorBurn',
  'HardLight',
  'SoftLight',
  'Difference',
  'Exclusion',
  'Hue',
  'Saturation',
  'Color',
  'Luminosity',
];

const PAGES: Readonly<Record<string, Painted>> = {
  'plain colours': { content: `${STRIPES} ${OVER}` },
  'CMYK colours': {
    content: '0.9 0.2 0 0.1 k 0 0 360 720 re f 0 0.8 0.7 0.3 k 300 100 300 400 re f 0 0 0 1 k 0 0 60 60 re f',
  },
  'half transparent': { content: `${STRIPES} /G gs ${OVER}`, resources: state('/ca 0.5') },
  'a transparency group': DRAW_X(`${STRIPES} /G gs /X Do`, [form(OVER, GROUP)], state('/ca 0.6')),
  'a group that is knocked out': DRAW_X(
    `${STRIPES} /G gs /X Do`,
    [form(OVER, '/Group << /S /Transparency /CS /DeviceRGB /K true >>')],
    state('/ca 0.6'),
  ),
  'a mask by luminosity': {
    content: `${STRIPES} /G gs ${OVER}`,
    resources: state('/SMask << /S /Luminosity /G @1 >>'),
    further: [form('/S sh', '/Group << /S /Transparency /CS /DeviceRGB >>', SHADING)],
  },
  'a mask by alpha': {
    content: `${STRIPES} /G gs ${OVER}`,
    resources: state('/SMask << /S /Alpha /G @1 >>'),
    further: [form('/H gs 0 g 100 100 500 500 re f', GROUP, '/ExtGState << /H << /ca 0.4 >> >>')],
  },
  shading: { content: '/S sh', resources: SHADING },
  'an image in RGB': DRAW_X(PLACED, [image(samples(16, 3), 16, '/ColorSpace /DeviceRGB')]),
  'an image in CMYK': DRAW_X(PLACED, [image(samples(16, 4), 16, '/ColorSpace /DeviceCMYK')]),
  'an image by a palette': DRAW_X(PLACED, [
    image(
      samples(16, 1).map((value) => value % 4),
      16,
      '/ColorSpace [/Indexed /DeviceRGB 3 <ff0000 00cc33 001aff e6cc00>]',
    ),
  ]),
  'an image with a soft mask': DRAW_X(PLACED, [
    image(samples(16, 3), 16, '/ColorSpace /DeviceRGB /SMask @2'),
    image(samples(16, 1), 16, '/ColorSpace /DeviceGray'),
  ]),
  'an image mask in a colour': DRAW_X(`${STRIPES} 0.9 0.3 0.6 rg q 560 0 0 560 80 80 cm /X Do Q`, [
    `<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ImageMask true /Filter /ASCIIHexDecode /Length 16 >>\nstream\naa55aa55aa55aa55\nendstream`,
  ]),
  'a form that blends inside': DRAW_X(`${STRIPES} /X Do`, [form(`/G gs ${OVER}`, '', state('/BM /Difference'))]),
  'a group in a group that blends inside': DRAW_X(`${STRIPES} /X Do`, [
    form('/X Do', '/Group << /S /Transparency /CS /DeviceRGB >>', '/XObject << /X @2 >>'),
    form(`/G gs ${OVER}`, '', state('/BM /Exclusion')),
  ]),
  ...Object.fromEntries(
    BLEND_MODES.flatMap((mode) => [
      [`blend mode ${mode}`, { content: `${STRIPES} /G gs ${OVER}`, resources: state(`/BM /${mode}`) }],
      [
        `a group with blend mode ${mode}`,
        DRAW_X(`${STRIPES} /G gs /X Do`, [form(OVER, GROUP)], state(`/BM /${mode} /ca 0.8`)),
      ],
      [
        `an image with blend mode ${mode}`,
        DRAW_X(
          PLACED.replace('/X Do', '/G gs /X Do'),
          [image(samples(16, 3), 16, '/ColorSpace /DeviceRGB')],
          state(`/BM /${mode}`),
        ),
      ],
    ]),
  ),
};

describe('a page in gray is the page in color, its luminance weighted as in ITU-R BT.601', () => {
  test.each(Object.entries(PAGES))('%s', async (_, { content, resources = '', further = [] }) => {
    const info = await opened(
      documents,
      writePdf([{ widthPt: SIDE_PT, heightPt: SIDE_PT, content, resources }], further),
    );
    const { grey, width } = expectOk(await documents.plane(info.document, 0, PER_MM));
    const colours = expectOk(
      await documents.picture(info.document, { page: 0, boxMm: null, rotation: 0, maxSidePx: SIDE_PX }),
    );
    expect([width, colours.width]).toEqual([SIDE_PX, SIDE_PX]);
    let [most, shades] = [0, new Set<number>()];
    for (let i = 0; i < grey.length; i++) {
      const [r = 0, g = 0, b = 0] = colours.rgba.subarray(4 * i, 4 * i + 3);
      most = Math.max(most, Math.abs((grey[i] as number) - (0.299 * r + 0.587 * g + 0.114 * b)));
      shades.add(grey[i] as number);
    }
    expect(shades.size).toBeGreaterThan(2);
    expect(most).toBeLessThanOrEqual(3);
    await documents.close(info.document);
  });
});

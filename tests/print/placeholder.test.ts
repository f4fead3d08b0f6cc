import { PNG } from 'pngjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES, type Symbology } from '#model/symbology/types.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { readerOptions, type Zxing } from '#render-worker/read-back/zxing.ts';
import { goldenPage } from '../golden/golden-page.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createPrintFixture } from './create-print-core-fixture.ts';

/** A permissive scanner: any format, any position, with every effort. */
const ANYTHING = {
  ...readerOptions('', false, 0),
  tryHarder: true,
  tryRotate: true,
  tryDownscale: true,
  tryDenoise: true,
};
const BOX = { xMm: 5, yMm: 5, rotation: 0, mirror: false } as const;

/** The placeholder for invalid content must not look like anything scannable. */
describe('the placeholder of a code without valid data', () => {
  let core: PrintCore;
  let zxing: Zxing;
  beforeAll(async () => {
    core = (await createPrintFixture()).core;
    zxing = await loadZxingInNode();
  });

  async function read(symbology: Symbology, text: string): Promise<string | null> {
    const sources = [fixedText(text)];
    const element: LabelElement = isLinear(symbology)
      ? createTestElement('barcode', { ...BOX, symbology, sources, options: {}, widthMm: 90, heightMm: 24 })
      : createTestElement('qrcode', { ...BOX, symbology, sources, options: {}, widthMm: 30, heightMm: 30 });
    const { png } = await goldenPage(core, createTestTemplate([element], { widthMm: 100, heightMm: 40 }), 300);
    const { data, width, height } = PNG.sync.read(Buffer.from(png));
    const gray = Uint8Array.from({ length: width * height }, (_, i) => data[4 * i] ?? 0);
    return zxing.read(gray, width, height, ANYTHING)?.text ?? null;
  }

  test.each([...LINEAR_SYMBOLOGIES, ...MATRIX_SYMBOLOGIES])('%s is read by no reader', async (symbology) => {
    expect(await read(symbology, '')).toBeNull();
  });

  test('though the reader finds the default one when it is valid', async () => {
    for (const symbology of ['code128', 'ean13', 'itf14', 'qr', 'datamatrix', 'pdf417'] as const) {
      expect(await read(symbology, symbologyInfo(symbology).defaultValue), symbology).not.toBeNull();
    }
  });
});

function isLinear(symbology: Symbology): symbology is (typeof LINEAR_SYMBOLOGIES)[number] {
  return LINEAR_SYMBOLOGIES.some((linear) => linear === symbology);
}

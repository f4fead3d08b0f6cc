import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_RECORD } from '#model/data/record.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { inkOf } from '../golden/golden-page.ts';
import { createTestTemplate } from '../support/create-elements.ts';
import { createPng } from './create-image-files.ts';
import { createPrintFixture } from './create-print-core-fixture.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});
afterAll(() => core.dispose());

const [LEFT, RIGHT] = ['1a'.repeat(32), '2b'.repeat(32)] as AssetKey[];
const half = (isLeft: boolean): Uint8Array =>
  createPng(20, 10, (x) => (x < 10 === isLeft ? [0, 0, 0, 255] : [255, 255, 255, 255]));

test.each([
  ['the first', LEFT, true, [true, false]],
  ['the second', RIGHT, true, [false, true]],
  ['none that is only shown', LEFT, false, [false, false]],
] as const)(
  'of several backgrounds %s is printed when it is the selected one',
  async (_what, background, printed, ink) => {
    if (LEFT === undefined || RIGHT === undefined || background === undefined) throw new Error('two images');
    const made = createTestTemplate([], { widthMm: 40, heightMm: 20, background, printBackground: printed });
    const assets = new Map([
      [LEFT, { mime: 'image/png' as const, bytes: half(true) }],
      [RIGHT, { mime: 'image/png' as const, bytes: half(false) }],
    ]);
    const xml = writeTemplate({ ...made, label: { ...made.label, canvases: [LEFT, RIGHT] }, assets });
    expect(xml).toContain(` Canvas="${LEFT},${RIGHT}"`);
    const { runId } = expectOk(await core.openRun({ template: expectOk(readTemplate(xml)), dpi: 203 }));
    const { png } = expectOk(await core.previewPage(runId, [NO_RECORD]));
    await core.closeRun(runId);
    const { dots, width, height } = inkOf(png);
    const at = (share: number): boolean => dots[Math.floor(height / 2) * width + Math.floor(width * share)] === 1;
    expect([at(0.25), at(0.75)]).toEqual(ink);
  },
);

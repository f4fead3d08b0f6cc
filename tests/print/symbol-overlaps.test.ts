import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createPng } from './create-image-files.ts';
import { createPrintFixture } from './create-print-core-fixture.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});
afterAll(() => core.dispose());

const WHITE = 'ab'.repeat(32) as AssetKey;

test.each([
  ['above a code lies over it', ['code', 'patch'], ['Patch']],
  ['below a code does not', ['patch', 'code'], []],
])('white %s', async (_, order, expected) => {
  const elements = {
    code: createTestElement('barcode', {
      sources: [fixedText('LW-0042')],
      xMm: 10,
      yMm: 8,
      widthMm: 40,
      heightMm: 12,
      numberPosition: 'none',
      name: 'Code',
    }),
    patch: createTestElement('image', {
      asset: WHITE,
      xMm: 25,
      yMm: 10,
      widthMm: 8,
      heightMm: 4,
      name: 'Patch',
    }),
  };
  const template = {
    ...createTestTemplate(
      order.map((name) => elements[name as keyof typeof elements]),
      { widthMm: 60, heightMm: 30 },
    ),
    assets: new Map([[WHITE, { mime: 'image/png' as const, bytes: createPng(8, 4, () => [255, 255, 255, 255]) }]]),
  };
  const { runId } = expectOk(await core.openRun({ template, dpi: 203 }));
  const [found] = expectOk(await core.preflightRecords(runId, [{ row: 1, values: {} }]));
  const over = found?.warnings.filter(({ problem }) => problem.code === 'preflight.overSymbol') ?? [];
  expect(over.map(({ elementName }) => elementName)).toEqual(expected);
  await core.closeRun(runId);
});

test('an element next to a turned code is not over it, and one on its quiet zone is', async () => {
  const code = createTestElement('qrcode', {
    name: 'Code',
    sources: [fixedText('LW-0042')],
    xMm: 20,
    yMm: 20,
    widthMm: 20,
    heightMm: 20,
    turnDegrees: 45,
    freeAngle: true,
  });
  const dot = (name: string, xMm: number, yMm: number) =>
    createTestElement('rectangle', { name, xMm, yMm, widthMm: 2, heightMm: 2, filled: true });
  // The corners of the box around the code are far from its sides.
  const template = createTestTemplate([code, dot('Corner', 17, 17), dot('Near', 21, 21)], {
    widthMm: 60,
    heightMm: 60,
  });
  const { runId } = expectOk(await core.openRun({ template, dpi: 203 }));
  const [found] = expectOk(await core.preflightRecords(runId, [{ row: 1, values: {} }]));
  const over = found?.warnings.filter(({ problem }) => problem.code === 'preflight.overSymbol') ?? [];
  expect(over.map(({ elementName }) => elementName)).toEqual(['Near']);
  await core.closeRun(runId);
});

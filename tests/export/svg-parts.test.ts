import { beforeAll, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { createPrintCore } from '#render-worker/core/create-print-core.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { FontStore, type FontSource } from '#render-worker/fonts/font-store.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { createSkiaFixture, type SkiaFixture } from '../render/skia-fixture.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createPartsSource } from '../support/font-parts-source.ts';

let fixture: SkiaFixture;
beforeAll(async () => {
  fixture = await createSkiaFixture();
});

const TEXT = 'Anna 安娜 的鬱\n标签，麤';
const TEMPLATE = createTestTemplate(
  [
    createTestElement('text', { sources: [fixedText(TEXT)], xMm: 2, yMm: 2, widthMm: 60, heightMm: 20 }),
    createTestElement('text', { sources: [fixedText('安娜')], bold: true, xMm: 2, yMm: 24, widthMm: 60, heightMm: 9 }),
    createTestElement('text', {
      sources: [fixedText('生产日期12')],
      arrange: 'vertical',
      xMm: 64,
      yMm: 2,
      widthMm: 8,
      heightMm: 34,
    }),
  ],
  { widthMm: 80, heightMm: 40 },
);

async function exportSvg(source: FontSource): Promise<string> {
  const fonts = new FontStore(fixture.skia, source);
  const core = createPrintCore({ skia: fixture.skia, fonts, zxing: loadZxingInNode });
  const { runId } = expectOk(await core.openExport({ template: TEMPLATE, dpi: 300, format: 'svg' }));
  const { labels, pieces } = expectOk(await core.exportRecords(runId, [NO_RECORD], true));
  expect(labels.flatMap((label) => label.problems)).toEqual([]);
  core.dispose();
  return Buffer.concat(pieces).toString();
}

test('an SVG of a split font has the texts and outlines of the whole font', async () => {
  const [whole, parts] = [await exportSvg(createNodeFontSource()), await exportSvg(createPartsSource())];
  const titles = (svg: string): readonly string[] =>
    [...svg.matchAll(/<title>([^<]*)</g)].map((match) => match[1] ?? '');
  expect(titles(parts)).toEqual(titles(whole));
  expect(titles(parts)).toContain('安娜');
  expect(parts).toBe(whole);
});

import { createRequire } from 'node:module';
import { beforeEach, expect, test } from 'vitest';
import { NO_RECORD } from '#model/data/record.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { withAddedFonts, type AddedFont } from '#model/elements/base/font-catalog.ts';
import { expectOk } from '#model/kernel/result.ts';
import { composeLabel } from '#model/page/compose.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createSkiaPainter, type SkiaPainter } from '#render-worker/paint/skia-painter.ts';
import { createTestElement, createTestTemplate, TEST_TIME } from '#tests/support/create-elements.ts';
import { createSkiaFixture, drawPixels, type SkiaFixture } from './skia-fixture.ts';

const require = createRequire(import.meta.url);
const FILE = require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf');
/** Specification 2, section 9. */
const MOST = 50;
const COUNT = 500;

let fixture: SkiaFixture;
let painter: SkiaPainter;
beforeEach(async () => {
  fixture = await createSkiaFixture();
  painter = createSkiaPainter(fixture.skia, fixture.fonts);
  const added: AddedFont[] = Array.from({ length: COUNT }, (_, i) => ({
    family: nameOf(i),
    weight: 400,
    italic: false,
    file: FILE,
  }));
  fixture.fonts.useCatalog(withAddedFonts(added));
});

function nameOf(index: number): string {
  return `Family ${index}`;
}

/** Lays out and paints one label set in these families. */
async function paint(...indices: readonly number[]): Promise<string> {
  const { skia, fonts, measure } = fixture;
  const template = createTestTemplate(
    indices.map((index, i) =>
      createTestElement('text', { fontFamily: nameOf(index), sources: [fixedText('Rag 4')], yMm: (i * 8) % 80 }),
    ),
  );
  const context = { measure, dpi: 203, label: template.label, imageSize: () => null, now: TEST_TIME };
  const { list } = expectOk(await withFonts(fonts, () => composeLabel(template, NO_RECORD, context)));
  const pixels = drawPixels(skia, 'rgba', 400, 320, (canvas) =>
    painter.paint(canvas, list, { pxPerMm: 4, originXPx: 0, originYPx: 0, antialias: true, images: null as never }),
  );
  return Buffer.from(pixels).toString('base64');
}

function isLoaded(index: number): boolean {
  return fixture.fonts.typeface(`${nameOf(index)}/400/normal@${FILE}`) !== null;
}

function loaded(): number {
  return Array.from({ length: COUNT }, (_, i) => i).filter(isLoaded).length;
}

test('the last used faces are kept, no more than 50; an evicted one is reloaded and looks the same', async () => {
  const first = await paint(0);
  for (let i = 1; i < 80; i++) {
    await paint(i);
    if (i % 10 === 0) await paint(5);
    expect(loaded()).toBeLessThanOrEqual(MOST);
  }
  expect([isLoaded(0), isLoaded(5), isLoaded(79)]).toEqual([false, true, true]);
  expect(await paint(0)).toBe(first);
  expect(loaded()).toBeLessThanOrEqual(MOST);
});

test('a label of more families than that has all of them', async () => {
  const all = Array.from({ length: 60 }, (_, i) => i);
  await paint(...all);
  expect(loaded()).toBe(60);
  await paint(100);
  expect(await paint(...all)).toBe(await paint(...all));
});

test('nothing is evicted while a layout waits to be painted', async () => {
  for (let i = 0; i < 40; i++) await paint(i);
  const release = fixture.fonts.hold();
  for (let i = 40; i < 60; i++) await paint(i);
  expect(loaded()).toBe(60);
  release();
  await paint(60);
  expect(loaded()).toBeLessThanOrEqual(MOST);
});

test('the heap does not grow with the number of used fonts', async () => {
  // Skia's shaper keeps the last hundred faces, the store its fifty.
  for (let i = 0; i < 200; i++) await paint(i);
  const bytes = heapBytes();
  for (let i = 200; i < COUNT; i++) await paint(i);
  expect(heapBytes()).toBe(bytes);
});

function heapBytes(): number {
  return (fixture.skia as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8.length;
}

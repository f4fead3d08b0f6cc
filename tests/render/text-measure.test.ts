import { beforeAll, describe, expect, test } from 'vitest';
import type { FontFace } from '#model/elements/base/fonts.ts';
import type { ShapedText, ShapeRequest } from '#model/elements/base/layout.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { FontStore } from '#render-worker/fonts/font-store.ts';
import { createTextMeasure } from '#render-worker/fonts/text-measure.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createShapeRequest, createSkiaFixture, type SkiaFixture } from './skia-fixture.ts';

async function shape({ fonts, measure }: SkiaFixture, over: Partial<ShapeRequest> = {}): Promise<ShapedText> {
  return expectOk(await withFonts(fonts, () => measure.shape(createShapeRequest(over))));
}

describe('text measure', () => {
  let fixture: SkiaFixture;
  beforeAll(async () => {
    fixture = await createSkiaFixture();
  });

  test('measures by the advances of the font, in proportion to its size', async () => {
    const small = await shape(fixture, { sizeMm: 3 });
    const large = await shape(fixture, { sizeMm: 30 });
    // Roboto: H 1460, e 1086, l 497, o 1168 units of 2048; kerning aside.
    expect(small.widthMm).toBeCloseTo((3 * (1460 + 1086 + 2 * 497 + 1168)) / 2048, 1);
    expect(large.widthMm).toBeCloseTo(small.widthMm * 10, 6);
    expect(small.runs).toHaveLength(1);
    expect(small.runs[0]?.face).toBe('Roboto/400/normal');
    expect(small.heightMm).toBeCloseTo(3 * (0.927734 + 0.244141), 3);
  });

  test('breaks lines at the same position for every size in proportion', async () => {
    const text = 'The quick brown fox jumps over the lazy dog and comes back';
    const lines = async (k: number): Promise<number[]> =>
      (await shape(fixture, { text, sizeMm: 3 * k, wrapMm: 21 * k })).lines.map((l) =>
        Math.round((l.widthMm * 1e4) / k),
      );
    const one = await lines(1);
    expect(one.length).toBeGreaterThan(3);
    for (const k of [0.37, 2, 7.77]) {
      const other = await lines(k);
      expect(other).toHaveLength(one.length);
      other.forEach((w, i) => expect(Math.abs(w - (one[i] ?? 0))).toBeLessThanOrEqual(1));
    }
  });

  test('a text that is exactly as wide as its box stays on one line', async () => {
    const free = await shape(fixture, { text: 'Exactly this wide' });
    const rounded = Math.round(free.widthMm * 1000) / 1000;
    expect((await shape(fixture, { text: 'Exactly this wide', wrapMm: rounded })).lines).toHaveLength(1);
  });

  test('takes Chinese from the second family and Latin from the first', async () => {
    const { runs, missing } = await shape(fixture, { text: 'A中文b', family: 'Inter' });
    expect(runs.map((r) => [r.face, r.glyphs.length])).toEqual([
      ['Inter/400/normal', 1],
      ['Noto Sans SC/400/normal', 2],
      ['Inter/400/normal', 1],
    ]);
    expect(missing).toEqual([]);
  });

  test('reports characters that no font has', async () => {
    expect((await shape(fixture, { text: 'ok \u{1F600} \u0001 \u200D' })).missing.toSorted((a, b) => a - b)).toEqual([
      1, 0x1f600,
    ]);
  });

  test('slants a family without an italic face and uses the real one if there is one', async () => {
    const noto = await shape(fixture, { family: 'Noto Sans SC', text: '中', italic: true, bold: true });
    expect(noto.runs[0]).toMatchObject({ face: 'Noto Sans SC/700/normal', skew: true, embolden: false });
    const roboto = await shape(fixture, { text: 'x', italic: true });
    expect(roboto.runs[0]).toMatchObject({ face: 'Roboto/400/italic', skew: false, embolden: false });
  });

  test('an unknown family is set in the default one', async () => {
    expect((await shape(fixture, { family: 'Comic Sans' })).runs[0]?.face).toBe('Roboto/400/normal');
  });

  test('a selected pitch is exact, also with fallback fonts, and explicit line ends count', async () => {
    const { lines, heightMm } = await shape(fixture, { text: 'A\r\n中\n\nB', lineHeight: 1.5, sizeMm: 4 });
    expect(lines).toHaveLength(4);
    expect(heightMm).toBeCloseTo(24, 6);
    lines.slice(1).forEach((l, i) => expect(l.baselineMm - (lines[i]?.baselineMm ?? 0)).toBeCloseTo(6, 6));
    expect(lines[2]?.widthMm).toBe(0);
  });

  test('letter spacing is between glyphs only', async () => {
    const plain = await shape(fixture, { text: 'ABCD' });
    const spaced = await shape(fixture, { text: 'ABCD', letterSpacingMm: 1 });
    expect(spaced.widthMm).toBeCloseTo(plain.widthMm + 3, 1);
    expect(spaced.runs[0]?.positions[0]).toBeCloseTo(0, 5);
  });

  test.each([
    ['left', 0],
    ['center', 0.5],
    ['right', 1],
  ] as const)('%s lines keep their edge in the box', async (align, part) => {
    const { lines } = await shape(fixture, { text: 'wide wide wide\nx', align, wrapMm: 60, letterSpacingMm: 0.4 });
    for (const line of lines) expect(line.leftMm).toBeCloseTo((60 - line.widthMm) * part, 2);
  });

  test('justified lines fill the box, all but the last', async () => {
    const { lines } = await shape(fixture, { text: 'aa bb cc dd ee ff gg', align: 'justify', wrapMm: 15 });
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.slice(0, -1)) expect(line.widthMm).toBeCloseTo(15, 1);
    expect(lines.at(-1)?.widthMm).toBeLessThan(14);
  });

  test('an empty text is one line high', async () => {
    const { lines, runs, heightMm } = await shape(fixture, { text: '' });
    expect([lines.length, runs.length]).toEqual([1, 0]);
    expect(heightMm).toBeCloseTo(4 * 1.171875, 3);
  });

  test('shapes the same request once', async () => {
    const first = await shape(fixture, { text: 'on two\nlines' });
    expect(fixture.measure.shape(createShapeRequest({ text: 'on two\nlines' }))).toBe(first);
    expect(fixture.measure.shape(createShapeRequest({ text: 'on two\nlines', bold: true }))).not.toBe(first);
  });
});

describe('font store', () => {
  test('reads only the faces that a text needs', async () => {
    const read: string[] = [];
    const files = createNodeFontSource();
    const { fonts } = await createSkiaFixture({
      read(face, signal) {
        read.push(face.id);
        return files.read(face, signal);
      },
    });
    const styled = (text: string): { text: string; family: string; bold: boolean; italic: boolean } => ({
      text,
      family: 'Roboto Condensed',
      bold: false,
      italic: false,
    });
    expectOk(await fonts.ensure([styled('Latin only, naïve café')]));
    expect(read).toEqual(['Roboto Condensed/400/normal']);
    expectOk(await fonts.ensure([styled('标签')]));
    expect(read).toEqual(['Roboto Condensed/400/normal', 'Roboto/400/normal', 'Noto Sans SC/400/normal']);
    expectOk(await fonts.ensure([styled('标签')]));
    expect(read).toHaveLength(3);
  });

  test('reports an unavailable font, shapes without it, and retries later', async () => {
    const files = createNodeFontSource();
    let nowMs = 0;
    let broken = true;
    const { skia } = await createSkiaFixture();
    const source = {
      read: (face: FontFace, signal: AbortSignal): Promise<ArrayBuffer> =>
        broken && face.family.startsWith('Noto') ? Promise.reject(new Error('404')) : files.read(face, signal),
    };
    const fonts = new FontStore(skia, source, () => nowMs);
    const measure = createTextMeasure(skia, fonts);
    const compose = (): ShapedText => measure.shape(createShapeRequest({ text: 'A中' }));
    const failed = await withFonts(fonts, compose);
    expect(failed).toEqual({
      ok: false,
      error: { code: 'font.loadFailed', params: { font: 'Noto Sans SC' } },
    });
    const watch = fonts.watch();
    expect(compose().missing).toEqual(['中'.codePointAt(0)]);
    expect(watch.hasWanted).toBe(false);
    watch.end();
    broken = false;
    nowMs = 6_000;
    expect(expectOk(await withFonts(fonts, compose)).missing).toEqual([]);
  });

  test('cancels at once on abort', async () => {
    const { fonts } = await createSkiaFixture({ read: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const result = fonts.ensure([{ text: 'x', family: 'Inter', bold: false, italic: false }], controller.signal);
    controller.abort();
    expect(await result).toEqual({ ok: false, error: { code: 'aborted' } });
  });
});

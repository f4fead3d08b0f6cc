import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_RECORD } from '#model/data/record.ts';
import { expectOk } from '#model/kernel/result.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { PARTS_EDITION } from '#model/elements/base/font-parts.ts';
import { coreRange, hanRanges, partOf } from '#model/elements/base/part-of-code.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import { createPrintCore, type PrintCore } from '#render-worker/core/create-print-core.ts';
import { FontStore } from '#render-worker/fonts/font-store.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { createRandom } from '../editor/create-test-editor.ts';
import { withPoppler } from '../export/poppler.ts';
import { goldenPage, goldenTemplate } from '../golden/golden-page.ts';
import { createSkiaFixture } from './skia-fixture.ts';
import { createTestElement } from '../support/create-elements.ts';
import { createPartsSource, type PartsSource } from '../support/font-parts-source.ts';

const ROOT = join(import.meta.dirname, '../..');
/** This number of labels, each with a text in each of its cells. */
const LABELS = 5;
const CELLS = 24;
const CELL = { width: 24, height: 14 };

const COMMON = '的一是不了人我在有他这中大来上国和地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里';
const WORDS = ['标签打印', '生产日期', '保质期', '条形码', '有限公司', '上海市浦东新区', '净含量', '龍鳳龜', '麤鬱齾'];
const RARE = '㐀㒨䶮䲡龥鿏豈﨎⺀⼀𠮷𠀋𫠜';
const LATIN = [
  'Łódź',
  'L\u0301o\u0301dz\u0301',
  'café',
  'e\u0301\u0304',
  'Größe',
  'naïve',
  'AVATAR',
  'fi',
  'Żółć',
  'Ångström',
];
const SIGNS = '，。、；：？！（）《》「」『』【】—…·￥％＋－①②㈱㎡℃×÷→■☆０１２ＡＢ';
const KANA = ['カナ', 'が', 'か\u3099', 'ﾃｽﾄ', 'ー', 'か\u309a'];
const MARKS = ['中\u302a', '文\u20dd', '字\u0301', '葛\ufe00', '辻\u{e0100}'];
const OTHERS = ['12', '2026', '1,234.50', ' ', '  ', '-', '/', '%', 'SN-0042', 'ㄅㄆ', 'ㅁ', 'Привет', 'Ωμέγα'];

function createText(random: () => number): string {
  const of = <T>(list: ArrayLike<T>): T => list[Math.floor(random() * list.length)] as T;
  const pieces = [
    (): string => of([...COMMON]),
    (): string => of(WORDS),
    (): string => of([...RARE]),
    (): string => String.fromCodePoint(0x4e00 + Math.floor(random() * 0x5000)),
    (): string => of(LATIN),
    (): string => of([...SIGNS]),
    (): string => of(KANA),
    (): string => of(MARKS),
    (): string => of(OTHERS),
  ];
  return Array.from({ length: 1 + Math.floor(random() * 7) }, () => of(pieces)()).join('');
}

function createElement(random: () => number, cell: number): TextElement {
  const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return createTestElement('text', {
    sources: [fixedText(createText(random))],
    xMm: (cell % 4) * CELL.width,
    yMm: Math.floor(cell / 4) * CELL.height,
    widthMm: CELL.width - 1,
    heightMm: CELL.height - 1,
    fontFamily: of(['Noto Sans SC', 'Inter', 'Alibaba PuHuiTi', 'Oswald']),
    fontSize: of([8, 10, 12.4, 16]),
    bold: random() < 0.2,
    italic: random() < 0.1,
    arrange: random() < 0.35 ? 'vertical' : 'horizontal',
    autoWrap: random() < 0.6,
    letterSpacing: random() < 0.2 ? 1 : 0,
    align: of(['left', 'center', 'right', 'justify', 'stretch'] as const),
  });
}

/** The searchable text: columns come out in other lines, because readers begin a line with each font. */
function words(text: string): string {
  return [...text.replace(/\s/g, '')].sort().join('');
}

describe('fonts in parts', () => {
  let whole: PrintCore;
  let parts: PrintCore;
  let source: PartsSource;

  beforeAll(async () => {
    source = createPartsSource();
    whole = createPrintCore({ ...(await createSkiaFixture()), zxing: loadZxingInNode });
    parts = createPrintCore({ ...(await createSkiaFixture(source)), zxing: loadZxingInNode });
  });
  afterAll(() => {
    whole.dispose();
    parts.dispose();
  });

  test.each([203, 300])('give the same dots as whole ones at %i dpi', async (dpi) => {
    const random = createRandom(20_261_122 + dpi);
    for (let label = 0; label < LABELS; label++) {
      const elements = Array.from({ length: CELLS }, (_, cell) => createElement(random, cell));
      const template = goldenTemplate(elements, { widthMm: 100, heightMm: 90 });
      const [a, b] = [await goldenPage(whole, template, dpi), await goldenPage(parts, template, dpi)];
      if (a.hash !== b.hash) {
        for (const element of elements) {
          const one = goldenTemplate([element], { widthMm: 100, heightMm: 90 });
          const [x, y] = [await goldenPage(whole, one, dpi), await goldenPage(parts, one, dpi)];
          expect(y.hash, JSON.stringify(element)).toBe(x.hash);
        }
      }
      expect(b.hash).toBe(a.hash);
    }
  });

  test('a vector PDF of parts looks and reads like that of the whole', async () => {
    const text = '标签打印：Łódź 生产日期2026，か゚ 麤鬱 中\u302a';
    const flat = createTestElement('text', { sources: [fixedText(text)], xMm: 2, yMm: 2, widthMm: 60, autoWrap: true });
    for (const element of [flat, { ...flat, arrange: 'vertical', heightMm: 50 } as const]) {
      const template = goldenTemplate([element], { widthMm: 100, heightMm: 60 });
      const pdfs = [];
      for (const core of [whole, parts]) {
        const { runId } = expectOk(await core.openExport({ template, dpi: 300, format: 'pdf-vector' }));
        const { pieces, labels } = expectOk(await core.exportRecords(runId, [NO_RECORD], true));
        await core.closeRun(runId);
        expect(labels.map((label) => label.problems)).toEqual([[]]);
        const [drawn, read] = await withPoppler(Buffer.concat(pieces), async (pdf) => [
          await pdf.draw(1, 300),
          await pdf.text(),
        ]);
        pdfs.push({ drawn, read: element === flat ? read : words(read as string) });
      }
      if (element === flat) expect(pdfs[0]?.read).toContain('生产日期');
      expect(pdfs[1]).toEqual(pdfs[0]);
    }
  });

  test('only the parts that a text needs are read, each once', async () => {
    const own = createPartsSource();
    const { fonts } = await createSkiaFixture(own);
    const style = { family: 'Alibaba PuHuiTi', bold: false, italic: false };
    expectOk(await fonts.ensure([{ ...style, text: 'Latin, naïve café, 12 €' }]));
    expect(own.asked).toEqual(['Roboto/400/normal']);
    expectOk(await fonts.ensure([{ ...style, text: '的一是的一是' }]));
    expectOk(await fonts.ensure([{ ...style, text: '是的，' }]));
    expect(own.asked).toEqual(['Roboto/400/normal', 'Noto Sans SC/400/normal#01', 'Noto Sans SC/400/normal#00']);
    expect(fonts.resolve('𮯠', style.family, false, false).wanted.map(({ part }) => part)).toEqual(['x100']);
  });

  test('while a part is unavailable, every print is rejected with the name of its font', async () => {
    let nowMs = 0;
    const own = createPartsSource();
    const { skia } = await createSkiaFixture();
    const core = createPrintCore({ skia, fonts: new FontStore(skia, own, () => nowMs), zxing: loadZxingInNode });
    const refused = { ok: false, error: { code: 'font.loadFailed', params: { font: 'Noto Sans SC' } } };
    const template = goldenTemplate([createTestElement('text', { sources: [fixedText('Chinese 标签')], widthMm: 38 })]);
    own.broken.add('03');
    expect(partOf('签'.codePointAt(0) ?? 0)).toBe('03');
    const { runId } = expectOk(await core.openRun({ template, dpi: 300, overflow: 'allow' }));
    expect(await core.printRecords(runId, [NO_RECORD], 'print')).toEqual(refused);
    // At once again: the file is not requested so soon, and its characters are not drawn as boxes.
    expect(await core.printRecords(runId, [NO_RECORD], 'print')).toEqual(refused);
    expect(own.asked.filter((id) => id.endsWith('#03'))).toHaveLength(1);
    const exported = expectOk(await core.openExport({ template, dpi: 300, format: 'pdf-vector' }));
    expect(await core.exportRecords(exported.runId, [NO_RECORD], true)).toEqual(refused);
    own.broken.clear();
    nowMs = 6_000;
    const step = expectOk(await core.printRecords(runId, [NO_RECORD], 'print'));
    expect(step.labels.map(({ problems }) => problems)).toEqual([[]]);
    expect(step.pages).toHaveLength(1);
    core.dispose();
  });

  test('every Chinese character is in the part whose range has it, and no other', () => {
    const ranges = [...hanRanges(), ['00', coreRange()] as const].flatMap(([part, range]) =>
      range.split(',').map((one) => {
        const [from = 0, to = from] = one
          .slice(2)
          .split('-')
          .map((hex) => parseInt(hex, 16));
        return { part, from, to };
      }),
    );
    for (let code = 0; code < 0x31000; code++) {
      const found = ranges.filter(({ from, to }) => code >= from && code <= to).map(({ part }) => part);
      if (found.length !== 1 || found[0] !== partOf(code)) expect([code, found]).toEqual([code, [partOf(code)]]);
    }
  });

  test('the edition names the package that the parts are cut from', () => {
    const path = join(ROOT, 'node_modules/@expo-google-fonts/noto-sans-sc/package.json');
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
    expect(PARTS_EDITION.split('-')[0]).toBe(version);
  });
});

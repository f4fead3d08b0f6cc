import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dotsToMm, mmToDots } from '#model/kernel/units.ts';
import { pngSize } from '#model/page/png-image-data.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import type { PrinterLanguageName } from '#protocol/printer-settings.ts';
import { readPwgRaster } from '#tests/assistant/pwg-reader.ts';
import { columnSource } from '#tests/print/create-print-core-fixture.ts';
import { READERS } from '#tests/printing/languages/read-printer-data.ts';
import { checkpointsIn, type Outcome, renderIn, renderInterrupted, visibleIn } from '#tests/support/command-line.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

const ROWS = 300;
const DPI = 203;
/** Texts of one to thirteen lines. */
const nameOf = (i: number): string => Array.from({ length: 1 + (i % 13) }, () => 'Wheat flour').join(' and more ');
const TEMPLATE = createTestTemplate(
  [
    createTestElement('text', {
      sources: [columnSource('name')],
      fontFamily: 'Roboto',
      fontSize: 12,
      fit: 'grow',
      autoWrap: true,
      xMm: 2,
      yMm: 2,
      widthMm: 30,
      heightMm: 4,
    }),
  ],
  { widthMm: 40, heightMm: 25, lengthByContent: { minMm: 10, maxMm: 60, stepMm: 2.5, marginMm: 2 } },
);

const RUN = ['--template', 'label.tprt', '--data', 'rows.csv', '--dpi', String(DPI)];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-content-length-'));
  await writeFile(join(folder, 'label.tprt'), writeTemplate(TEMPLATE));
  await writeFile(join(folder, 'rows.csv'), `name\n${Array.from({ length: ROWS }, (_, i) => nameOf(i)).join('\n')}\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const argsFor = (out: string, ...more: readonly string[]): string[] => [...RUN, '--out', out, ...more];
const render = (out: string, ...more: readonly string[]): Promise<Outcome> => renderIn(folder, argsFor(out, ...more));
const written = (out: string, file: string): Promise<Buffer> => readFile(join(folder, out, file));

/** The lengths of the first four pages in dots, which differ. */
async function expectedLengths(): Promise<readonly number[]> {
  await render('png', '--rows', '2-5');
  const files = await visibleIn(join(folder, 'png'));
  return Promise.all(files.map(async (file) => pngSize(await written('png', file)).heightDots));
}

/** The pages in a file of commands, by the text or bytes with which each ends. */
const ENDS: { readonly [K in Exclude<PrinterLanguageName, 'pwg'>]: string } = {
  zpl: '^XZ\r\n',
  tspl: 'PRINT 1,1\r\n',
  epl: '\r\nP1\r\n',
  cpcl: 'PRINT\r\n',
  // Function B of the cut command.
  escpos: '\x1dVB\0',
};
/** The command with the length of a page. */
const LENGTHS: { readonly [K in Exclude<PrinterLanguageName, 'pwg' | 'escpos'>]: (dots: number) => string } = {
  zpl: (dots) => `^LL${dots}`,
  tspl: (dots) => `SIZE 40.04 mm,${Number(dotsToMm(dots, DPI).toFixed(2))} mm`,
  epl: (dots) => `Q${dots},0`,
  cpcl: (dots) => `! 0 200 200 ${dots} 1`,
};
const CUTS = { zpl: '^MMC', tspl: 'SET CUTTER 1', epl: 'OC1' } as const;

describe('the command line', () => {
  test('makes pages as long as their content, in whole steps', async () => {
    const lengths = await expectedLengths();
    expect(lengths).toHaveLength(4);
    expect(new Set(lengths).size).toBe(4);
    for (const dots of lengths) {
      const steps = Math.round((dotsToMm(dots, DPI) - 10) / 2.5);
      expect(mmToDots(10 + steps * 2.5, DPI)).toBe(dots);
    }
  });

  test.each(['zpl', 'tspl', 'epl', 'cpcl', 'escpos'] as const)(
    'gives each page its length and its cut in %s',
    async (language) => {
      const lengths = await expectedLengths();
      const printer = ['--format', language, '--media', 'continuous', '--rows', '2-5'];
      // The manual of CPCL has no command for cutting.
      const out = await render(language, ...printer, ...(language === 'cpcl' ? [] : ['--finish', 'cut']));
      expect(out.errors).toBe('');
      const text = (await written(language, `pages.${language}`)).toString('latin1');
      const end = ENDS[language];
      const pages = text.split(end).slice(0, -1);
      expect(pages).toHaveLength(4);
      for (const [i, page] of pages.entries()) {
        const { commands, heightDots } = READERS[language](Buffer.from(page + end, 'latin1'));
        expect(heightDots).toBe(lengths[i]);
        if (language === 'escpos') continue;
        expect(commands).toContain(LENGTHS[language](lengths[i] ?? 0));
        if (language !== 'cpcl') expect(commands).toContain(CUTS[language]);
      }
    },
  );

  test('gives each page its length in PWG raster, PDF and SVG', async () => {
    const lengths = await expectedLengths();
    await render('pwg', '--format', 'pwg', '--rows', '2-5');
    expect(readPwgRaster(await written('pwg', 'pages.pwg')).map(({ height }) => height)).toEqual(lengths);
    const inPoints = (text: string): readonly number[] =>
      [...text.matchAll(/\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/g)].map(([, height]) => Number(height));
    for (const format of ['pdf', 'pdf-vector']) {
      await render(format, '--format', format, '--rows', '2-5');
      const heights = inPoints((await written(format, 'pages.pdf')).toString('latin1'));
      expect(heights.map((points) => mmToDots((points / 72) * 25.4, DPI))).toEqual(lengths);
    }
    await render('svg', '--format', 'svg', '--rows', '2-5');
    const pages = await visibleIn(join(folder, 'svg'));
    const heights = await Promise.all(
      pages.map(async (file) => Number(/height="([\d.]+)mm"/.exec((await written('svg', file)).toString())?.[1])),
    );
    expect(heights.map((mm) => mmToDots(mm, DPI))).toEqual(lengths);
  });

  test('continues an interrupted PDF whose pages differ in length', async () => {
    await render('whole', '--format', 'pdf', '--workers', '2');
    const args = argsFor('resumed', '--format', 'pdf', '--workers', '2');
    const first = await renderInterrupted(folder, args, () => checkpointsIn(join(folder, 'resumed')) >= 1);
    expect(first.status).toBe(4);
    expect(await render('resumed', '--format', 'pdf', '--workers', '1', '--resume')).toMatchObject({ status: 0 });
    const [resumed, whole] = await Promise.all([written('resumed', 'pages.pdf'), written('whole', 'pages.pdf')]);
    expect(resumed.equals(whole)).toBe(true);
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { UNPINNED } from '#model/elements/base/pins.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { createPng } from '#tests/print/create-image-files.ts';
import { columnSource } from '#tests/print/create-print-core-fixture.ts';
import { readReport, renderIn } from '#tests/support/command-line.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

/** Texts that grow by language and row, with one size for all rows, a turned picture of each row, and a footer. */
const TEXT = { fontFamily: 'Roboto', fontSize: 12, autoWrap: true, xMm: 2, widthMm: 36, heightMm: 5 } as const;
const ELEMENTS = [
  createTestElement('text', {
    ...TEXT,
    yMm: 2,
    fit: 'grow',
    sources: [
      { ...fixedText('Made of '), translations: { pt: 'Este produto foi fabricado com ' } },
      columnSource('name'),
    ],
  }),
  createTestElement('text', {
    ...TEXT,
    yMm: 8,
    fit: 'shrink',
    minFontSize: 4,
    sameSizeInRun: true,
    pushed: true,
    turnDegrees: -7.5,
    autoWrap: false,
    sources: [{ ...fixedText('Best before'), translations: { pt: 'Consumir de preferência antes de' } }],
  }),
  createTestElement('image', {
    xMm: 10,
    yMm: 15,
    widthMm: 16,
    heightMm: 8,
    turnDegrees: 20,
    pushed: true,
    sources: [columnSource('file')],
  }),
  createTestElement('text', { ...TEXT, yMm: 33, turnDegrees: 4, pins: { ...UNPINNED, y: 'end' } }),
];
const LABEL = {
  widthMm: 40,
  heightMm: 40,
  lengthByContent: { minMm: 10, maxMm: 120, stepMm: 1, marginMm: 1 },
  languages: { tags: ['en', 'pt'] as const, column: columnSource('language') },
};
const ROWS = [
  'Salt,a.png,en',
  'Salt,b.png,pt',
  `${'wheat flour and '.repeat(6)}salt,a.png,Portuguese`,
  'Salt,c.png,pt',
];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-crossed-'));
  await writeFile(join(folder, 'label.tprt'), writeTemplate(createTestTemplate(ELEMENTS, LABEL)));
  await writeFile(join(folder, 'rows.csv'), `name,file,language\n${ROWS.join('\n')}\n`);
  await mkdir(join(folder, 'pictures'));
  for (const [name, black] of [['a', 3] as const, ['b', 7] as const]) {
    const png = createPng(10, 5, (x) => (x < black ? [0, 0, 0, 255] : [255, 255, 255, 255]));
    await writeFile(join(folder, `pictures/${name}.png`), png);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Done {
  readonly verified: readonly boolean[];
  readonly pages: readonly { readonly pngHash: string }[];
}

async function render(name: string, ...more: readonly string[]): Promise<Done> {
  const args = ['--template', 'label.tprt', '--data', 'rows.csv', '--pictures', 'pictures', '--out', name];
  await renderIn(folder, [...args, '--report', `${name}.jsonl`, ...more]);
  const { labels, pages } = await readReport(join(folder, `${name}.jsonl`));
  return { verified: labels.map(({ verified }) => verified), pages };
}

test('languages, pictures, turned elements and lengths of rows are the same in every thread and in a chosen language', async () => {
  const one = await render('one', '--workers', '1');
  expect(one.verified).toEqual([true, true, true, false]);
  expect(new Set(one.pages.map(({ pngHash }) => pngHash)).size).toBe(3);
  expect(await render('two', '--workers', '2')).toEqual(one);
  // The longest text of all rows, which decides the size, is Portuguese.
  const portuguese = await render('pt', '--language', 'pt');
  expect(portuguese.pages.slice(1)).toEqual(one.pages.slice(1));
  expect(portuguese.pages[0]).not.toEqual(one.pages[0]);
});

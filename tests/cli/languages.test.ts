import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import {
  boundColumn,
  createRenderFolder,
  renderIn,
  readReport,
  textOfPdf,
  type Outcome,
} from '#tests/support/command-line.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

let folder = '';
beforeAll(async () => {
  folder = await createRenderFolder();
  const texts = [
    { ...fixedText('Weight'), translations: { pt: 'Peso', zh: '重量' } },
    { ...fixedText('Origin'), translations: { pt: 'Origem' } },
  ];
  const elements = texts.map((source, i) => createTestElement('text', { sources: [source], xMm: 5, yMm: 5 + 10 * i }));
  const tags = ['en', 'pt', 'zh'] as const;
  await writeFile(join(folder, 'plain.tprt'), writeTemplate(createTestTemplate(elements, {})));
  await writeFile(join(folder, 'several.tprt'), writeTemplate(createTestTemplate(elements, { languages: { tags } })));
  const languages = { tags, column: boundColumn('Language') };
  await writeFile(join(folder, 'bound.tprt'), writeTemplate(createTestTemplate(elements, { languages })));
  await writeFile(join(folder, 'rows.csv'), 'Language,Name\nen,a\nPORTUGUESE,b\nzh,c\nfr,d\n,e\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const render = (...args: string[]): Promise<Outcome> => renderIn(folder, args);
async function textOf(out: string, ...args: string[]): Promise<string> {
  const done = await render('--out', out, '--format', 'pdf-vector', ...args);
  expect([done.errors, done.status]).toEqual(['', 0]);
  return (await textOfPdf(join(folder, out, 'pages.pdf'))).replaceAll(/\s+/g, ' ').trim();
}

describe('npm run render of a label in several languages', () => {
  test('--language chooses one by its tag or name; without it, labels are in the main one', async () => {
    expect(await textOf('main', '--template', 'several.tprt')).toBe('Weight Origin');
    expect(await textOf('tag', '--template', 'several.tprt', '--language', 'PT')).toBe('Peso Origem');
    expect(await textOf('name', '--template', 'several.tprt', '--language', 'Portuguese')).toBe('Peso Origem');
  });

  test('says how many texts a language lacks, and prints them in the main one', async () => {
    const done = await render('--out', 'missing', '--template', 'several.tprt', '--language', 'zh');
    expect(done.status).toBe(0);
    expect(done.out + done.errors).toContain('Texts without a translation to zh, shown in the main language: 1.');
  });

  test('the bits of the main language are those of the label without languages', async () => {
    const hashes = async (template: string, ...args: string[]): Promise<unknown> => {
      const name = `${template} ${args.length}`;
      await render('--template', template, '--out', name, '--report', `${name}.json`, ...args);
      return (await readReport(join(folder, `${name}.json`))).pages;
    };
    const plain = await hashes('plain.tprt');
    expect(await hashes('several.tprt')).toEqual(plain);
    expect(await hashes('several.tprt', '--language', 'en')).toEqual(plain);
    expect(await hashes('several.tprt', '--language', 'pt', '--dpi', '300')).not.toEqual(plain);
  });

  test('a column chooses for each row, and a row without a language of the label is rejected', async () => {
    const done = await render(
      '--template',
      'bound.tprt',
      '--data',
      'rows.csv',
      '--out',
      'rows',
      '--report',
      'rows.json',
    );
    expect(done.status).toBe(1);
    expect(done.out).toContain('“fr” is not a language of this label. It has: en, pt, zh.');
    expect(done.out).toContain('The row names no language in “Language”.');
    const { labels } = await readReport(join(folder, 'rows.json'));
    expect(labels.map(({ row, verified }) => [row, verified])).toEqual([
      [2, true],
      [3, true],
      [4, true],
      [5, false],
      [6, false],
    ]);
    expect(await textOf('forced', '--template', 'bound.tprt', '--language', 'pt')).toBe('Peso Origem');
  });

  test('a language that the label lacks is a wrong argument, also for a label in one language', async () => {
    for (const template of ['several.tprt', 'plain.tprt']) {
      const done = await render('--template', template, '--out', 'wrong', '--language', 'fr');
      expect([done.status, done.errors]).toEqual([2, expect.stringContaining('--language')]);
    }
  });
});

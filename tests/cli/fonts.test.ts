import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_FONT_FAMILY } from '#model/elements/base/fonts.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { renderIn, readReport, type Outcome } from '#tests/support/command-line.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { renamedFont } from '#tests/support/renamed-font.ts';

const require = createRequire(import.meta.url);
const OSWALD = require.resolve('@expo-google-fonts/oswald/400Regular/Oswald_400Regular.ttf');
const WOFF2 = require.resolve('source-sans-pro/WOFF2/TTF/SourceSansPro-Regular.ttf.woff2');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-cli-fonts-'));
  await writeLabel('source.tprt', 'Hamburg 49', 'Source Sans Pro');
  await writeLabel('default.tprt', 'Hamburg 49', DEFAULT_FONT_FAMILY);
  await writeLabel('phonetic.tprt', 'Hamburg \u0250\u0252', 'Roboto');
  await writeLabel('roboto.tprt', 'Hamburg 49', 'Roboto');
  await writeLabel('emoji.tprt', 'Hamburg \u{1F600}', 'Roboto');
  await writeFile(join(folder, 'broken.ttf'), 'no font');
  await writeFile(join(folder, 'cut.woff2'), (await readFile(WOFF2)).subarray(0, 5000));
  await writeFile(join(folder, 'default.ttf'), renamedFont(await readFile(OSWALD), DEFAULT_FONT_FAMILY));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function writeLabel(file: string, text: string, fontFamily: string): Promise<void> {
  const element = createTestElement('text', { sources: [fixedText(text)], fontFamily, xMm: 2, yMm: 2, widthMm: 40 });
  await writeFile(join(folder, file), writeTemplate(createTestTemplate([element], { widthMm: 50, heightMm: 12 })));
}

/** The outcome, and the hash of the only page's bits; null when no page was made. */
async function render(template: string, ...more: string[]): Promise<Outcome & { readonly bits: string | null }> {
  const report = join(folder, `report-${more.length}-${template}.json`);
  await rm(report, { force: true });
  const args = ['--template', template, '--out', 'out', '--clean', '--report', report, ...more];
  const outcome = await renderIn(folder, args);
  const written = await readReport(report).catch(() => null);
  return { ...outcome, bits: written?.pages[0]?.pngHash ?? null };
}

describe('npm run render --font', () => {
  test('reports an unknown family and its fallback; with its file the text uses it', async () => {
    const without = await render('source.tprt');
    expect(without.status).toBe(0);
    expect(without.errors.trim().split('\n')).toEqual([
      expect.stringMatching(/^Warning, text\d+: .*Source Sans Pro.* not available.*Roboto/),
    ]);
    const given = await render('source.tprt', '--font', WOFF2);
    expect(given).toMatchObject({ status: 0, errors: '' });
    expect(given.bits).toMatch(/^[0-9a-f]{64}$/);
    expect(given.bits).not.toBe(without.bits);
  });

  test('the default family is a fallback for others only until a file of its name is added', async () => {
    const alias = await render('default.tprt');
    expect(alias).toMatchObject({ status: 0, errors: '' });
    const given = await render('default.tprt', '--font', 'default.ttf');
    expect(given).toMatchObject({ status: 0, errors: '' });
    expect(given.bits).not.toBe(alias.bits);
    await writeLabel('oswald.tprt', 'Hamburg 49', 'Oswald');
    expect(given.bits).toBe((await render('oswald.tprt')).bits);
  });

  test("a text of another family uses a given font for characters missing in its own and the product's fonts", async () => {
    const refused = await render('phonetic.tprt');
    expect(refused).toMatchObject({ status: 1, bits: null });
    expect(refused.out).toContain('The font Roboto has no “ɐ');
    const given = await render('phonetic.tprt', '--font', WOFF2);
    expect(given).toMatchObject({ status: 0, errors: '' });
    expect(given.bits).toMatch(/^[0-9a-f]{64}$/);
    // Characters of the family are not taken from the given font.
    expect((await render('roboto.tprt', '--font', WOFF2)).bits).toBe((await render('roboto.tprt')).bits);
  });

  test('a character that no font has rejects the label by name', async () => {
    const { status, out, bits } = await render('emoji.tprt', '--font', OSWALD);
    expect(status).toBe(1);
    expect(out).toMatch(/Row \d+ rejected, text\d+: The font Roboto has no “\u{1F600}”/u);
    expect(out).toContain('verified 0, rejected 1. Pages written: 0.');
    expect(bits).toBeNull();
  });

  test.each(['broken.ttf', 'cut.woff2', 'nowhere.ttf'])('%s: one clear line and status 2', async (file) => {
    const { status, errors } = await render('source.tprt', '--font', file);
    expect(status).toBe(2);
    expect(errors.trim().split('\n')).toEqual([expect.stringContaining(file)]);
  });
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { FontInfo } from '#protocol/api.ts';
import {
  addTestFont,
  createSavedTemplate,
  createTestFolder,
  createTestServer,
  createUser,
  createVisitor,
} from './create-test-server.ts';
import { asking, tokenOf } from './v1-program.ts';

async function createFontsFolder(fonts: unknown): Promise<string> {
  const dataDir = await createTestFolder();
  await mkdir(join(dataDir, 'fonts'));
  await writeFile(join(dataDir, 'fonts/fonts.json'), JSON.stringify(fonts));
  for (const file of ['house.ttf', 'noble.woff2', 'unlisted.ttf']) await writeFile(join(dataDir, 'fonts', file), file);
  return dataDir;
}

const HOUSE = { family: 'Alibaba PuHuiTi', weight: 400, italic: false, file: 'house.ttf', members: false };
const NOBLE = { family: 'Noble', weight: 400, italic: false, file: 'noble.woff2', members: true };

function find(list: readonly FontInfo[], name: string): FontInfo | undefined {
  return list.find((font) => font.name === name);
}

test('the operator’s fonts replace the product’s for all users; members-only ones are listed without files', async () => {
  const { url } = await createTestServer({ dataDir: await createFontsFolder([HOUSE, NOBLE]) });
  for (const visitor of [await createUser(url, 'user'), createVisitor(url)]) {
    const { list, count } = expectOk(await visitor.api.call('fontList', {}));
    expect(count).toBe(list.length);
    expect(new Set(list.map((font) => font.name)).size).toBe(count);
    const house = find(list, HOUSE.family);
    expect(house).toMatchObject({ is_me_sp: 0, granted: true, shipped: false, own: false });
    const file = await visitor.fetch(house?.url ?? '');
    expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([200, 'font/ttf', 'house.ttf']);
    expect(find(list, 'Noble')).toMatchObject({ is_me_sp: 1, granted: false, url: '', faces: [] });
    for (const path of ['noble.woff2', 'unlisted.ttf', 'fonts.json', '..%2flabelwright.db']) {
      expect((await visitor.fetch(`/fonts/added/${path}`)).status).toBe(404);
    }
  }
});

test('a family with one members-only face is members-only in the list, the files and the runs of the server', async () => {
  const bold = { ...NOBLE, weight: 700, file: 'unlisted.ttf', members: false };
  const product = await createTestServer({ dataDir: await createFontsFolder([HOUSE, NOBLE, bold]) });
  const user = await createUser(product.url, 'user');
  expect(find(expectOk(await user.api.call('fontList', {})).list, 'Noble')).toMatchObject({
    granted: false,
    faces: [],
  });
  expect((await user.fetch('/fonts/added/unlisted.ttf')).status).toBe(404);
  const { id } = await createSavedTemplate(user, 'Mine');
  const started = await asking(product.url, await tokenOf(user))('/v1/runs', { template: id, format: 'pdf' });
  expect(started.status).toBe(202);
  const run = await product.server.services.db.selectFrom('label_run').select('settings').executeTakeFirstOrThrow();
  expect(JSON.parse(run.settings)).toMatchObject({ fonts: [{ family: HOUSE.family }] });
});

test('a user’s own font has priority over the operator’s with its name', async () => {
  const { url } = await createTestServer({ dataDir: await createFontsFolder([HOUSE]) });
  const user = await createUser(url, 'user');
  await addTestFont(user, HOUSE.family);
  expect(find(expectOk(await user.api.call('fontList', {})).list, HOUSE.family)).toMatchObject({ own: true });
});

test.each([[{}], [[{ ...HOUSE, file: '../secret.ttf' }]], [[{ ...HOUSE, file: 'nowhere.ttf' }]]])(
  'an invalid list keeps the server from starting: %j',
  async (fonts) => {
    const dataDir = await createFontsFolder(fonts);
    await expect(createTestServer({ dataDir })).rejects.toThrow(/fonts/);
  },
);

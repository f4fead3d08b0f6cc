import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, BRAND_KIT_LIMITS, type SaveBrandKitInput } from '#protocol/api.ts';
import { createJpeg, createOwner, firstFolder, uploadCloudFile } from './cloud-uploads.ts';
import { createPng, createUser, type TestUser } from './create-test-server.ts';

const TITLE = {
  id: 'abcd1234',
  look: { Name: 'Title', Type: 'Text', FontFamily: 'Roboto', FontSize: '30', Bold: 'true' },
};
const RULE = { id: 'abcd1235', look: { Name: 'Title', Type: 'Line', PenWidth: '0.5' } };
const EMPTY = { revision: 0, fonts: [], logos: [], colors: [], styles: [] };

function save({ api }: TestUser, changes: Partial<SaveBrandKitInput>): ReturnType<typeof api.call<'saveBrandKit'>> {
  return api.call('saveBrandKit', { ...EMPTY, ...changes });
}

async function addLogo(user: TestUser, name = 'logo.png'): Promise<string> {
  const logo = { name, bytes: createPng(), thumbnail: createJpeg() };
  return expectOk(await uploadCloudFile(user, { tid: await firstFolder(user), ...logo })).id;
}

test('a kit is empty at first, and has what was saved, with the pictures of its logos', async () => {
  const { owner } = await createOwner();
  expect(expectOk(await owner.api.call('brandKit', {}))).toEqual(EMPTY);
  const logo = await addLogo(owner);
  const saved = expectOk(
    await save(owner, {
      fonts: ['Roboto', 'House'],
      logos: [logo],
      colors: [{ name: 'Signal red', color: '#cc0605' }],
      styles: [TITLE, RULE],
    }),
  );
  expect(saved).toMatchObject({
    revision: 1,
    fonts: ['Roboto', 'House'],
    logos: [{ id: logo, name: 'logo.png', width: 1 }],
    colors: [{ name: 'Signal red', color: '#cc0605' }],
    styles: [
      { ...TITLE, version: 1 },
      { ...RULE, version: 1 },
    ],
  });
  expect(expectOk(await owner.api.call('brandKit', {}))).toEqual(saved);
});

test('only a style whose look or name changes gets the new version', async () => {
  const { owner } = await createOwner();
  expectOk(await save(owner, { styles: [TITLE, RULE] }));
  const moved = expectOk(await save(owner, { revision: 1, fonts: ['Roboto'], styles: [RULE, TITLE] }));
  expect(moved.styles.map(({ version }) => version)).toEqual([1, 1]);
  const { Bold, ...rest } = TITLE.look;
  const ordered = { ...TITLE, look: { Bold, ...rest } };
  const bolder = { ...RULE, look: { ...RULE.look, PenWidth: '1' } };
  const changed = expectOk(await save(owner, { revision: 2, styles: [ordered, bolder] }));
  expect(changed.styles.map(({ version }) => version)).toEqual([1, 3]);
});

test('of ten pages that change one revision at once, one succeeds and the others learn of it', async () => {
  const { owner } = await createOwner();
  for (const revision of [0, 1]) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => save(owner, { revision, fonts: [`Font ${i}`] })),
    );
    expect(answers.filter((answer) => answer.ok).length).toBe(1);
    const others = answers.filter((answer) => !answer.ok).map(({ error }) => 'apiCode' in error && error.apiCode);
    expect(new Set(others)).toEqual(new Set([API_CODES.changedMeanwhile]));
  }
  expect(expectOk(await owner.api.call('brandKit', {}))).toMatchObject({ revision: 2, fonts: [expect.any(String)] });
});

test('a deleted picture leaves the kit, and neither that nor its old id keeps the kit from being changed', async () => {
  const { owner } = await createOwner();
  const [kept, deleted] = [await addLogo(owner, 'a.png'), await addLogo(owner, 'b.png')];
  expectOk(await save(owner, { logos: [deleted, kept] }));
  expectOk(await owner.api.call('deleteCloudFiles', { ids: [deleted] }));
  expect(expectOk(await owner.api.call('brandKit', {})).logos.map(({ id }) => id)).toEqual([kept]);
  const saved = expectOk(await save(owner, { revision: 1, logos: [deleted, kept], fonts: ['Roboto'] }));
  expect(saved.logos.map(({ id }) => id)).toEqual([kept]);
  expect(await save(owner, { revision: 2, logos: [deleted] })).toMatchObject({ error: { apiCode: 404 } });
});

test('pictures of others, spreadsheets, duplicate names, unreadable styles and too long lists are refused', async () => {
  const { owner, url } = await createOwner();
  const other = await createUser(url, 'other');
  const foreign = await addLogo(other);
  expect(await save(owner, { logos: [foreign] })).toMatchObject({ error: { apiCode: 404 } });
  const csv = { tid: await firstFolder(owner, 2), name: 'goods.csv', bytes: new TextEncoder().encode('A,B\n1,2\n') };
  const sheet = expectOk(await uploadCloudFile(owner, csv));
  expect(await save(owner, { logos: [sheet.id] })).toMatchObject({ error: { apiCode: 404 } });

  const red = { name: 'Red', color: '#ff0000' };
  const invalid: readonly Partial<SaveBrandKitInput>[] = [
    { fonts: ['Roboto', 'Roboto'] },
    { colors: [red, { ...red, color: '#ee0000' }] },
    { colors: [{ name: 'Red', color: 'red' }] },
    { colors: [{ name: 'Re\u202ed', color: '#ff0000' }] },
    { styles: [TITLE, { ...RULE, id: TITLE.id }] },
    { styles: [TITLE, { ...TITLE, id: 'abcd1236' }] },
    { styles: [{ ...TITLE, look: { ...TITLE.look, Name: '' } }] },
    { styles: [{ ...TITLE, look: { ...TITLE.look, Type: 'Figure' } }] },
    { styles: [{ ...TITLE, look: { ...TITLE.look, FontSize: 'large' } }] },
    { styles: [{ ...TITLE, look: { ...TITLE.look, 'a b': '1' } }] },
    { fonts: Array.from({ length: BRAND_KIT_LIMITS.fonts + 1 }, (_, i) => `Font ${i}`) },
  ];
  for (const input of invalid) {
    expect(await save(owner, input), JSON.stringify(input)).toMatchObject({ error: { apiCode: API_CODES.invalid } });
  }
  expect(expectOk(await owner.api.call('brandKit', {}))).toEqual(EMPTY);
  expect(expectOk(await other.api.call('brandKit', {}))).toEqual(EMPTY);
});

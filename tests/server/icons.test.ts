import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { API_CODES, LANGUAGES, type Language } from '#protocol/api.ts';
import { expectOk } from '#model/kernel/result.ts';
import { readSvg } from '#model/template/svg/read-svg.ts';
import { findIcons } from '#app/library/icons/find-icons.ts';
import { iconCatalogue } from '#server/content/icons/catalogue.ts';
import { createTestServer, createVisitor } from './create-test-server.ts';

const CONTENT = join(import.meta.dirname, '../../content/icons');

test('the library has our own drawings and several hundred of the sets, each once in its category', () => {
  const { groups, icons } = iconCatalogue();
  const own = icons('own') ?? [];
  const pictures = icons('pictures') ?? [];
  expect(own.length).toBeGreaterThan(180);
  expect(pictures.length).toBeGreaterThan(500);
  for (const { son } of groups) {
    for (const { id } of son) {
      const urls = icons(id)?.map(({ url }) => url) ?? [];
      expect(urls.length, id).toBeGreaterThan(8);
      expect(new Set(urls).size, id).toBe(urls.length);
    }
  }
});

test('the product can read every drawing, and every drawing of ours has a name in each language', () => {
  const { groups, icons } = iconCatalogue();
  for (const { id, son } of groups) {
    for (const { url, svg, names } of icons(id) ?? []) {
      expect(readSvg(new TextEncoder().encode(svg)), url).toMatchObject({ ok: true });
      for (const language of LANGUAGES) expect(names[language].trim(), url).not.toBe('');
    }
    for (const category of son) for (const language of LANGUAGES) expect(category.name[language]).not.toBe('');
  }
});

test('the icons of the sets are found by their names in the user’s language and in English', () => {
  const pictures = iconCatalogue().icons('pictures') ?? [];
  const found = (language: Language, words: string): readonly (string | undefined)[] =>
    findIcons(
      pictures.map(({ url, names, keywords }) => ({ url, name: names[language], keywords })),
      words,
    ).map(({ url }) => /\/icons\/(.+)\.svg/.exec(url)?.[1]);
  for (const [language, words] of [
    ['zh', '空手道'],
    ['pt', 'caratê'],
    ['es', 'kárate'],
    ['ru', 'карате'],
  ] as const) {
    expect(found(language, words).toSorted(), words).toEqual(['mdi/karate', 'tabler/karate']);
    expect(found(language, 'karate')).toContain('mdi/karate');
  }
  // The same word of two sets, for two things.
  const named = (path: string): string | undefined =>
    pictures.find(({ url }) => url.includes(`/${path}.svg`))?.names.es;
  expect([named('mdi/needle'), named('tabler/needle')]).toEqual(['Jeringa', 'Aguja de coser']);
  // Names that are English words only where the language has the same word.
  const latin = (language: Language): ReadonlySet<string> =>
    new Set(pictures.filter(({ names }) => /^[A-Za-z ]+$/.test(names[language])).map(({ names }) => names.en));
  expect(latin('zh')).toEqual(new Set(['Usb', 'Dna', 'Dna 2']));
  expect(latin('ru')).toEqual(new Set(['Bluetooth', 'Ethernet', 'Usb']));
});

test('every file of ours is listed', () => {
  const folders = readdirSync(CONTENT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of folders) {
    const files = readdirSync(join(CONTENT, name)).filter((file) => file.endsWith('.svg'));
    const listed = (iconCatalogue().icons(name) ?? []).map(({ url }) => /([^/]+)\?/.exec(url)?.[1]);
    expect(listed.toSorted(), name).toEqual(files.toSorted());
  }
});

test('anybody gets the tree and a list in the language of the request, and the files, which may be cached', async () => {
  const { url } = await createTestServer();
  const visitor = createVisitor(url);
  const { list: groups } = expectOk(await visitor.api.call('iconTree', {}));
  expect(groups.map(({ id }) => id)).toEqual(['own', 'pictures']);
  const ask = async (language: string): Promise<{ url: string; name: string }> => {
    const response = await fetch(`${url}/interface/api/tem.app_shared/getLogList`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', language },
      body: JSON.stringify({ id: 'handling' }),
    });
    const body = (await response.json()) as { data: { list: { url: string; name: string }[] } };
    return body.data.list.find((icon) => icon.url.includes('/fragile.svg')) ?? { url: '', name: '' };
  };
  expect((await ask('zh')).name).toBe('易碎物品');
  expect((await ask('ru')).name).toBe('Хрупкое');
  const icon = await ask('en');
  expect(icon.name).toBe('Fragile');

  const file = await fetch(url + icon.url);
  expect(file.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(file.headers.get('cache-control')).toContain('immutable');
  expect(file.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(readSvg(new Uint8Array(await file.arrayBuffer()))).toMatchObject({ ok: true });
  // An older address may still be in use, and is not cached forever.
  const older = await fetch(url + icon.url.replace(/v=.*/, 'v=0'));
  expect(older.headers.get('cache-control')).toBe('public, max-age=3600');
});

test('unknown icons are not found', async () => {
  const { url } = await createTestServer();
  for (const path of [
    'none.svg',
    'handling/none.svg',
    'handling/names.json',
    '../icons/curated.json',
    '%2e%2e/package.json',
    'mdi/account-key.svg',
  ]) {
    expect((await fetch(`${url}/icons/${path}`)).status, path).toBe(404);
  }
  const visitor = createVisitor(url);
  expect(await visitor.api.call('iconList', { id: 'none' })).toMatchObject({
    ok: false,
    error: { apiCode: API_CODES.notFound },
  });
  expect((await visitor.api.call('iconList', { id: 'constructor' })).ok).toBe(false);
  expect((await visitor.api.call('iconList', { id: 'x'.repeat(41) })).ok).toBe(false);
  expect((await visitor.api.call('iconList', {} as { id: string })).ok).toBe(false);
});

test('ten concurrent requests get the same', async () => {
  const { url } = await createTestServer();
  const visitor = createVisitor(url);
  const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.api.call('iconList', { id: 'pictures' })));
  const lists = answers.map((answer) => expectOk(answer).list.length);
  expect(new Set(lists).size).toBe(1);
});

import { expect, test } from 'vitest';
import { PAGE_USER_HEADER } from '#protocol/anti-forgery.ts';
import { UPLOAD_FILE_PATH } from '#protocol/api.ts';
import { createApiClient } from '#services/api/api-client.ts';
import { createTestServer, createUser, createVisitor } from './create-test-server.ts';

const SIGNED_OUT = { ok: false, error: { apiCode: 301 } };

test('a page of one user does nothing with the session of another, and does not end it', async () => {
  const { url, server } = await createTestServer();
  const anna = await createUser(url, 'anna');
  const bert = await createUser(url, 'bert');
  /** Anna's page, in a browser in which Bert has signed in since. */
  const page = createVisitor(url, 'en', { headers: { [PAGE_USER_HEADER]: anna.user.user_id } });
  for (const [name, value] of bert.cookies) page.cookies.set(name, value);
  const folders = (): Promise<unknown> => server.services.db.selectFrom('folder').selectAll().execute();
  const before = await folders();

  const folder = { name: 'Secret', user_id: bert.user.user_id };
  expect(await page.api.call('addFolder', folder)).toMatchObject(SIGNED_OUT);
  expect(await page.api.call('folderList', {})).toMatchObject(SIGNED_OUT);
  const upload = await page.fetch(UPLOAD_FILE_PATH, { method: 'POST', body: new FormData() });
  expect(await upload.json()).toMatchObject({ code: 301 });
  await page.api.call('logout', {});
  expect(await folders()).toEqual(before);
  expect(page.sessionCookie()).toEqual(bert.sessionCookie());
  expect(await bert.api.call('addFolder', folder)).toMatchObject({ ok: true });

  // Bert's own page sends his id.
  const own = createVisitor(url, 'en', { headers: { [PAGE_USER_HEADER]: bert.user.user_id } });
  for (const [name, value] of bert.cookies) own.cookies.set(name, value);
  expect(await own.api.call('addFolder', { ...folder, name: 'Own' })).toMatchObject({ ok: true });
});

test('a page sends its user’s id with every call', async () => {
  const { url } = await createTestServer();
  const said: (string | null)[] = [];
  const bodies: Promise<string>[] = [];
  const api = createApiClient({
    baseUrl: url,
    language: () => 'en',
    owner: () => 'anna-1',
    onSignedOut: () => undefined,
    fetch: (input, init) => {
      const request = new Request(input, init);
      said.push(request.headers.get(PAGE_USER_HEADER));
      bodies.push(request.clone().text());
      return fetch(request);
    },
  });
  await api.call('configuration', {});
  await api.call('addFolder', { name: 'a', user_id: 'anna-1' });
  await api.call('cloudDataList', { type: 1 });
  expect(new Set(said)).toEqual(new Set(['anna-1']));
  expect(await Promise.all(bodies)).toContain('{"user_id":"anna-1","type":1}');
});

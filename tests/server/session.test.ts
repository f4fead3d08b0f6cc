import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createSavedTemplate, createTestServer, createUser, upload } from './create-test-server.ts';

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
/** A session's end is written at most once a minute; until then it may last that much longer. */
const STEP_MS = 60 * SECOND_MS;

/** A clock that moves only on request. */
function createClock(): { readonly now: () => number; readonly wait: (ms: number) => void } {
  let time = Date.UTC(2026, 0, 1);
  return { now: () => time, wait: (ms) => (time += ms) };
}

test('a session ends 24 hours after its last successful response, to the second for its browser', async () => {
  const clock = createClock();
  const { url } = await createTestServer({ now: clock.now });
  const user = await createUser(url, 'ana');
  clock.wait(DAY_MS - 1);
  expectOk(await user.api.call('folderList', {}));
  expect(user.lastSetCookie()).toContain('; Max-Age=86400;');
  clock.wait(DAY_MS);
  // A browser no longer sends the cookie at this time; the server accepts the session for a minute more.
  expectOk(await user.api.call('folderList', {}));
  clock.wait(DAY_MS + STEP_MS);
  expect(await user.api.call('folderList', {})).toMatchObject({ error: { apiCode: 301 } });
});

test('a session that was renewed less than a minute ago still lasts its 24 hours', async () => {
  const clock = createClock();
  const { url } = await createTestServer({ now: clock.now });
  const user = await createUser(url, 'ana');
  clock.wait(STEP_MS - 1);
  expectOk(await user.api.call('folderList', {}));
  clock.wait(DAY_MS - 1);
  expectOk(await user.api.call('folderList', {}));
});

test('every kind of successful response renews: calls, uploads and files', async () => {
  const clock = createClock();
  const { url } = await createTestServer({ now: clock.now });
  const user = await createUser(url, 'ana');
  const { file } = await createSavedTemplate(user, 'Mine');
  const nearlyOver = (): void => clock.wait(DAY_MS - SECOND_MS);
  nearlyOver();
  expect((await user.fetch(file)).status).toBe(200);
  expect(user.lastSetCookie()).toContain('; Max-Age=86400;');
  nearlyOver();
  await upload(user);
  nearlyOver();
  expect(expectOk(await user.api.call('currentUser', {}))?.user_name).toBe('ana');
  nearlyOver();
  expectOk(await user.api.call('folderList', {}));
});

test('rejected calls and files do not renew', async () => {
  const clock = createClock();
  const { url } = await createTestServer({ now: clock.now });
  const user = await createUser(url, 'ana');
  clock.wait(DAY_MS / 2);
  expect((await user.fetch('/files/nothing')).status).toBe(404);
  expect(user.lastSetCookie()).toBeNull();
  expect(await user.api.call('getTemplate', { id: 'nothing' })).toMatchObject({ error: { apiCode: 404 } });
  clock.wait(DAY_MS / 2 + STEP_MS);
  expect(await user.api.call('folderList', {})).toMatchObject({ error: { apiCode: 301 } });
});

test('after 30 days it ends in any case, and its cookie expires', async () => {
  const clock = createClock();
  const { url } = await createTestServer({ now: clock.now });
  const user = await createUser(url, 'ana');
  for (let day = 0; day < 29; day++) {
    clock.wait(DAY_MS - SECOND_MS);
    expectOk(await user.api.call('folderList', {}));
  }
  clock.wait(DAY_MS / 2);
  expectOk(await user.api.call('folderList', {}));
  // Twelve hours are left, and the 29 seconds.
  expect(user.lastSetCookie()).toContain(`; Max-Age=${12 * 60 * 60 + 29};`);
  clock.wait(DAY_MS / 2 + 29 * SECOND_MS);
  expect(await user.api.call('folderList', {})).toMatchObject({ error: { apiCode: 301 } });
});

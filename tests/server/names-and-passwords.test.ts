import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { passwordFault } from '#protocol/password-strength.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { userNameConfusableKey } from '#server/core/database/user-name-confusables.ts';
import { createTestFolder, createTestServer, createUser, createVisitor, PASSWORD } from './create-test-server.ts';
import { openEmptyDatabase } from './test-storage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('a user name that looks like another', () => {
  test.each([
    ['paypal', 'раураl'],
    ['demo', 'dеmo'],
    ['demo', 'ｄｅｍｏ'],
    ['demo', '𝐝𝐞𝐦𝐨'],
    ['demo', 'dem0'],
    ['Illness', 'lllness'],
    ['maria1', 'marial'],
    ['marnie', 'mamie'],
    ['ΑΝΑ', 'ANA'],
  ])('%s is not %s', async (name, lookAlike) => {
    const { url } = await createTestServer();
    await createUser(url, name);
    const answer = await createVisitor(url).api.call('register', { user_name: lookAlike, password: PASSWORD });
    expect(answer).toMatchObject({ ok: false, error: { apiCode: 209, path: 'user_name' } });
  });

  test.each([
    ['jose', 'josé'],
    ['田中', '口中'],
    ['王五', '王王'],
    ['anna', 'ana'],
    ['Иван', 'Ивана'],
    ['สมชาย', 'สมชาติ'],
    ['user1', 'user2'],
    ['a.b', 'a-b'],
  ])('%s is another than %s', (one, other) => {
    expect(userNameConfusableKey(one)).not.toBe(userNameConfusableKey(other));
  });

  test('an account from before this rule keeps its name, and can still sign in', async () => {
    const dataDir = await createTestFolder();
    const { db, close } = await openEmptyDatabase(dataDir, '0003-template-revision');
    const hash = expectOk(await hashPassword(PASSWORD));
    for (const [id, name] of ['paypal', 'раураl'].entries()) {
      await sql`INSERT INTO "user" (id, user_name, user_name_key, password_hash, nickname, head_pic, created_at)
        VALUES (${String(id)}, ${name}, ${name}, ${hash}, '', '', ${id})`.execute(db);
    }
    await close();
    const second = await createTestServer({ dataDir });
    for (const account of ['paypal', 'раураl']) {
      expectOk(await createVisitor(second.url).api.call('login', { account, password: PASSWORD }));
    }
    const looks = await second.server.services.db.selectFrom('user').select('user_name_look').execute();
    expect(looks.map((row) => row.user_name_look).toSorted()).toEqual(['paypal', null].toSorted());
  });
});

describe('a password', () => {
  test.each([
    ['password', 'common'],
    ['12345678', 'common'],
    ['qwertyuiop', 'common'],
    ['Passw0rd!', 'common'],
    ['aaaaaaaaaaaa', 'common'],
    ['x'.repeat(200), 'common'],
    ['labelwright', 'personal'],
    ['gerhardt1', 'personal'],
    ['gerhardtgerhardt', 'personal'],
    ['g3rh4rdt', 'personal'],
    ['Gerhardt.Mueller', 'personal'],
  ])('%s is too easy: %s', (password, fault) => {
    expect(passwordFault(password, ['gerhardt', 'gerhardt.mueller@example.com'])).toBe(fault);
  });

  test.each([PASSWORD, 'chosen for tests', 'kfmdrtpq', '我的密码很长的呢', 'Tr0ub4dour&3'])(
    '%s is rejected',
    (password) => {
      expect(passwordFault(password, ['gerhardt'])).toBeNull();
    },
  );

  test('that is too easy makes no account, even if the client accepts it', async () => {
    const { url, server } = await createTestServer();
    for (const password of ['password1', 'zacharias', 'zacharias1']) {
      const answer = await createVisitor(url).api.call('register', { user_name: 'zacharias', password });
      expect(answer).toMatchObject({ ok: false, error: { apiCode: 209, path: 'password' } });
    }
    expect(await server.services.db.selectFrom('user').selectAll().execute()).toEqual([]);
  });
});

describe('a session', () => {
  test('ends thirty days after sign-in, however much it is used', async () => {
    const { url, wait } = await createTestServer();
    const user = await createUser(url, 'gina');
    for (let day = 1; day < 30; day++) {
      wait(DAY_MS);
      expectOk(await user.api.call('folderList', {}));
    }
    wait(DAY_MS / 2);
    expectOk(await user.api.call('folderList', {}));
    expect(Number(/Max-Age=(\d+)/.exec(user.lastSetCookie() ?? '')?.[1])).toBeLessThanOrEqual(DAY_MS / 2000);
    wait(DAY_MS / 2);
    expect(await user.api.call('folderList', {})).toMatchObject({ error: { apiCode: 301 } });
  });

  test('the oldest ends when a user has a hundred', async () => {
    const { url, server } = await createTestServer();
    const first = await createUser(url, 'gina');
    const row = await server.services.db.selectFrom('session').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: 99 }, (_, i) => ({
      ...row,
      token_hash: `other ${i}`,
      created_at: row.created_at + 1 + i,
    }));
    await server.services.db.insertInto('session').values(more).execute();
    expectOk(await first.api.call('folderList', {}));
    expectOk(await createVisitor(url).api.call('login', { account: 'gina', password: PASSWORD }));
    expect(await first.api.call('folderList', {})).toMatchObject({ error: { apiCode: 301 } });
    expect((await server.services.db.selectFrom('session').selectAll().execute()).length).toBe(100);
  });
});

test('a password hash with a lower cost is renewed when its user signs in, and only then', async () => {
  const { url, server } = await createTestServer();
  const { user } = await createUser(url, 'oldhand');
  const { db } = server.services;
  const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await db.updateTable('user').set({ password_hash: old }).where('id', '=', user.user_id).execute();
  const kept = async (): Promise<string> =>
    (await db.selectFrom('user').select('password_hash').where('id', '=', user.user_id).executeTakeFirstOrThrow())
      .password_hash;
  expect((await createVisitor(url).api.call('login', { account: 'oldhand', password: 'not it at all' })).ok).toBe(
    false,
  );
  expect(await kept()).toBe(old);
  expectOk(await createVisitor(url).api.call('login', { account: 'oldhand', password: PASSWORD }));
  const renewed = await kept();
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expectOk(await createVisitor(url).api.call('login', { account: 'oldhand', password: PASSWORD }));
  expect(await kept()).toBe(renewed);
});

import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { Server } from '#server/app.ts';
import { deleteAccount } from '#server/personal/delete-account.ts';
import {
  addTestFont,
  createSavedTemplate,
  createTestFolder,
  createTestServer,
  createUser,
  createVisitor,
  PASSWORD,
  upload,
  type TestUser,
} from './create-test-server.ts';
import { uploadPortrait } from './portrait.ts';
import { createRunEnd } from './print-run-factory.ts';

/** Every row of every table, as text, by its table. */
async function rowsOf({ services: { db } }: Server): Promise<ReadonlyMap<string, string>> {
  const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db);
  const found = new Map<string, string>();
  for (const { name } of tables.rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    found.set(name, JSON.stringify(rows));
  }
  return found;
}

/** Something of every kind that an account can have. */
async function fill(user: TestUser): Promise<void> {
  const saved = await createSavedTemplate(user, 'Secret label');
  await upload(user, 'never saved');
  await addTestFont(user, 'House');
  expectOk(await user.api.call('addFolder', { name: 'Secret folder' }));
  expectOk(await user.api.call('editAvatar', { image: await uploadPortrait(user) }));
  expectOk(
    await user.api.call('takeCounter', {
      id: saved.id,
      counter: 'abcd1234',
      kind: 'digits',
      step: 1,
      initial: '1',
      count: 5,
    }),
  );
  expectOk(await user.api.call('endPrintRecord', createRunEnd()));
  expectOk(await user.api.call('addPrintReadings', { job_id: 'job-1', part: 0, readings: [] }));
  expectOk(await user.api.call('beginSecondFactor', { confirmation: PASSWORD }));
  expectOk(await user.api.call('beginAccountExport', {}));
}

describe('a deleted account', () => {
  test('leaves no row, no file and no session, and others lose nothing', async () => {
    const { url, server, dataDir } = await createTestServer();
    const other = await createUser(url, 'other');
    await fill(other);
    const before = await rowsOf(server);
    const filesBefore = await readdir(`${dataDir}/files`);
    const user = await createUser(url, 'gone');
    const elsewhere = createVisitor(url);
    expectOk(await elsewhere.api.call('login', { account: 'gone', password: PASSWORD }));
    await fill(user);
    const filled = await rowsOf(server);
    const { user_id: id } = user.user;
    const tables = [...filled].filter(([, rows]) => rows.includes(id)).map(([name]) => name);
    expect(tables.length).toBeGreaterThan(10);

    expect(await user.api.call('deleteAccount', { confirmation: 'wrong' })).toMatchObject({ error: { apiCode: 209 } });
    expect((await rowsOf(server)).get('template')).toBe(filled.get('template'));
    expectOk(await user.api.call('deleteAccount', { confirmation: PASSWORD }));

    const after = await rowsOf(server);
    // What has happened to it, by ids alone, stays for a year.
    expect([...after].filter(([, rows]) => rows.includes(id)).map(([name]) => name)).toEqual(['audit_entry']);
    expect(after.get('audit_entry')).toContain('accountDeleted');
    for (const name of ['template', 'stored_file', 'folder', 'print_record', 'user_font', 'counter', 'user']) {
      expect(after.get(name), name).toBe(before.get(name));
    }
    expect((await readdir(`${dataDir}/files`)).toSorted()).toEqual(filesBefore.toSorted());
    // The one that is left is a visitor's: it stands against forged requests, and names nobody.
    expect([...user.cookies.keys()].map((name) => name.split('-', 1)[0])).toEqual(['xsrf']);
    expect(expectOk(await elsewhere.api.call('currentUser', {}))).toBeNull();
    expect((await elsewhere.api.call('login', { account: 'gone', password: PASSWORD })).ok).toBe(false);
    expectOk(await createVisitor(url).api.call('register', { user_name: 'gone', password: PASSWORD }));
  });

  test('is deleted once when it is asked for ten times at once', async () => {
    const { url, server, dataDir } = await createTestServer();
    const user = await createUser(url, 'gone');
    await fill(user);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => user.api.call('deleteAccount', { confirmation: PASSWORD })),
    );
    expect(answers.some(({ ok }) => ok)).toBe(true);
    expect(await server.services.db.selectFrom('user').select('id').execute()).toEqual([]);
    expect(await readdir(`${dataDir}/files`)).toEqual([]);
  });

  test('whose files a killed server left loses them at the next start', async () => {
    const dataDir = await createTestFolder();
    const first = await createTestServer({ dataDir });
    const user = await createUser(first.url, 'gone');
    await fill(user);
    // As far as a server comes that is killed as soon as the rows are gone.
    const { db } = first.server.services;
    const killed = { ...first.server.services.files, removeDeleted: () => Promise.resolve() };
    await deleteAccount({ db, files: killed }, user.user.user_id);
    await first.server.close();
    expect((await readdir(`${dataDir}/files`)).length).toBeGreaterThan(4);
    const again = await createTestServer({ dataDir });
    expect(await readdir(`${dataDir}/files`)).toEqual([]);
    expect(await again.server.services.db.selectFrom('deleted_file').selectAll().execute()).toEqual([]);
  });

  test('without a password is confirmed by its name', async () => {
    const { url, server } = await createTestServer();
    const user = await createUser(url, 'Olga');
    await server.services.db.updateTable('user').set({ password_hash: '' }).execute();
    expect(expectOk(await user.api.call('accountSecurity', {}))).toMatchObject({
      has_password: false,
      account_name: 'Olga',
    });
    expect((await user.api.call('deleteAccount', { confirmation: '' })).ok).toBe(false);
    expectOk(await user.api.call('deleteAccount', { confirmation: ' olga ' }));
  });
});

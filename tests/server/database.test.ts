import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Client } from 'pg';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { isDuplicate, isMissingReference, isUnavailable, isUnstorable } from '#server/core/database/faults.ts';
import { lockUser } from '#server/core/database/lock-user.ts';
import { openDatabase, type Database, type Db } from '#server/core/database/open-database.ts';
import { createTestFolder, createTestServer, createUser } from './create-test-server.ts';
import { onServers, storageOf } from './test-storage.ts';

/** The implementation that this project of tests runs on, empty. */
async function createDatabase(): Promise<Database> {
  const folder = await createTestFolder();
  const { databaseUrl: url } = await storageOf(folder);
  const database = await openDatabase(
    url === undefined ? { type: 'sqlite', file: `${folder}/some.db` } : { type: 'postgres', url },
  );
  onTestFinished(() => database.close());
  return database;
}

async function addUser(db: Db, id: string): Promise<void> {
  await db
    .insertInto('user')
    .values({
      id,
      user_name: id,
      user_name_key: id,
      user_name_look: id,
      email: null,
      email_key: null,
      password_hash: '',
      nickname: '',
      head_pic: '',
      created_at: 1,
      role: 'user',
    })
    .execute();
}

function addFolder(db: Db, userId: string, name: string): Promise<unknown> {
  return db
    .insertInto('folder')
    .values({ id: `${userId} ${name}`, user_id: userId, name, created_at: 1 })
    .execute();
}

async function countFolders(db: Db): Promise<number> {
  return (await db.selectFrom('folder').select('id').execute()).length;
}

describe('a database', () => {
  test('sorts texts by their code points and distinguishes case', async () => {
    const { db } = await createDatabase();
    await addUser(db, 'u');
    for (const name of ['b', 'Ä', 'a', 'Z', '日', 'ä', 'B', '-a', 'a b', 'ab']) await addFolder(db, 'u', name);
    const rows = await db.selectFrom('folder').select('name').orderBy('name').execute();
    expect(rows.map(({ name }) => name)).toEqual(['-a', 'B', 'Z', 'a', 'a b', 'ab', 'b', 'Ä', 'ä', '日']);
  });

  test('returns whole numbers, their sums and counts as numbers', async () => {
    const { db } = await createDatabase();
    await addUser(db, 'u');
    const file = { user_id: 'u', kind: 'font', created_at: Number.MAX_SAFE_INTEGER } as const;
    await db
      .insertInto('stored_file')
      .values(['a', 'b'].map((key) => ({ ...file, key, bytes: 2 ** 40 })))
      .execute();
    const row = await db
      .selectFrom('stored_file')
      .select((eb) => [eb.fn.sum<number>('bytes').as('sum'), eb.fn.countAll<number>().as('count')])
      .select((eb) => eb.fn.max('created_at').as('at'))
      .executeTakeFirst();
    expect(row).toEqual({ sum: 2 ** 41, count: 2, at: Number.MAX_SAFE_INTEGER });
  });

  test('runs one transaction at a time that reads and adds to a user’s data', async () => {
    const { db } = await createDatabase();
    await addUser(db, 'u');
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        db.transaction().execute(async (tx) => {
          await lockUser(tx, 'u');
          if ((await countFolders(tx)) < 5) await addFolder(tx, 'u', `folder ${i}`);
        }),
      ),
    );
    expect(await countFolders(db)).toBe(5);
  });

  test('retries conflicting transactions', async () => {
    const { db } = await createDatabase();
    for (const id of ['a', 'b']) await addUser(db, id);
    const both = async (first: string, second: string): Promise<void> => {
      await db.transaction().execute(async (tx) => {
        await lockUser(tx, first);
        // Long enough for the other one to lock what this one needs next.
        if (onServers) await sql`select pg_sleep(0.1)`.execute(tx);
        await lockUser(tx, second);
        await addFolder(tx, first, second);
      });
    };
    await Promise.all([both('a', 'b'), both('b', 'a')]);
    expect(await countFolders(db)).toBe(2);
  });

  test('reports why a row could not be written', async () => {
    const { db } = await createDatabase();
    await addUser(db, 'u');
    await addFolder(db, 'u', 'one');
    await expect(addFolder(db, 'u', 'one')).rejects.toSatisfy(isDuplicate);
    await expect(addFolder(db, 'nobody', 'one')).rejects.toSatisfy(isMissingReference);
    if (!onServers) return;
    await expect(addFolder(db, 'u', 'a\0b')).rejects.toSatisfy(isUnstorable);
  });

  test('shows a stable snapshot, in batches, while others write', async () => {
    const { db, snapshot, rowsOf } = await createDatabase();
    await addUser(db, 'u');
    for (let i = 0; i < 450; i++) await addFolder(db, 'u', `folder ${i}`);
    const names = new Set<unknown>();
    await snapshot(async (still) => {
      const parts = rowsOf(still, 'folder')[Symbol.asyncIterator]();
      for (let part = await parts.next(); part.done !== true; part = await parts.next()) {
        expect(part.value.length).toBeLessThanOrEqual(200);
        for (const row of part.value) names.add(row['name']);
        await db.deleteFrom('folder').where('id', 'like', '%9').execute();
        await addFolder(db, 'u', `late ${names.size}`);
      }
    });
    expect(names.size).toBe(450);
    expect(await countFolders(db)).toBe(450 - 45 + 3);
  });

  test('is filled in any order of its rows, but without missing references', async () => {
    const { db, fill } = await createDatabase();
    await fill(async (tx) => {
      await addFolder(tx, 'u', 'one');
      await addUser(tx, 'u');
    });
    expect(await countFolders(db)).toBe(1);
    await expect(fill((tx) => addFolder(tx, 'nobody', 'one'))).rejects.toSatisfy(isMissingReference);
    expect(await countFolders(db)).toBe(1);
    await expect(addFolder(db, 'nobody', 'one')).rejects.toSatisfy(isMissingReference);
  });
});

describe.skipIf(!onServers)('PostgreSQL', () => {
  test('is migrated once by processes that start at the same moment', async () => {
    const folder = await createTestFolder();
    const { databaseUrl: url = '' } = await storageOf(folder);
    const admin = new Client({ connectionString: url });
    await admin.connect();
    await admin.query('drop schema public cascade');
    await admin.query('create schema public');
    await admin.end();
    const all = await Promise.all(Array.from({ length: 6 }, () => openDatabase({ type: 'postgres', url })));
    const ids = await Promise.all(all.map(({ db }) => db.selectFrom('installation').selectAll().execute()));
    for (const rows of ids) expect(rows).toEqual(ids[0]);
    expect(ids[0]?.map(({ name }) => name).toSorted()).toEqual(['id', 'secret']);
    for (const { close } of all) await close();
  });

  test('that is unavailable only delays calls, which continue once it is back', async () => {
    const errors: Error[] = [];
    const dataDir = await createTestFolder();
    const { url } = await createTestServer({ dataDir, onError: (error) => errors.push(error) });
    const user = await createUser(url, 'ana');
    const { databaseUrl = '' } = await storageOf(dataDir);
    const database = new URL(databaseUrl).pathname.slice(1);
    const adminUrl = new URL(databaseUrl);
    adminUrl.pathname = '/postgres';
    const admin = new Client({ connectionString: adminUrl.href });
    await admin.connect();
    onTestFinished(() => admin.end());
    await admin.query(`alter database ${database} allow_connections false`);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
    const answers = await Promise.all(Array.from({ length: 10 }, () => user.api.call('templateList', {})));
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { apiCode: 503 } });
    const health = await fetch(`${url}/healthz`);
    expect([health.status, await health.json()]).toEqual([503, { status: 'failing', reason: 'database' }]);
    await admin.query(`alter database ${database} allow_connections true`);
    expectOk(await user.api.call('templateList', {}));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    // Background work may have queried the database meanwhile.
    expect(errors.filter((error) => !isUnavailable(error))).toEqual([]);
  });

  test('that closes a connection between two statements of a transaction ends only that transaction', async () => {
    const { db } = await createDatabase();
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.prependListener('uncaughtException', note);
    onTestFinished(() => void process.removeListener('uncaughtException', note));
    const broken = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(db);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await countFolders(tx);
    });
    await expect(broken).rejects.toSatisfy(isUnavailable);
    expect(await countFolders(db)).toBe(0);
    expect(unhandled).toEqual([]);
  });

  test('rejects a text with the character 0 as the sender’s fault', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    expect(await user.api.call('templateList', { name: 'a\0b' })).toMatchObject({ ok: false, error: { apiCode: 209 } });
    expect((await user.fetch('/files/%00')).status).toBeLessThan(500);
    await expect(openDatabase({ type: 'postgres', url: 'postgres://u:hidden@127.0.0.1:4/none' })).rejects.toSatisfy(
      (error: Error) => /^DATABASE_URL: none at 127.0.0.1:4 can't be used. .*ECONNREFUSED/.test(error.message),
    );
    expect(isUnavailable(new Error('anything else'))).toBe(false);
  });
});

test.skipIf(onServers)('a transaction that reads first can write, also after another process has written', async () => {
  const file = `${await createTestFolder()}/some.db`;
  const { db, close } = await openDatabase({ type: 'sqlite', file });
  onTestFinished(close);
  await addUser(db, 'u');
  const program = `
    const Database = require('better-sqlite3');
    const { workerData, parentPort } = require('node:worker_threads');
    const other = new Database(workerData, { timeout: 5000 });
    const write = other.prepare("update user set nickname = nickname || 'x' where id = 'u'");
    parentPort.postMessage('ready');
    setInterval(() => { for (let i = 0; i < 20; i++) write.run(); }, 1);`;
  const other = new Worker(program, { eval: true, workerData: file });
  onTestFinished(async () => void (await other.terminate()));
  await once(other, 'message');
  for (let i = 0; i < 100; i++) {
    await db.transaction().execute(async (tx) => {
      await countFolders(tx);
      await new Promise((resolve) => setTimeout(resolve, 2));
      await addFolder(tx, 'u', `folder ${i}`);
    });
  }
  expect(await countFolders(db)).toBe(100);
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import type { Row } from '#server/core/database/database.ts';
import { migrate, migrationNames } from '#server/core/database/migrations.ts';
import { tablesOf } from '#server/core/database/schema.ts';
import type { Database } from '#server/core/database/open-database.ts';
import { createOpenRun } from './account-rows.ts';
import { createTestFolder, createTestServer, createVisitor, PASSWORD } from './create-test-server.ts';
import { openEmptyDatabase } from './test-storage.ts';

/** So that nothing is old enough to be cleaned up. */
const NOW = 2 ** 44;
const names = await migrationNames();

/** The rows that became possible with each version, with values of that time. */
function rowsSince(passwordHash: string): Readonly<Record<string, readonly (readonly [table: string, row: Row])[]>> {
  const file = { user_id: 'u', bytes: 10, created_at: 5 };
  const template = { user_id: 'u', folder_id: 'f', name_search: 'old', remark: 'r', width_mm: 50.5, height_mm: 30 };
  const counts = { use_count: 4, download_count: 2, created_at: 1_700_000_000_000, updated_at: 1_700_000_000_001 };
  return {
    '0001-first-tables': [
      [
        'user',
        {
          id: 'u',
          user_name: 'Olga',
          user_name_key: 'olga',
          email: null,
          password_hash: passwordHash,
          nickname: 'О',
          head_pic: '',
          created_at: 1,
        },
      ],
      ['session', { token_hash: 's', user_id: 'u', created_at: NOW, expires_at: 2 ** 45 }],
      ['upload_token', { token_hash: 't', user_id: 'u', expires_at: 2 ** 45 }],
      ['folder', { id: 'f', user_id: 'u', name: 'Ümläute', created_at: 1 }],
      ['stored_file', { ...file, key: 'k.tprts', kind: 'template' }],
      ['stored_file', { ...file, key: 'k.png', kind: 'preview' }],
      ['template', { ...template, ...counts, id: 'x', name: 'Old', file_key: 'k.tprts', preview_key: 'k.png' }],
    ],
    '0002-user-fonts': [
      ['stored_file', { ...file, key: 'k.ttf', kind: 'font' }],
      ['user_font', { id: 'n', user_id: 'u', family: 'Own', weight: 400, italic: 0, file_key: 'k.ttf', created_at: 2 }],
    ],
    '0003-template-revision': [],
    '0004-account-security': [
      ['known_browser', { token_hash: 'b', user_id: 'u', used_at: 2 ** 45 }],
      ['login_failure', { key: 'l', failures: 3, last_at: 2 ** 45, blocked_until: 1 }],
    ],
    '0005-upload-reservations': [
      ['upload_reservation', { id: 'p', user_id: 'u', bytes: 2 ** 40, created_at: 2 ** 45 }],
    ],
    '0006-counters': [
      ['counter', { template_id: 'x', counter_id: 'c', kind: 'digits', step: 1, next_value: '0042', updated_at: 3 }],
    ],
  };
}

async function write(database: Database, table: string, row: Row): Promise<void> {
  await database.db
    .insertInto(table as 'installation')
    .values(row as never)
    .execute();
}

/** Every row of every table. */
async function contentOf({ db, snapshot, rowsOf }: Database): Promise<Map<string, Row[]>> {
  const content = new Map<string, Row[]>();
  for (const table of await tablesOf(db)) {
    const rows: Row[] = [];
    await snapshot(async (still) => {
      for await (const part of rowsOf(still, table)) rows.push(...part);
    });
    content.set(table, rows);
  }
  return content;
}

test.each(names)('a database of version %s is migrated to the newest with every row in it', async (version) => {
  const dataDir = await createTestFolder();
  const old = await openEmptyDatabase(dataDir, version);
  const rows = rowsSince(expectOk(await hashPassword(PASSWORD)));
  for (const name of names.slice(0, names.indexOf(version) + 1)) {
    for (const [table, row] of rows[name] ?? []) await write(old, table, row);
  }
  const before = await contentOf(old);
  await old.close();

  const { url, server } = await createTestServer({ dataDir, now: () => NOW });
  const { db } = server.services;
  for (const [table, kept] of before) {
    for (const row of kept) {
      const keys = Object.entries(row).filter(([name, value]) => value !== null && name !== 'user_name_look');
      const { rows: found } = await sql<Row>`select * from ${sql.table(table)}
        where ${sql.join(
          keys.map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
          sql` and `,
        )}`.execute(db);
      expect(found, `${table} ${JSON.stringify(row)}`).toHaveLength(1);
      expect(found[0]).toMatchObject(Object.fromEntries(keys));
    }
  }
  expect([...before.values()].flat().length).toBeGreaterThan(6);
  const { api } = createVisitor(url);
  expectOk(await api.call('login', { account: 'olga', password: PASSWORD }));
  const { list } = expectOk(await api.call('templateList', {}));
  expect(list).toMatchObject([{ id: 'x', name: 'Old', revision: 1, use_num: 4, width: 50.5, blanks: 0 }]);
});

test('addresses that the password alone has made known are forgotten where there is a second factor', async () => {
  const dataDir = await createTestFolder();
  const old = await openEmptyDatabase(dataDir, '0035-decided-doubts');
  const user = { password_hash: '', nickname: '', head_pic: '', created_at: 1 };
  for (const id of ['guarded', 'drafted', 'plain']) {
    await write(old, 'user', { ...user, id });
    await write(old, 'known_place', { user_id: id, address_hash: 'a', used_at: NOW });
  }
  const factor = { confirmed_at: 1, last_step: 0, draft: null, draft_at: 0 };
  await write(old, 'second_factor', { ...factor, user_id: 'guarded', secret: 'sealed' });
  await write(old, 'second_factor', { ...factor, user_id: 'drafted', secret: null });
  await old.close();
  const { server } = await createTestServer({ dataDir, now: () => NOW });
  const known = await server.services.db.selectFrom('known_place').select('user_id').orderBy('user_id').execute();
  expect(known).toEqual([{ user_id: 'drafted' }, { user_id: 'plain' }]);
});

test('the versions are numbered without a gap up to this one', () => {
  expect(names[0]).toMatch(/^0001-/);
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
});

test('runs that were previews by their settings are marked in the column', async () => {
  const old = await openEmptyDatabase(await createTestFolder(), '0035-decided-doubts');
  const [first] = rowsSince('')['0001-first-tables'] ?? [];
  if (first === undefined) throw new Error('there is no user');
  await write(old, ...first);
  const { preview: _, ...run } = createOpenRun();
  for (const [id, settings] of [
    ['looked-at', { preview: true }],
    ['asked-for', { preview: false, texts: { '"preview":true': '"preview":true' } }],
  ] as const) {
    await write(old, 'label_run', { ...run, id, user_id: 'u', settings: JSON.stringify(settings) });
  }
  await migrate(old.db);
  const rows = await old.db.selectFrom('label_run').select(['id', 'preview']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: 'asked-for', preview: 0 },
    { id: 'looked-at', preview: 1 },
  ]);
  await old.close();
});

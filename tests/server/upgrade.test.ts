import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { createTestFolder, createTestServer, createVisitor, PASSWORD } from './create-test-server.ts';
import { openEmptyDatabase } from './test-storage.ts';

test('templates from before fill-in fields are unchanged, and have none', async () => {
  const dataDir = await createTestFolder();
  const { db, close } = await openEmptyDatabase(dataDir, '0007-print-records');
  const hash = expectOk(await hashPassword(PASSWORD));
  await sql`INSERT INTO "user" (id, user_name, user_name_key, password_hash, nickname, head_pic, created_at)
    VALUES ('u', 'olga', 'olga', ${hash}, '', '', 1)`.execute(db);
  await sql`INSERT INTO folder (id, user_id, name, created_at) VALUES ('f', 'u', 'First', 1)`.execute(db);
  await sql`INSERT INTO stored_file (key, user_id, kind, bytes, created_at)
    VALUES ('k.tprts', 'u', 'template', 1, 1)`.execute(db);
  await sql`INSERT INTO template (id, user_id, folder_id, name, name_search, remark, width_mm, height_mm, file_key,
      preview_key, use_count, download_count, created_at, updated_at, revision, common)
    VALUES ('t', 'u', 'f', 'Old', 'old', '', 50, 30, 'k.tprts', NULL, 4, 0, 1, 1, 7, 0)`.execute(db);
  await close();
  const { url } = await createTestServer({ dataDir });
  const { api } = createVisitor(url);
  expectOk(await api.call('login', { account: 'olga', password: PASSWORD }));
  const { list } = expectOk(await api.call('templateList', {}));
  expect(list).toMatchObject([{ id: 't', name: 'Old', revision: 7, use_num: 4, blanks: 0 }]);
});

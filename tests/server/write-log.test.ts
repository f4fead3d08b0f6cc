import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createWriteLog, useWriteLog, writeLogOf } from '#server/core/database/write-log.ts';
import { createTestFolder, createTestServer, createUser } from './create-test-server.ts';
import { onServers } from './test-storage.ts';

async function createLog(): Promise<ReturnType<typeof createWriteLog>> {
  const database = join(await createTestFolder(), 'some.db');
  await writeFile(`${database}-wal`, 'frames');
  return createWriteLog(database);
}

test('a read needs no sync, a write does', async () => {
  const missing = createWriteLog(join(await createTestFolder(), 'none.db'));
  for (const text of ['select 1', 'begin', 'pragma freelist_count']) missing.note(text);
  expect(missing.written()).toBe(0);
  await missing.settle();
  missing.note('insert into "folder" values (?)');
  expect(missing.written()).toBe(1);
  // That file has no log: a failed sync is reported to every caller, each time.
  await expect(missing.settle()).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(missing.settle()).rejects.toMatchObject({ code: 'ENOENT' });
});

test('concurrent callers share a sync, and nothing is left to wait for after it', async () => {
  const log = await createLog();
  for (let i = 0; i < 100; i++) log.note('update "session" set "expires_at" = ?');
  await Promise.all(Array.from({ length: 100 }, () => log.settle()));
  await log.settle();
  await log.close();
});

// PostgreSQL syncs each commit itself.
test.skipIf(onServers)('an answer about a write waits for the sync; one that only reads does not', async () => {
  const { url, server } = await createTestServer();
  const user = await createUser(url, 'owner');
  const { db } = server.services;
  const own = writeLogOf(db);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let waiting = 0;
  useWriteLog(db, {
    ...own,
    settle: () => {
      waiting++;
      return held;
    },
  });
  expectOk(await user.api.call('folderList', {}));
  expect(waiting).toBe(0);
  let answered = false;
  const adding = user.api.call('addFolder', { name: 'New' }).then((answer) => {
    answered = true;
    return answer;
  });
  await expect.poll(() => waiting).toBe(1);
  // It is written, and others see it, but the answer was not sent.
  expect((await db.selectFrom('folder').select('name').execute()).map(({ name }) => name)).toContain('New');
  expect(answered).toBe(false);
  release();
  expectOk(await adding);
});

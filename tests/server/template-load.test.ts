import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { createTestTemplate } from '#tests/support/create-elements.ts';
import { createTestTable } from '#tests/support/create-table.ts';
import { measureServerLoad } from '#tests/support/server-load.ts';
import { startMain } from '#tests/support/server-process.ts';
import { createPng, createTestFolder, createUser } from './create-test-server.ts';
import { storageEnvironment } from './test-storage.ts';

test('a table of 200 x 200 cells that a non-member saves delays no other request', async () => {
  const main = await startMain(await storageEnvironment(join(await createTestFolder(), 'data')));
  const { api } = await createUser(main.url, 'ana');
  const token = expectOk(await api.call('uploadToken', { bucket: 'web' }));
  const image = token.url + expectOk(await api.uploadPreview(createPng(), token.data)).key;
  const cells = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => 'Some text'));
  // 15 of the 16 MB that an upload may have, decompressed.
  const file = Buffer.from(writeTemplate(createTestTemplate([createTestTable(cells)])));
  const save = async (bytes: Uint8Array): Promise<void> => {
    const uploaded = expectOk(await api.uploadTemplate(bytes, 'label.tprt', token.data));
    const template = { name: 'Table', parent_id: '', width: 10, height: 10, url: token.url + uploaded.key, image };
    expect(await api.call('addTemplate', template)).toMatchObject({ error: { apiCode: 402, privilege: 'tables' } });
  };
  // The first save loads the code of all others.
  await save(Buffer.from(writeTemplate(createTestTemplate([createTestTable([['Some text']])]))));
  const load = await measureServerLoad(main, () => save(file));
  expect(load.longestBlockMs).toBeLessThan(200);
  expect(load.peakMb).toBeLessThan(600);
});

import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createDemoAccount } from '#server/templates/demo-account.ts';
import { StorageAway } from '#server/core/files/blob-store.ts';
import { createTestServer, createVisitor } from './create-test-server.ts';

test('a storage fault at the first start prevents the samples, but not the server or the password', async () => {
  const { server, url } = await createTestServer();
  const { services } = server;
  const reports: string[] = [];
  const away = { ...services.files, add: () => Promise.reject(new StorageAway('it rains')) };
  const stumbling = { ...services, files: away, report: (detail: string) => void reports.push(detail) };
  const password = await createDemoAccount(stumbling, null, 'en');
  expect(reports).toEqual([expect.stringContaining('it rains')]);
  const { api } = createVisitor(url);
  expectOk(await api.call('login', { account: 'demo', password: password ?? '' }));
  expect(expectOk(await api.call('templateList', {})).list).toEqual([]);
  expect(await createDemoAccount(services, null, 'en')).toBeNull();
});

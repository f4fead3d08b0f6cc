import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { startMain } from '#tests/support/server-process.ts';
import {
  createPng,
  createSavedTemplate,
  createTemplateFile,
  createTestFolder,
  createUser,
  createVisitor,
  PASSWORD,
} from './create-test-server.ts';
import { listStored, onServers, storageEnvironment } from './test-storage.ts';

interface Pair {
  readonly url: string;
  /** Number of requests that each of the two has answered. */
  readonly answered: readonly number[];
}

/** Two server processes that share only their database and storage, behind a proxy that alternates. */
async function startTwo(): Promise<Pair> {
  const storage = await storageEnvironment(await createTestFolder());
  const environments = [storage, { ...storage, DATA_DIR: await createTestFolder() }];
  const servers = await Promise.all(
    environments.map((environment) => startMain({ ...environment, TRUST_PROXY: '1', DEMO_PASSWORD: PASSWORD })),
  );
  const answered = [0, 0];
  let turn = 0;
  const proxy = createServer((request, response) => {
    const at = turn++ % 2;
    answered[at] = (answered[at] ?? 0) + 1;
    const headers = { ...request.headers, 'x-forwarded-for': '192.0.2.7' };
    const onward = forward(
      new URL(request.url ?? '', servers[at]?.url),
      { method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    onward.once('error', () => response.destroy());
    request.pipe(onward);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, answered };
}

describe.skipIf(!onServers)('two server processes on one database and one storage', () => {
  test('act as one server: users, uploads, templates and their deletion are the same on both', async () => {
    const { url, answered } = await startTwo();
    // Both have just started on an empty database: one demo account.
    const demo = createVisitor(url);
    expectOk(await demo.api.call('login', { account: 'demo', password: PASSWORD }));
    expect(expectOk(await demo.api.call('templateList', {})).list).toHaveLength(3);

    const user = await createUser(url, 'ana');
    for (let i = 0; i < 6; i++) {
      expect(expectOk(await user.api.call('currentUser', {}))).toMatchObject({ user_name: 'ana' });
      const token = expectOk(await user.api.call('uploadToken', {}));
      // One process issues the token and the other accepts it.
      const file = createTemplateFile(`label ${i}`);
      const { key } = expectOk(await user.api.uploadTemplate(file, 'label.tprts', token.data));
      const preview = expectOk(await user.api.uploadPreview(createPng(), token.data));
      const files = { url: token.url + key, image: token.url + preview.key };
      const fields = { name: `Label ${i}`, parent_id: '', width: 10, height: 10, ...files };
      const saved = expectOk(await user.api.call('addTemplate', fields));
      expect(Buffer.from(expectOk(await user.api.fetchFile(saved.file))).equals(file)).toBe(true);
      expect(expectOk(await user.api.call('templateList', {})).count).toBe(i + 1);
    }
    const [cookie] = user.cookies;
    expectOk(await user.api.call('logout', {}));
    user.cookies.set(...(cookie ?? ['', '']));
    for (let i = 0; i < 2; i++) {
      expect(await user.api.call('templateList', {})).toMatchObject({ ok: false, error: { apiCode: 301 } });
    }
    expect(Math.min(...answered)).toBeGreaterThan(15);
  });

  test('give out each serial number once, and count every print', async () => {
    const { url } = await startTwo();
    const user = await createUser(url, 'ben');
    const template = await createSavedTemplate(user, 'Box');
    const taken = await Promise.all(
      Array.from({ length: 20 }, () =>
        user.api.call('takeCounter', {
          id: template.id,
          counter: 'abcd1234',
          kind: 'digits',
          step: 1,
          initial: '1',
          count: 1,
        }),
      ),
    );
    const values = taken.map((answer) => Number(expectOk(answer).first)).toSorted((a, b) => a - b);
    expect(values).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    await Promise.all(Array.from({ length: 20 }, () => user.api.call('countCloudUse', { id: template.id })));
    expect(expectOk(await user.api.call('getTemplate', { id: template.id })).use_num).toBe(20);
    const copies = await Promise.all(
      Array.from({ length: 10 }, () => user.api.call('copyTemplate', { id: template.id })),
    );
    expect(new Set(copies.map((copy) => expectOk(copy).name)).size).toBe(10);
  });

  test('count limits together: new accounts, wrong passwords', async () => {
    const { url } = await startTwo();
    const refused = { ok: false, error: { apiCode: 429 } };
    const made = await Promise.all(
      Array.from({ length: 26 }, (_, i) =>
        createVisitor(url).api.call('register', { user_name: `user${i}`, password: PASSWORD }),
      ),
    );
    expect(made.filter((answer) => answer.ok)).toHaveLength(20);
    expect(made.find((answer) => !answer.ok)).toMatchObject(refused);
    const guess = (): Promise<unknown> =>
      createVisitor(url).api.call('login', { account: 'user1', password: 'a wrong guess' });
    const guesses = await Promise.all(Array.from({ length: 14 }, guess));
    const admitted = guesses.filter((answer) => (answer as { error: { apiCode: number } }).error.apiCode !== 429);
    // Ten are free; the next waits a second, which may pass.
    expect(admitted.length).toBeLessThanOrEqual(12);
    expect(guesses).toContainEqual(expect.objectContaining({ error: expect.objectContaining({ apiCode: 429 }) }));
  });

  test('one may clean up while the other stores', async () => {
    const storage = await storageEnvironment(await createTestFolder());
    const first = await startMain({ ...storage, DEMO_PASSWORD: PASSWORD });
    const user = await createUser(first.url, 'carl');
    const saving = Promise.all(Array.from({ length: 10 }, (_, i) => createSavedTemplate(user, `Box ${i}`)));
    // Each start cleans up.
    await startMain(storage);
    await startMain(storage);
    for (const saved of await saving) expectOk(await user.api.fetchFile(saved.file));
    expect((await listStored(storage['DATA_DIR'] ?? '')).length).toBe(2 * 3 + 2 * 10);
  });
});

import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { CALLS } from '#protocol/api.ts';
import { INSTALLATION_USER } from '#server/accounts/installation-account.ts';
import type { Server } from '#server/app.ts';
import { tablesOf } from '#server/core/database/schema.ts';
import { deleteAccount } from '#server/personal/delete-account.ts';
import {
  addTestFont,
  createPng,
  createSavedTemplate,
  createTestFolder,
  createTestServer,
  createUser,
  createVisitor,
  pageHeaders,
  PASSWORD,
  upload,
  type TestUser,
} from './create-test-server.ts';
import { createJpeg, firstFolder, uploadCloudFile } from './cloud-uploads.ts';
import { fillRows } from './account-rows.ts';
import { createHttpConnection } from './access-things.ts';
import { createCodeServer, createReached } from './create-code-server.ts';
import { uploadPortrait } from './portrait.ts';
import { createRunEnd, createRunStart } from './print-run-factory.ts';
import { listStored, onServers } from './test-storage.ts';
import { uploadPicture } from './uploaded-picture.ts';

/** Every row of every table, as text, by its table. */
async function rowsOf({ services: { db } }: Server): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of await tablesOf(db)) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db);
    found.set(
      name,
      rows
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join('\n'),
    );
  }
  return found;
}

/** The tables with users' rows. */
async function tablesOfUsers({ services: { db } }: Server): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.filter(({ columns }) => columns.some(({ name }) => name === 'user_id')).map(({ name }) => name);
}

/** Adds one of everything that an account can have. */
async function fill(server: Server, user: TestUser): Promise<void> {
  await fillByCalls(user);
  await fillRows(server, user.user.user_id);
}

async function fillByCalls(user: TestUser): Promise<void> {
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
  const screen = await uploadPicture(user);
  expectOk(await user.api.call('addFeedback', { kind: 'idea', text: 'Secret wish', image: screen }));
  expectOk(await user.api.call('addTemplateShare', { id: saved.id, right: 'copy' }));
  expectOk(await user.api.call('submitCommon', { id: saved.id, category: 'food', description: 'Secret plan' }));
  expectOk(await user.api.call('endPrintRecord', createRunEnd()));
  expectOk(await user.api.call('addPrintReadings', { job_id: 'job-1', part: 0, readings: [] }));
  expectOk(await user.api.call('beginSecondFactor', { confirmation: PASSWORD }));
  expectOk(await user.api.call('beginAccountExport', {}));
  expectOk(await user.api.call('editTemplate', { id: saved.id, ...(await upload(user, 'second version')) }));
  const { id, revision } = expectOk(await user.api.call('getTemplate', { id: saved.id }));
  const draft = await upload(user, 'unsaved');
  expectOk(await user.api.call('saveDraft', { id, url: draft.url, revision }));
  const place = { left: 0, top: 0, width: 1, height: 1 };
  const png = Buffer.from(createPng()).toString('base64');
  expectOk(await user.api.call('saveOpeningPicture', { id, revision, look: '1280x800', ...place, png }));
  expectOk(await user.api.call('editTemplate', { id, remark: 'Secret remark', save_key: 'secret-key' }));
  const trashed = await createSavedTemplate(user, 'Secret trash');
  expectOk(await user.api.call('editTemplate', { id: trashed.id, ...(await upload(user, 'thrown away')) }));
  expectOk(await user.api.call('deleteTemplate', { id: trashed.id }));
  const image = { name: 'Secret.png', bytes: createPng(), thumbnail: createJpeg() };
  expectOk(await uploadCloudFile(user, { tid: await firstFolder(user), ...image }));
  const kit = { revision: 0, logos: [], styles: [], colors: [{ name: 'Secret red', color: '#ff0000' }] };
  expectOk(await user.api.call('saveBrandKit', { ...kit, fonts: ['Secret font'] }));
  expectOk(await user.api.call('addCloudFolder', { name: 'Secret sheets', type: 2 }));
  const program = { name: 'Secret program', scopes: ['preview' as const], days: 1, confirmation: PASSWORD };
  expectOk(await user.api.call('addApiToken', program));
  const { id: connection } = expectOk(
    await user.api.call('saveDataConnection', createHttpConnection('https://secret.example')),
  );
  const query = { connection_id: connection, name: 'Secret query', text: '', parameters: [] };
  expectOk(await user.api.call('saveDataQuery', query));
}

describe('a deleted account', () => {
  test('leaves no row, no file and no session, and others lose nothing', async () => {
    const started = await createCodeServer();
    const { url, server, dataDir } = started;
    const other = await createReached(started, 'other@example.com', 'other');
    await fill(server, other);
    await started.askCode('login', 'other@example.com');
    const before = await rowsOf(server);
    const filesBefore = await listStored(dataDir);
    const user = await createReached(started, 'gone@example.com', 'gone');
    const elsewhere = createVisitor(url);
    expectOk(await elsewhere.api.call('login', { account: 'gone', password: PASSWORD }));
    await fill(server, user);
    await started.askCode('login', 'gone@example.com');
    const filled = await rowsOf(server);
    const { user_id: id } = user.user;
    const hasRow = (name: string): boolean => filled.get(name)?.includes(`"user_id":"${id}"`) === true;
    // On PostgreSQL pg-boss has the waiting jobs.
    const tables = (await tablesOfUsers(server)).filter((name) => !(onServers && name === 'queue_job'));
    expect((await server.services.queue.depth('render')).waiting).toBe(2);
    expect(tables.filter((name) => !hasRow(name))).toEqual([]);

    expect(await user.api.call('deleteAccount', { confirmation: 'wrong' })).toMatchObject({ error: { apiCode: 209 } });
    expect((await rowsOf(server)).get('template')).toBe(filled.get('template'));
    expectOk(await user.api.call('deleteAccount', { confirmation: PASSWORD }));

    const after = await rowsOf(server);
    // Its audit log, with ids only, is kept for a year.
    expect([...after].filter(([, rows]) => rows.includes(id)).map(([name]) => name)).toEqual(['audit_entry']);
    expect(after.get('audit_entry')).toContain('accountDeleted');
    expect((await server.services.queue.depth('render')).waiting).toBe(1);
    // Payment records must be kept, but without the user.
    expect(after.get('member_order')).toContain('"user_id":null');
    const emptied = tables.filter((name) => name !== 'audit_entry' && name !== 'member_order');
    for (const name of [
      ...emptied,
      'user',
      'counter',
      'run_chunk',
      'run_file',
      'assistant_printer',
      'print_job',
      'print_page',
      'schedule_firing',
      'sent_code',
      'deleted_file',
    ]) {
      expect(after.get(name), name).toBe(before.get(name));
    }
    expect(await listStored(dataDir)).toEqual(filesBefore);
    // The anti-forgery token of any visitor remains.
    expect([...user.cookies.keys()].filter((name) => !name.includes('xsrf-token'))).toEqual([]);
    expect(expectOk(await elsewhere.api.call('currentUser', {}))).toBeNull();
    expect((await elsewhere.api.call('login', { account: 'gone', password: PASSWORD })).ok).toBe(false);
    expectOk(await createVisitor(url).api.call('register', { user_name: 'gone', password: PASSWORD }));
  });

  test.each([
    ['addFolder', { name: 'Late' }],
    ['cloudDataList', { type: 1 }],
    ['addCloudFolder', { name: 'Late', type: 2 }],
    ['uploadToken', {}],
    ['beginSecondFactor', { confirmation: PASSWORD }],
    ['beginAccountExport', {}],
    ['beginPrintRecord', createRunStart()],
  ] as const)('whose %s is under way is signed out, and nothing comes of it', async (name, input) => {
    const { url, server } = await createTestServer();
    const user = await createUser(url, 'gone');
    const later = Promise.withResolvers<void>();
    const body = Readable.from(
      (async function* () {
        yield '{';
        await later.promise;
        yield JSON.stringify(input).slice(1);
      })(),
    );
    const headers = { ...pageHeaders(user), 'content-type': 'application/json' };
    const sent = request(`${url}${CALLS[name].path}`, { method: 'POST', headers });
    body.pipe(sent);
    const answer = once(sent, 'response') as Promise<[IncomingMessage]>;
    // Its session identifies it before its body arrives.
    await once(sent, 'socket');
    expectOk(await user.api.call('deleteAccount', { confirmation: PASSWORD }));
    later.resolve();
    const [response] = await answer;
    const { code } = JSON.parse(await text(response)) as { code: number };
    // Some no longer do anything that needs the account; none fails.
    expect([200, 301]).toContain(code);
    const left = [...(await rowsOf(server))].filter(([, rows]) => rows.includes(user.user.user_id));
    expect(left.map(([name]) => name)).toEqual(['audit_entry']);
  });

  test('is deleted once by ten concurrent requests', async () => {
    const { url, server, dataDir } = await createTestServer();
    const user = await createUser(url, 'gone');
    await fill(server, user);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => user.api.call('deleteAccount', { confirmation: PASSWORD })),
    );
    expect(answers.some(({ ok }) => ok)).toBe(true);
    // The owner of the common library is no user.
    const { db } = server.services;
    const left = await db.selectFrom('user').select('id').where('id', '<>', INSTALLATION_USER).execute();
    expect(left).toEqual([]);
    expect(await listStored(dataDir)).toEqual([]);
  });

  test('whose files a killed server left loses them at the next start', async () => {
    const dataDir = await createTestFolder();
    const first = await createTestServer({ dataDir });
    const user = await createUser(first.url, 'gone');
    await fill(first.server, user);
    // The state of a server that is killed as soon as the rows are deleted.
    const { db, queue } = first.server.services;
    const killed = { ...first.server.services.files, removeDeleted: () => Promise.resolve() };
    await deleteAccount({ db, queue, files: killed }, user.user.user_id);
    await first.server.close();
    // Files that other rows of the user named until then: the others were deleted before.
    expect((await listStored(dataDir)).length).toBeGreaterThan(2);
    const again = await createTestServer({ dataDir });
    expect(await listStored(dataDir)).toEqual([]);
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

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { TemplateInfo } from '#protocol/api.ts';
import { contentOf, fill, makeBackup, otherPlace, putBack, run, signIn, start } from './backup-program.ts';
import {
  createSavedTemplate,
  createTestFolder,
  createTestServer,
  createUser,
  createVisitor,
  PASSWORD,
  upload,
} from './create-test-server.ts';
import { PASSING_TABLES } from '#server/operator/backup/archive.ts';
import { onServers, storageEnvironment } from './test-storage.ts';

test('a backup of a running server is restored elsewhere completely, and only its owner can read it', async () => {
  const folder = await createTestFolder();
  const dataDir = await createTestFolder();
  const { url } = await createTestServer({ dataDir });
  const user = await fill(url, 'ana');
  const path = join(folder, 'all.zip');
  const made = await run(['backup', '--to', path], await storageEnvironment(dataDir));
  expect(made).toMatchObject({
    status: 0,
    output: expect.stringMatching(/all\.zip: \d+ rows, 7 files \(.+ MB\), as of 20/),
  });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['all.zip']);
  // A standard zip program can read it.
  const listing = spawnSync('/usr/bin/python3', ['-m', 'zipfile', '-l', path], { encoding: 'utf8' });
  expect(listing.stdout).toContain('manifest.json');

  const newDir = await createTestFolder();
  const restored = await run(['restore', '--from', path], await storageEnvironment(newDir));
  expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('Restored from') });
  const second = await createTestServer({ dataDir: newDir });
  const before = await contentOf(user);
  expect(await contentOf(await signIn(second.url, 'ana'))).toEqual(before);
  // The copy is independent.
  expectOk(await (await signIn(second.url, 'ana')).api.call('addFolder', { name: 'More' }));
  // Sessions are not included: otherwise users who signed out since would be signed in again.
  const [cookie] = user.cookies;
  const stranger = createVisitor(second.url);
  stranger.cookies.set(...(cookie ?? ['', '']));
  expect(await stranger.api.call('templateList', {})).toMatchObject({ ok: false, error: { apiCode: 301 } });
});

test.skipIf(!onServers)('a backup from PostgreSQL and S3 is restored to SQLite and files, and back', async () => {
  const folder = await createTestFolder();
  const dataDir = await createTestFolder();
  const { url } = await createTestServer({ dataDir });
  const user = await fill(url, 'ben');
  const there = join(folder, 'there.zip');
  await makeBackup(there, await storageEnvironment(dataDir));
  const sqlite = await otherPlace();
  await putBack(there, sqlite);
  expect(await readdir(join(sqlite['DATA_DIR'] ?? '', 'files'))).toHaveLength(7);
  const back = join(folder, 'back.zip');
  await makeBackup(back, sqlite);
  const newDir = await createTestFolder();
  await putBack(back, await storageEnvironment(newDir));
  const again = await createTestServer({ dataDir: newDir });
  expect(await contentOf(await signIn(again.url, 'ben'))).toEqual(await contentOf(user));
});

test('one-time codes work after a restore: the archive contains the key that seals them', async () => {
  const folder = await createTestFolder();
  const [dataDir, path] = [await createTestFolder(), join(folder, 'keyed.zip')];
  const { url } = await createTestServer({ dataDir });
  const user = await createUser(url, 'kim');
  const { secret } = expectOk(await user.api.call('beginSecondFactor', { confirmation: PASSWORD }));
  const code = (at: number): string => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at });
  expectOk(await user.api.call('confirmSecondFactor', { code: code(Date.now()) }));
  await makeBackup(path, await storageEnvironment(dataDir));

  const newDir = await createTestFolder();
  const environment = await storageEnvironment(newDir);
  const other = { ...environment, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  await expect(putBack(path, other)).rejects.toThrow('SECRET_KEY is not the key of');
  await putBack(path, environment);
  expect(await readFile(join(newDir, 'secret.key'))).toEqual(await readFile(join(dataDir, 'secret.key')));
  expect((await stat(join(newDir, 'secret.key'))).mode & 0o777).toBe(0o600);
  const second = await createTestServer({ dataDir: newDir });
  const visitor = createVisitor(second.url);
  const asked = await visitor.api.call('login', { account: 'kim', password: PASSWORD });
  const ticket = asked.ok ? '' : (asked.error.ticket ?? '');
  expectOk(await visitor.api.call('signInSecondFactor', { ticket, code: code(Date.now() + 30_000) }));

  // The owner keeps a key from a setting.
  const given = { ...environment, SECRET_KEY: (await readFile(join(newDir, 'secret.key'), 'utf8')).trim() };
  const without = join(folder, 'without.zip');
  await makeBackup(without, given);
  expect((await readFile(without)).includes('secret.key')).toBe(false);
  await putBack(path, given, true);
});

test('short-lived rows are not backed up', async () => {
  const { server } = await createTestServer();
  const tables = await server.services.db.introspection.getTables();
  const expiring = tables.filter(({ columns }) => columns.some(({ name }) => name === 'expires_at'));
  // An ended order and an expired code are records; a link or a token is valid as long as its owner decides.
  const lasting = ['api_token', 'code_batch', 'member_order', 'template_share'];
  expect(
    expiring.map(({ name }) => name).filter((name) => !lasting.includes(name) && !PASSING_TABLES.includes(name)),
  ).toEqual([]);
  expect(PASSING_TABLES.filter((name) => !tables.some((table) => table.name === name))).toEqual([]);
});

test('existing data is replaced only on request, in one transaction, also under a running server', async () => {
  const folder = await createTestFolder();
  const [dataDir, path] = [await createTestFolder(), join(folder, 'one.zip')];
  const storage = await storageEnvironment(dataDir);
  const { url } = await createTestServer({ dataDir });
  const user = await fill(url, 'carl');
  const before = await contentOf(user);
  await makeBackup(path, storage);
  const later = await createSavedTemplate(user, 'Later');
  await createUser(url, 'late');
  expect(await run(['restore', '--from', path], storage)).toEqual({
    status: 1,
    output: 'This installation already has accounts. Use --replace to replace them with the backup.\n',
  });
  expectOk(await user.api.call('getTemplate', { id: later.id }));
  await putBack(path, storage, true);
  const again = await signIn(url, 'carl');
  expect(await contentOf(again)).toEqual(before);
  expect(await again.api.call('getTemplate', { id: later.id })).toMatchObject({ ok: false });
  expect(await createVisitor(url).api.call('login', { account: 'late', password: PASSWORD })).toMatchObject({
    ok: false,
  });
});

test.skipIf(!onServers)('a query of a running server that locks a table continues; the restore waits', async () => {
  const folder = await createTestFolder();
  const [dataDir, path] = [await createTestFolder(), join(folder, 'one.zip')];
  const storage = await storageEnvironment(dataDir);
  const { url } = await createTestServer({ dataDir });
  await fill(url, 'lena');
  await makeBackup(path, storage);
  const reader = new Client({ connectionString: storage['DATABASE_URL'] });
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('begin');
  await reader.query('select 1 from "user"');
  const putting = putBack(path, storage, true);
  await expect
    .poll(async () => {
      const { rows } = await reader.query(`select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())`);
      return rows.length;
    })
    .toBe(1);
  // The first table of all, which is locked by then. Each waits for the other now.
  await reader.query('select 1 from api_token');
  await reader.query('commit');
  await putting;
  expectOk(await signIn(url, 'lena').then(({ api }) => api.call('templateList', {})));
});

describe('an archive', () => {
  test('that is truncated, changed anywhere, or another file is rejected by name, and nothing is changed', async () => {
    const folder = await createTestFolder();
    const dataDir = await createTestFolder();
    const { url } = await createTestServer({ dataDir });
    await fill(url, 'dora');
    const path = join(folder, 'whole.zip');
    await makeBackup(path, await storageEnvironment(dataDir));
    const whole = await readFile(path);
    const target = await storageEnvironment(await createTestFolder());
    const broken = join(folder, 'broken.zip');
    const expectRefused = async (): Promise<void> => {
      await expect(putBack(broken, target)).rejects.toThrow(
        /^\S*broken\.zip (is damaged|is not a|can't be read)[^\n]*$/,
      );
    };
    await expectRefused();
    await writeFile(broken, 'no archive');
    await expectRefused();
    await writeFile(broken, whole);
    await truncate(broken, whole.length - 100);
    await expectRefused();
    // In a file, in the rows, in the list of files, in the manifest.
    for (const name of ['files/2', 'tables/template.jsonl', 'files.jsonl', 'manifest.json']) {
      const bytes = Buffer.from(whole);
      // The first byte of its content: after its name and the extra field, whose lengths are before the name.
      const named = bytes.indexOf(name);
      const at = named + bytes.readUInt16LE(named - 4) + bytes.readUInt16LE(named - 2);
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      await writeFile(broken, bytes);
      await expectRefused();
    }
    const empty = await createTestServer({ dataDir: target['DATA_DIR'] ?? '' });
    expect(await empty.server.services.db.selectFrom('user').selectAll().execute()).toEqual([]);
    expect(await empty.server.services.db.selectFrom('stored_file').selectAll().execute()).toEqual([]);
  });

  test('is unchanged until a new one is complete: a killed or stopped backup leaves the old one', async () => {
    const folder = await createTestFolder();
    const dataDir = await createTestFolder();
    const storage = await storageEnvironment(dataDir);
    const { url } = await createTestServer({ dataDir });
    const user = await fill(url, 'emil');
    for (let i = 0; i < 10; i++) await upload(user, `more ${i}`);
    const path = join(folder, 'all.zip');
    await writeFile(path, 'the old one');
    for (const signal of ['SIGKILL', 'SIGKILL', 'SIGTERM'] as const) {
      const child = start(['backup', '--to', path], storage);
      const ended = once(child, 'close');
      await expect.poll(() => existsSync(`${path}.part`) || child.exitCode !== null, { interval: 1 }).toBe(true);
      child.kill(signal);
      await ended;
      // A backup that finished before it was killed has left a complete one.
      const content = await readFile(path, 'latin1');
      if (content !== 'the old one') await putBack(path, storage, true);
    }
    await makeBackup(path, storage);
    expect(await readdir(folder)).toEqual(['all.zip']);
  });

  test('has every file of every template, also while templates are saved and deleted', async () => {
    const folder = await createTestFolder();
    const dataDir = await createTestFolder();
    const storage = await storageEnvironment(dataDir);
    const { url } = await createTestServer({ dataDir });
    const user = await fill(url, 'frida');
    const enough = new AbortController();
    const saved: TemplateInfo[] = [];
    const writer = (async () => {
      for (let i = 0; !enough.signal.aborted; i++) {
        saved.push(await createSavedTemplate(user, `Label ${i}`));
        const files = await upload(user, `again ${i}`);
        expectOk(await user.api.call('editTemplate', { id: saved[0]?.id ?? '', ...files }));
        if (i % 3 === 2) expectOk(await user.api.call('deleteTemplate', { id: saved.splice(1, 1)[0]?.id ?? '' }));
      }
    })();
    for (let round = 0; round < 2; round++) {
      const path = join(folder, `${round}.zip`);
      const known = saved.map(({ id }) => id);
      await makeBackup(path, storage);
      const newDir = await createTestFolder();
      await putBack(path, await storageEnvironment(newDir));
      const copy = await createTestServer({ dataDir: newDir });
      const visitor = await signIn(copy.url, 'frida');
      const { list } = expectOk(await visitor.api.call('templateList', { size: 100 }));
      for (const { file, image } of list) for (const one of [file, image]) expectOk(await visitor.api.fetchFile(one));
      const present = new Set(list.map(({ id }) => id));
      const stillThere = new Set(saved.map(({ id }) => id));
      expect(known.filter((id) => stillThere.has(id) && !present.has(id))).toEqual([]);
    }
    enough.abort();
    await writer;
  });
});

test.each([
  ['no word', []],
  ['no file', ['backup']],
  ['an unknown word', ['backup', '--into', 'x']],
])('%s is answered with what there is to say', async (_what, args) => {
  expect(await run(args, await otherPlace())).toMatchObject({
    status: 1,
    output: expect.stringContaining('npm run backup -- --to FILE'),
  });
});

test.skipIf(onServers)('a backup fails where there is no database', async () => {
  const { status, output } = await run(['backup', '--to', join(await createTestFolder(), 'x.zip')], await otherPlace());
  expect([status, output]).toEqual([1, expect.stringMatching(/^There is no database in /)]);
});

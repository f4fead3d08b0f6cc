import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, statfs, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keyOf } from '#server/core/files/file-store.ts';
import { expectOk } from '#model/kernel/result.ts';
import { uploadCloudFile } from './cloud-uploads.ts';
import {
  createPng,
  createSavedTemplate,
  createTemplateFile,
  createTestFolder,
  createTestServer,
  createUser,
  createVisitor,
  PASSWORD,
  type TestUser,
  pageHeaderLines,
} from './create-test-server.ts';
import { listStored, onServers, openTestBlobs, storageEnvironment } from './test-storage.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A preview of the given number of bytes. */
function createLargePng(bytes: number): Uint8Array {
  return Buffer.concat([createPng(), randomBytes(bytes - createPng().length)]);
}

async function tokenOf(user: TestUser): Promise<string> {
  return expectOk(await user.api.call('uploadToken', {})).data;
}

describe('the space of an account', () => {
  test('is not exceeded by thirty concurrent uploads', async () => {
    const spaceBytes = 1_000_000;
    const { url, server } = await createTestServer({ accountLimits: { spaceBytes } });
    const user = await createUser(url, 'ana');
    const token = await tokenOf(user);
    const uploads = await Promise.all(
      Array.from({ length: 30 }, () => user.api.uploadPreview(createLargePng(90_000), token)),
    );
    const kept = uploads.filter((answer) => answer.ok);
    expect(kept.length).toBeGreaterThan(0);
    for (const answer of uploads) if (!answer.ok) expect(answer.error).toMatchObject({ apiCode: 402 });
    const { db } = server.services;
    const { used } = await db
      .selectFrom('stored_file')
      .select((eb) => eb.fn.sum<number>('bytes').as('used'))
      .executeTakeFirstOrThrow();
    expect(used).toBe(kept.length * 90_000);
    expect(used).toBeLessThanOrEqual(spaceBytes);
    // All unused reservations are released: the rest can be filled.
    await expect.poll(() => db.selectFrom('upload_reservation').selectAll().execute()).toEqual([]);
    const rest = Math.floor((spaceBytes - used) / 90_000);
    for (let i = 0; i < rest - 1; i++) expectOk(await user.api.uploadPreview(createLargePng(90_000), token));
  });

  test('is released when an upload is interrupted or rejected', async () => {
    const { url, server } = await createTestServer({ accountLimits: { spaceBytes: 3_000_000 } });
    const user = await createUser(url, 'ben');
    const token = await tokenOf(user);
    const { db } = server.services;
    const reserved = (): Promise<number> =>
      db
        .selectFrom('upload_reservation')
        .selectAll()
        .execute()
        .then((rows) => rows.length);
    const socket = halfUpload(url, user, token, 2_000_000);
    await expect.poll(reserved).toBe(1);
    expect(await user.api.uploadPreview(createLargePng(1_900_000), token)).toMatchObject({
      error: { apiCode: 402, message: 'Your cloud space of 2.9 MB is full.' },
    });
    socket.destroy();
    await expect.poll(reserved).toBe(0);
    expect(await user.api.uploadPreview(Buffer.from('no picture'), token)).toMatchObject({ error: { apiCode: 209 } });
    await expect.poll(reserved).toBe(0);
    expectOk(await user.api.uploadPreview(createLargePng(1_900_000), token));
  });

  test('is also limited by the number of files and of upload tokens', async () => {
    const { url } = await createTestServer({ accountLimits: { maxFiles: 3, maxUploadTokens: 2 } });
    const user = await createUser(url, 'carl');
    const tokens = [await tokenOf(user), await tokenOf(user), await tokenOf(user)];
    expect(await user.api.uploadPreview(createPng(), tokens[0] ?? '')).toMatchObject({ error: { apiCode: 401 } });
    for (const token of [tokens[1], tokens[2], tokens[2]]) {
      expectOk(await user.api.uploadPreview(createPng(), token ?? ''));
    }
    expect(await user.api.uploadPreview(createPng(), tokens[2] ?? '')).toMatchObject({
      error: {
        apiCode: 402,
        message:
          'An account has at most 3 files. Delete templates, fonts or cloud files that you no longer need, and empty the trash.',
      },
    });
  });
});

describe('data that a killed server leaves behind', () => {
  test('during uploads is deleted when no upload can be in progress any more, and answered uploads are kept', async () => {
    const dataDir = join(await createTestFolder(), 'data');
    const first = await startMain(dataDir);
    const user = await createUser(first.url, 'dora');
    const saved = await createSavedTemplate(user, 'Box');
    const token = await tokenOf(user);
    halfUpload(first.url, user, token, 1_500_000).on('error', () => undefined);
    const { db } = (await createTestServer({ dataDir })).server.services;
    const reserved = (): Promise<unknown[]> => db.selectFrom('upload_reservation').selectAll().execute();
    await expect.poll(reserved).toHaveLength(1);
    await first.kill();
    // As if the server had been killed between storing a file and writing its row.
    const blobs = await openTestBlobs(dataDir);
    await blobs.put('20260101abcdefghijkmnpqs.png', Buffer.from('orphan'));

    // Another process may be in the middle of both: they are kept for now.
    const second = await startMain(dataDir);
    const again = createVisitor(second.url);
    expectOk(await again.api.call('login', { account: 'dora', password: PASSWORD }));
    expect(await reserved()).toHaveLength(1);
    await second.kill();
    const third = await createTestServer({ dataDir, now: () => Date.now() + 2 * HOUR_MS });
    await third.server.services.files.removeLeftovers();
    expect(await reserved()).toEqual([]);
    expect(await listStored(dataDir)).not.toContain('20260101abcdefghijkmnpqs.png');
    expectOk(await createVisitor(third.url).api.call('login', { account: 'dora', password: PASSWORD }));
    expect(await third.server.services.files.find(user.user.user_id, keyOf(saved.file))).not.toBeNull();
    expect(await blobs.exists(keyOf(saved.file))).toBe(true);
  });

  test.skipIf(onServers)('in the folder of files is deleted, but no recent file, and no other file', async () => {
    const { server, dataDir, url } = await createTestServer();
    const folder = join(dataDir, 'files');
    const names = [
      '20260101abcdefghijkmnpqr.png.part',
      '20260101abcdefghijkmnpqs.tprts',
      '20260101abcdefghijkmnpqt.png',
      '20260101abcdefghijkmnpqu.png.part',
      'notes.txt',
    ];
    const [draft = '', orphan = '', young = '', youngDraft = '', notOurs = ''] = names;
    for (const name of names) await writeFile(join(folder, name), 'x');
    for (const name of [draft, orphan, notOurs]) await utimes(join(folder, name), 0, (Date.now() - 2 * HOUR_MS) / 1000);
    // The database has no file: it is more likely new than all these old.
    await server.services.files.removeLeftovers();
    expect((await readdir(folder)).toSorted()).toEqual([orphan, young, youngDraft, notOurs]);
    await createSavedTemplate(await createUser(url, 'emil'), 'Box');
    await server.services.files.removeLeftovers();
    expect(await readdir(folder)).toEqual(expect.arrayContaining([young, youngDraft, notOurs]));
    expect(await readdir(folder)).not.toContain(orphan);
  });
});

const mounted = !onServers && process.platform === 'linux' && process.getuid?.() === 0 && canMount();

describe('a full disk', () => {
  test.skipIf(!mounted)(
    '(a small file system mounted as root): writes report it, sign-in and reading still work',
    async () => {
      const dataDir = join(await createTestFolder(), 'small');
      await mkdir(dataDir);
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', dataDir]).status).toBe(0);
      onTestFinished(() => void spawnSync('umount', ['-l', dataDir]));
      const lines: Error[] = [];
      const { url, server } = await createTestServer({ dataDir, onError: (error) => lines.push(error) });
      const user = await createUser(url, 'fred');
      const saved = await createSavedTemplate(user, 'Box');
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      const token = await tokenOf(user);
      const file = createTemplateFile('more');
      const tid = expectOk(await user.api.call('cloudDataList', { type: 1 })).list[0]?.id ?? '';

      const { bavail, bsize } = await statfs(dataDir);
      const filler = join(dataDir, 'filler');
      await writeFile(filler, Buffer.alloc(bavail * bsize, 1)).catch(() => undefined);
      expect((await statfs(dataDir)).bavail).toBe(0);

      const health = await fetch(`${url}/healthz`);
      expect([health.status, await health.json()]).toEqual([503, { status: 'failing', reason: 'disk' }]);
      for (let i = 0; i < 5; i++) {
        expect(await user.api.uploadTemplate(file, 'more.tprts', token)).toMatchObject({
          error: {
            apiCode: 507,
            message: 'The server’s disk is full, so nothing was saved. Please tell the people who run it.',
          },
        });
      }
      expect(await uploadCloudFile(user, { tid, name: 'a.png', bytes: createPng() })).toMatchObject({
        error: { code: 507 },
      });
      // Existing sessions remain valid; others sign in; existing templates can be read, renamed and deleted.
      for (let i = 0; i < 100; i++) {
        const visitor = createVisitor(url);
        expectOk(await visitor.api.call('login', { account: 'fred', password: PASSWORD }));
        expectOk(await visitor.api.fetchFile(saved.file));
        expectOk(await visitor.api.call('logout', {}));
      }
      expectOk(await user.api.call('editTemplate', { id: saved.id, name: 'Renamed' }));
      expectOk(await user.api.call('templateList', {}));
      expectOk(await user.api.call('deleteTemplate', { id: saved.id }));
      expect((await readdir(join(dataDir, 'files'))).filter((name) => name.endsWith('.part'))).toEqual([]);
      expect(lines).toEqual([]);

      await rm(filler);
      expectOk(await user.api.uploadTemplate(file, 'more.tprts', token));
      await server.close();
    },
  );
});

test.skipIf(onServers)(
  'a database that can’t grow is reported by every call that writes, and by the server’s health',
  async () => {
    const { url, server } = await createTestServer();
    const user = await createUser(url, 'gerd');
    const saved = await createSavedTemplate(user, 'Box');
    const { db } = server.services;
    const pages = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql`pragma max_page_count = ${sql.lit(pages.rows[0]?.page_count ?? 0)}`.execute(db);
    await sql`create table filler (bytes blob)`.execute(db);
    const fill = async (bytes: number): Promise<void> => {
      for (;;) await sql`insert into filler values (zeroblob(${bytes}))`.execute(db);
    };
    for (const bytes of [100_000, 4000, 10]) await expect(fill(bytes)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    const copies = [];
    for (let i = 0; i < 40; i++) copies.push(await user.api.call('copyTemplate', { id: saved.id }));
    const refused = copies.filter((answer) => !answer.ok);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(answer).toMatchObject({ error: { apiCode: 507 } });
    const health = await fetch(`${url}/healthz`);
    expect([health.status, await health.json()]).toEqual([503, { status: 'failing', reason: 'disk' }]);
    expectOk(await user.api.fetchFile(saved.file));
    await sql`drop table filler`.execute(db);
    expectOk(await user.api.call('copyTemplate', { id: saved.id }));
  },
);

function canMount(): boolean {
  const probe = spawnSync('sh', [
    '-c',
    'd=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs "$d" && umount "$d"; s=$?; rmdir "$d"; exit $s',
  ]);
  return probe.status === 0;
}

/** Sends the head and the first half of an upload, and keeps the connection open. */
function halfUpload(url: string, user: TestUser, token: string, bytes: number): ReturnType<typeof connect> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /upload/image HTTP/1.1',
    `host: ${host}`,
    pageHeaderLines(user).trimEnd(),
    `authorization: UpToken ${token}`,
    'content-type: application/octet-stream',
    `content-length: ${bytes}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${'A'.repeat(bytes / 2)}`);
  return socket;
}

/** The server as a process of its own, to be killed. */
async function startMain(dataDir: string): Promise<{ url: string; kill: () => Promise<void> }> {
  const child: ChildProcess = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      ...(await storageEnvironment(dataDir)),
      PORT: '0',
      DEMO_PASSWORD: 'chosen for tests',
      LANG: 'en_US.UTF-8',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout?.on('data', (piece: Buffer) => (output += piece.toString()));
  await expect.poll(() => output).toContain('ready at');
  const url = /ready at (\S+)/.exec(output)?.[1] ?? '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

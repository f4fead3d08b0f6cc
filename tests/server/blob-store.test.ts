import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server, request as forward } from 'node:http';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { BlobDamaged, BlobMissing, StorageAway, type BlobStore } from '#server/core/files/blob-store.ts';
import { openFolderBlobs } from '#server/core/files/folder-blobs.ts';
import { openS3Blobs } from '#server/core/files/s3-blobs.ts';
import type { S3Settings } from '#server/core/files/s3-client.ts';
import { createTestFolder } from './create-test-server.ts';

const servers = inject('storage');
const KEY = '20260101abcdefghijkmnpqr.png';
const OTHER = '20260101abcdefghijkmnpqs.tprts';

function settingsOf(s3: S3Settings): S3Settings {
  return { ...s3, prefix: `${randomBytes(6).toString('hex')}/deep/` };
}

/** The implementation that this project of tests runs on. */
async function createBlobs(): Promise<BlobStore> {
  if (servers?.s3 !== undefined) return openS3Blobs(settingsOf(servers.s3));
  return openFolderBlobs(await createTestFolder());
}

async function keysOf(blobs: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of blobs.list()) keys.push(key);
  return keys.toSorted();
}

describe('a blob store', () => {
  test('returns stored bytes: none, few, many', async () => {
    const blobs = await createBlobs();
    for (const bytes of [0, 1, 70_000, 20_000_000]) {
      const content = randomBytes(bytes);
      await blobs.put(KEY, content);
      expect((await buffer(blobs.open(KEY))).equals(content)).toBe(true);
    }
  });

  test('returns a range, both ends included, also one beyond the end', async () => {
    const blobs = await createBlobs();
    await blobs.put(KEY, Buffer.from('0123456789'));
    expect((await buffer(blobs.open(KEY, { start: 2, end: 4 }))).toString()).toBe('234');
    expect((await buffer(blobs.open(KEY, { start: 8, end: 99 }))).toString()).toBe('89');
  });

  test('lists its keys, and only its own', async () => {
    const blobs = await createBlobs();
    const other = await createBlobs();
    expect(await keysOf(blobs)).toEqual([]);
    await blobs.put(KEY, Buffer.from('a'));
    await blobs.put(OTHER, Buffer.from('b'));
    await other.put(OTHER, Buffer.from('c'));
    expect(await keysOf(blobs)).toEqual([KEY, OTHER]);
    for await (const { putAt } of blobs.list()) expect(Math.abs(Date.now() - putAt)).toBeLessThan(60_000);
    expect([await blobs.exists(KEY), await other.exists(KEY)]).toEqual([true, false]);
  });

  test('deletes, and a deleted key is missing', async () => {
    const blobs = await createBlobs();
    await blobs.put(KEY, Buffer.from('a'));
    await blobs.delete(KEY);
    await blobs.delete(KEY);
    expect(await blobs.exists(KEY)).toBe(false);
    await expect(buffer(blobs.open(KEY))).rejects.toThrow(BlobMissing);
    expect(await keysOf(blobs)).toEqual([]);
  });

  test('stores nothing of an aborted put, and stops an aborted list', async () => {
    const blobs = await createBlobs();
    const reason = new Error('enough');
    const aborted = AbortSignal.abort(reason);
    await expect(blobs.put(KEY, Buffer.from('a'), aborted)).rejects.toBe(reason);
    expect(await blobs.exists(KEY)).toBe(false);
    await blobs.put(KEY, Buffer.from('a'));
    await expect(blobs.list(aborted)[Symbol.asyncIterator]().next()).rejects.toBe(reason);
  });

  test('handles thirty concurrent puts, and thirty disconnecting readers', async () => {
    const blobs = await createBlobs();
    const keys = Array.from(
      { length: 30 },
      (_, i) => `20260101abcdefghijkmnp${String.fromCharCode(97 + (i % 26))}${i < 26 ? 'a' : 'b'}.png`,
    );
    await Promise.all(keys.map((key) => blobs.put(key, randomBytes(50_000))));
    expect(await keysOf(blobs)).toEqual(keys.toSorted());
    for (const key of keys) {
      const stream = blobs.open(key);
      await once(stream, 'readable');
      stream.destroy();
    }
    expect(await buffer(blobs.open(keys[0] ?? ''))).toHaveLength(50_000);
  });
});

test.skipIf(servers !== undefined)('the folder keeps other files, and deletes only old drafts', async () => {
  const folder = await createTestFolder();
  const blobs = openFolderBlobs(folder);
  await mkdir(join(folder, 'sub'));
  for (const name of [`${KEY}.part`, 'notes.txt', 'notes.part']) await writeFile(join(folder, name), 'x');
  expect(await keysOf(blobs)).toEqual([]);
  await blobs.removeDrafts(Date.now() - 60_000);
  expect(await readdir(folder)).toHaveLength(4);
  await blobs.removeDrafts(Date.now() + 60_000);
  expect((await readdir(folder)).toSorted()).toEqual(['notes.part', 'notes.txt', 'sub']);
});

describe.skipIf(servers === undefined)('S3', () => {
  const s3 = servers?.s3 as S3Settings;

  test.each([
    [
      'a wrong secret',
      { secretAccessKey: 'wrong' },
      /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: .+ \(SignatureDoesNotMatch\)/,
    ],
    ['a user that there is not', { accessKeyId: 'test:nobody' }, /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: /],
    ['a bucket that there is not', { bucket: 'none' }, /^S3_BUCKET: there is no bucket "none"/],
    [
      'nobody who listens',
      { endpoint: 'http://127.0.0.1:4' },
      /^S3_ENDPOINT: http:..127.0.0.1:4 can't be used. .+ECONNREFUSED/,
    ],
  ])('%s is named before the first file', async (_what, wrong, line) => {
    const opening = openS3Blobs({ ...s3, ...wrong });
    await expect(opening).rejects.toThrow(line);
    await expect(opening).rejects.not.toThrow(/only-for-tests|wrong/);
  });

  test('retries after temporary faults of a server, and reports a permanent one', async () => {
    let stumbles = 0;
    let asked = 0;
    const { settings } = await startBetween(s3, (_request, response) => {
      asked++;
      if (stumbles-- <= 0) return false;
      response.writeHead(503, { 'retry-after': '1' }).end('<Error><Code>SlowDown</Code></Error>');
      return true;
    });
    const blobs = await openS3Blobs(settings);
    asked = 0;
    stumbles = 2;
    await blobs.put(KEY, Buffer.from('kept'));
    expect(asked).toBe(3);
    stumbles = 1;
    expect((await buffer(blobs.open(KEY))).toString()).toBe('kept');
    stumbles = 100;
    await expect(blobs.exists(KEY)).rejects.toThrow(StorageAway);
    stumbles = 100;
    const abort = new AbortController();
    const waiting = blobs.exists(KEY, abort.signal);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    stumbles = 0;
    blobs.close();
    await expect(blobs.exists(KEY)).rejects.toThrow('closing');
  });

  test('a full storage is reported like a full disk', async () => {
    let full = false;
    const { settings } = await startBetween(s3, (_request, response) => {
      if (full) response.writeHead(507).end('<Error><Code>QuotaExceeded</Code></Error>');
      return full;
    });
    const blobs = await openS3Blobs(settings);
    full = true;
    await expect(blobs.put(KEY, Buffer.from('a'))).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  test('bytes changed in transit or in the storage are rejected', async () => {
    const settings = settingsOf(s3);
    const blobs = await openS3Blobs(settings);
    let damaged = false;
    const between = await startBetween(settings, (request, response) => {
      if (!damaged) return false;
      if (request.method === 'GET') {
        response.writeHead(200, { 'x-amz-meta-sha256': 'a'.repeat(64) }).end('other bytes');
        return true;
      }
      // The body is sent with one byte changed: the storage must notice.
      void buffer(request).then((body) => {
        body[0] = (body[0] ?? 0) ^ 1;
        pass(settings.endpoint, request, response, body);
      });
      return true;
    });
    const far = await openS3Blobs(between.settings);
    damaged = true;
    await expect(far.put(KEY, Buffer.from('bytes'))).rejects.toThrow(/the storage answered 4\d\d/);
    damaged = false;
    expect(await blobs.exists(KEY)).toBe(false);
    await far.put(KEY, Buffer.from('bytes'));
    damaged = true;
    await expect(buffer(far.open(KEY))).rejects.toThrow(BlobDamaged);
  });
});

/** A server in front of the storage: `answer` returns false for requests to forward. */
async function startBetween(
  s3: S3Settings,
  answer: (...call: Parameters<RequestListener>) => boolean,
): Promise<{ settings: S3Settings }> {
  const server: Server = createServer((request, response) => {
    if (!answer(request, response)) pass(s3.endpoint, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    settings: {
      ...s3,
      endpoint: `http://127.0.0.1:${port}`,
      prefix: s3.prefix === '' ? settingsOf(s3).prefix : s3.prefix,
    },
  };
}

function pass(
  endpoint: string,
  request: Parameters<RequestListener>[0],
  response: Parameters<RequestListener>[1],
  body?: Buffer,
): void {
  const onward = forward(
    new URL(request.url ?? '', endpoint),
    // The signature covers the host.
    { method: request.method, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    },
  );
  onward.once('error', () => response.destroy());
  if (body === undefined) request.pipe(onward);
  else onward.end(body);
}

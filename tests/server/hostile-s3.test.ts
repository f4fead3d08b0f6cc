import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BlobDamaged, StorageAway, type BlobStore } from '#server/core/files/blob-store.ts';
import { openFileStore } from '#server/core/files/file-store.ts';
import { S3_LIMITS } from '#server/core/files/s3-client.ts';
import { openS3Blobs } from '#server/core/files/s3-blobs.ts';
import { longestTurnMs } from '#tests/support/longest-turn.ts';
import { createTestServer, createUser } from './create-test-server.ts';

const KEY = '20260101abcdefghijkmnpqr.png';
const SECRET = 'the secret of the bucket';
const PART = Buffer.alloc(64 * 1024, 'x');
const LIMITS = { ...S3_LIMITS, attempts: 2, firstPauseMs: 1, answerMs: 1_000, bytes: 2 ** 20 };
const EMPTY = '<ListBucketResult></ListBucketResult>';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

interface Hostile {
  readonly blobs: BlobStore;
  readonly requests: readonly string[];
  /** Bytes that were written to clients. */
  readonly sent: () => number;
}

async function listen(answer: Answer): Promise<{ url: string; requests: string[]; sent: () => number }> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.on('error', () => undefined);
    request.on('error', () => undefined).resume();
    answer(response, request);
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const sent = (): number => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0);
  return { url: `http://127.0.0.1:${port}`, requests, sent };
}

/** A bucket that behaves normally until it is open. */
async function openHostile(answer: Answer): Promise<Hostile> {
  let isOpen = false;
  const { url, requests, sent } = await listen((response, request) => {
    if (isOpen) answer(response, request);
    else response.end(EMPTY);
  });
  const settings = {
    endpoint: url,
    bucket: 'labels',
    accessKeyId: 'us',
    secretAccessKey: SECRET,
    region: 'eu',
    prefix: 'deep/',
    serverSideEncryption: null,
  };
  const blobs = await openS3Blobs(settings, LIMITS);
  onTestFinished(() => blobs.close());
  isOpen = true;
  requests.length = 0;
  return { blobs, requests, sent };
}

const endless =
  (status: number, headers: Record<string, string> = {}, first = ''): Answer =>
  (response) => {
    response.writeHead(status, headers).write(first);
    const more = (): void => {
      while (!response.destroyed && response.write(PART));
    };
    response.on('drain', more);
    more();
  };
const trickle =
  (status: number, first = ''): Answer =>
  (response) => {
    response.writeHead(status).write(first);
    const timer = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(timer));
  };
const whole =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);
const entry = (key: string): string =>
  `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`;
const page = (entries: string, token: string | null = null): string =>
  `<ListBucketResult>${entries}${token === null ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`}</ListBucketResult>`;

async function keysOf(blobs: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of blobs.list()) keys.push(key);
  return keys;
}

const CALLS: Readonly<Record<string, (blobs: BlobStore) => Promise<unknown>>> = {
  put: (blobs) => blobs.put(KEY, Buffer.from('a')),
  get: (blobs) => buffer(blobs.open(KEY)),
  exists: (blobs) => blobs.exists(KEY),
  delete: (blobs) => blobs.delete(KEY),
  list: keysOf,
};

/** The outcome of a call: `ok`, or its error. None takes long, much memory, or names the secret. */
async function outcomeOf(call: string, answer: Answer): Promise<unknown> {
  const { blobs, sent } = await openHostile(answer);
  let outcome: unknown = 'ok';
  const longest = await longestTurnMs(async () => {
    outcome = await CALLS[call]?.(blobs).then(
      () => 'ok',
      (error: unknown) => error,
    );
  });
  expect(longest).toBeLessThan(200);
  // The data in the sockets' buffers beyond what is read.
  expect(sent()).toBeLessThan(40 * 2 ** 20);
  expect(String(outcome)).not.toContain(SECRET);
  return outcome;
}

describe('a hostile storage', () => {
  test.each(['put', 'get', 'exists', 'delete', 'list'])(
    'that answers %s with an endless error is aborted',
    async (call) => {
      // An answer to HEAD has no body.
      if (call === 'exists') return;
      expect(await outcomeOf(call, endless(403))).toBeInstanceOf(StorageAway);
      expect(await outcomeOf(call, endless(500, {}, '<Code>InternalError</Code>'))).toBeInstanceOf(StorageAway);
    },
  );

  test.each(['put', 'get', 'delete', 'list'])(
    'that answers %s with an error a byte at a time is aborted',
    async (call) => {
      expect(await outcomeOf(call, trickle(403))).toBeInstanceOf(StorageAway);
    },
  );

  test.each(Object.keys(CALLS))('that never answers %s is given up, also where garbage is collected', async (call) => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { blobs } = await openHostile(() => undefined);
    const timer = setInterval(collect, 100);
    onTestFinished(() => clearInterval(timer));
    await expect(CALLS[call]?.(blobs)).rejects.toThrow(StorageAway);
  });

  test.each(['put', 'delete'])('whose success of %s has no end costs nothing', async (call) => {
    expect(await outcomeOf(call, endless(200))).toBe('ok');
  });

  test.each([
    ['301', 301],
    ['302', 302],
    ['303', 303],
    ['307', 307],
    ['308', 308],
  ])('that redirects with %s leads to no other address', async (_what, status) => {
    const metadata = await listen(whole(200, 'credentials of the machine'));
    for (const call of Object.keys(CALLS)) {
      const { blobs } = await openHostile(whole(status, '', { location: `${metadata.url}/latest/meta-data` }));
      await expect(CALLS[call]?.(blobs)).rejects.toThrow(/the storage answered 30\d/);
    }
    expect(metadata.requests).toEqual([]);
  });

  test.each<[string, Answer, object]>([
    ['has no end', endless(200), StorageAway],
    ['has no end and a length of a petabyte', endless(200, { 'content-length': String(2 ** 50) }), StorageAway],
    ['comes a byte at a time', trickle(200), StorageAway],
    [
      'ends before its length',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half');
        setTimeout(() => response.destroy(), 50);
      },
      StorageAway,
    ],
    [
      'is other bytes than were put',
      whole(200, 'other', { 'x-amz-meta-sha256': createHash('sha256').update('put').digest('hex') }),
      BlobDamaged,
    ],
    ['has a digest that is none', whole(200, 'other', { 'x-amz-meta-sha256': '../..' }), BlobDamaged],
  ])('whose file %s gives none', async (_what, answer, error) => {
    expect(await outcomeOf('get', answer)).toBeInstanceOf(error as new () => Error);
  });

  test.each<[string, Answer]>([
    ['the whole file', whole(200, 'abcdefghij')],
    ['more than the part', whole(206, 'abcdefghij')],
    ['without an end', endless(206)],
  ])('that answers a request for a part with %s gives none', async (_what, answer) => {
    const { blobs } = await openHostile(answer);
    await expect(buffer(blobs.open(KEY, { start: 2, end: 4 }))).rejects.toThrow(/damaged|too large/);
  });

  test.each<[string, Answer]>([
    ['no XML', whole(200, '{"Contents":[]}')],
    ['half a page', whole(200, '<ListBucketResult><Contents><Key>a</Key>')],
    [
      'entities that grow',
      whole(
        200,
        `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>${page(entry('&b;'.repeat(1000)))}`,
      ),
    ],
    [
      'an entity that is a file',
      whole(200, `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>${page(entry('&a;'))}`),
    ],
    ['elements without an end', endless(200, {}, '<ListBucketResult>')],
    ['a hundred thousand levels', whole(200, '<a>'.repeat(100_000))],
    [
      'a hundred thousand levels that are closed',
      whole(200, `<ListBucketResult>${'<a>'.repeat(60_000)}${'</a>'.repeat(60_000)}<Contents/></ListBucketResult>`),
    ],
    ['a page of ten megabytes', whole(200, page(entry(`deep/${KEY}`).repeat(100_000)))],
    ['keys that are none', whole(200, page('<Contents><Key><a/></Key></Contents>'))],
    ['a name of the language', whole(200, page('<Contents><__proto__><Key>a</Key></__proto__></Contents>'))],
    ['the same place to go on at again and again', whole(200, page(entry(`deep/${KEY}`), 'again'))],
    [
      'two places to go on at, in turn',
      (response, request) =>
        whole(200, page('', (request.url ?? '').includes('token=a') ? 'b' : 'a'))(response, request),
    ],
  ])('whose list is %s has none', async (_what, answer) => {
    expect(await outcomeOf('list', answer)).toBeInstanceOf(StorageAway);
  });

  test('provides only the server’s keys, even if it lists others', async () => {
    const names = [
      '../../etc/passwd',
      '..%2f..%2fpasswd',
      `../${KEY}`,
      `${KEY}/../x`,
      `${KEY}\u0000.png`,
      '',
      '/',
      KEY,
    ];
    const listed = page(
      [...names.map((name) => entry(`deep/${name.replaceAll('\u0000', '')}`)), entry(KEY), entry(`other/${KEY}`)].join(
        '',
      ),
    );
    const { blobs } = await openHostile(whole(200, listed));
    expect(await keysOf(blobs)).toEqual([KEY]);
  });
});

test('a user gets no file that is shorter or longer than the stored one', async () => {
  const { server, url } = await createTestServer();
  const { user } = await createUser(url, 'user');
  const { db, now } = server.services;
  let stored = Buffer.from('0123456789');
  const { blobs } = await openHostile((response, request) => {
    if (request.method === 'GET') whole(200, stored)(response, request);
    else response.end();
  });
  const files = openFileStore(blobs, db, now);
  const key = await files.add(user.user_id, 'template', 'tprt', stored);
  const read = async (): Promise<string> => {
    const file = await files.find(user.user_id, key);
    return file === null ? 'none' : (await buffer(file.open())).toString();
  };
  expect(await read()).toBe('0123456789');
  for (const wrong of ['012345678', '0123456789x', '']) {
    stored = Buffer.from(wrong);
    await expect(read()).rejects.toThrow(BlobDamaged);
  }
});

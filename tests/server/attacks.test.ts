import { gzipSync } from 'node:zlib';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TSchema } from 'typebox';
import { crc32 } from '#model/kernel/crc32.ts';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, CALLS, UPLOAD_IMAGE_PATH, type CallName, type UploadToken } from '#protocol/api.ts';
import { SEED } from '#tests/support/seed.ts';
import {
  createPng,
  createSavedTemplate,
  createSuiteServer,
  createUser,
  createVisitor,
  PASSWORD,
  upload,
  type TestUser,
  type TestVisitor,
} from './create-test-server.ts';
import { keepState } from './kept-state.ts';

const NAMES = Object.keys(CALLS) as CallName[];
const JSON_TYPE = { 'content-type': 'application/json' };
const KNOWN_CODES = new Set<number>(Object.values(API_CODES));

async function post(
  visitor: TestVisitor,
  name: CallName,
  body: string,
): Promise<{ status: number; code: number; text: string }> {
  const { method, path } = CALLS[name];
  const response = await (method === 'GET'
    ? visitor.fetch(`${path}?language=${encodeURIComponent(body.slice(0, 500))}`)
    : visitor.fetch(path, { method, body, headers: JSON_TYPE }));
  const text = await response.text();
  const envelope = JSON.parse(text) as { code: number };
  return { status: response.status, code: envelope.code, text };
}

/** An attacker's values for a field. */
const ODD_VALUES: readonly unknown[] = [
  '',
  "' or 1=1 --",
  '%',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'a\r\nSet-Cookie: token=stolen',
  'nul\u0000byte',
  '\ud800 alone',
  '\u202Egnp.exe',
  'x'.repeat(20_000),
  -1,
  1e308,
  null,
  [],
  {},
  [[['nested']]],
  { $gt: '' },
  true,
];

/** How many of the values each field gets; all of them at night. Over all fields every value is used many times. */
const VALUES_PER_FIELD = process.env['EVERY_STORAGE'] === '1' ? ODD_VALUES.length : 3;

/** A sample of the values, seeded by the run and the text. */
function sampled(values: readonly unknown[], of: string): readonly unknown[] {
  return (
    fc.sample(fc.shuffledSubarray([...values], { minLength: VALUES_PER_FIELD, maxLength: VALUES_PER_FIELD }), {
      numRuns: 1,
      seed: SEED + crc32(Buffer.from(of)),
    })[0] ?? []
  );
}

function fieldsOf(name: CallName): string[] {
  return Object.keys((CALLS[name].input as TSchema & { properties?: object }).properties ?? {});
}

describe('hostile content in a request', () => {
  const suiteServer = createSuiteServer();
  const ends: (() => Promise<void>)[] = [];
  const account = 'owner';
  let user: TestUser;
  let sound: Readonly<Record<string, unknown>>;
  let putBack: () => Promise<void>;
  let isChanged = false;

  beforeAll(async () => {
    user = await createUser(suiteServer().url, account);
    const { id } = await createSavedTemplate(user, 'Mine');
    sound = { id, name: 'n', job_id: 'job', account, password: PASSWORD };
    putBack = await keepState(suiteServer(), [user], (end) => ends.push(end));
  });
  afterEach(async () => {
    if (isChanged) await putBack();
    isChanged = false;
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  // First: the calls below use up what a user may send in a minute.
  test('a deep, long or prototype-polluting body is rejected before any call sees it', async () => {
    const deep = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await post(user, 'addFolder', deep)).code).toBe(API_CODES.invalid);
    expect((await post(user, 'addFolder', `{"name":"${'x'.repeat(300_000)}"}`)).code).toBe(API_CODES.tooLarge);
    for (const body of [
      '{"name":"a","__proto__":{"polluted":true}}',
      '{"name":"a","constructor":{"prototype":{"polluted":true}}}',
      '{"name":"a","user_id":{"__proto__":{"polluted":true}}}',
    ]) {
      expect((await post(user, 'addFolder', body)).code).toBe(API_CODES.invalid);
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect((await post(user, 'addFolder', JSON.stringify({ name: 'a\u0000b' }))).code).toBe(API_CODES.invalid);
    for (const body of ['[]', 'null', '"text"', '12', '']) {
      expect((await post(user, 'addFolder', body)).code).toBe(API_CODES.invalid);
    }
  });

  test.each(NAMES)('%s answers with an envelope, and never fails', async (name) => {
    for (const field of [...fieldsOf(name), 'unknown_field']) {
      for (const value of sampled(ODD_VALUES, `${name} ${field}`)) {
        const body = JSON.stringify({ ...sound, [field]: value });
        const { status, code } = await post(user, name, body);
        expect([KNOWN_CODES.has(code), status >= 500, body.slice(0, 80)]).toEqual([true, false, body.slice(0, 80)]);
        if (code === API_CODES.success) isChanged = true;
        if (name === 'logout' && code === API_CODES.success) {
          expectOk(await user.api.call('login', { account, password: PASSWORD }));
        }
      }
    }
  });

  test('a line break in a header or a path makes no second header and no second request', async () => {
    const { url } = suiteServer();
    const answers = (head: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1');
        let text = '';
        socket.on('data', (piece: Buffer) => (text += piece.toString()));
        socket.on('close', () => resolve(text));
        socket.on('error', reject);
        socket.end(head);
      });
    const split = await answers(
      'GET /index%0d%0aset-cookie:%20a=b HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
    );
    expect(split.toLowerCase()).not.toContain('set-cookie');
    const bare = await answers('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nLanguage: zh\rX: y\r\nConnection: close\r\n\r\n');
    expect(bare).toMatch(/^HTTP\/1\.1 400 /);
    const smuggled = await answers(
      'POST /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    );
    expect(smuggled).toMatch(/^HTTP\/1\.1 400 /);
    expect(smuggled.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe('an upload with a wrong type', () => {
  const suiteServer = createSuiteServer();
  let user: TestUser;
  let token: UploadToken;
  beforeAll(async () => {
    user = await createUser(suiteServer().url, 'owner');
    token = expectOk(await user.api.call('uploadToken', {}));
  });

  const html = '<html><script>alert(document.cookie)</script>';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  const gifScript = Buffer.from('GIF89a/*....*/=alert(1)');

  test.each([
    ['a drawing with a script', Buffer.from(svg)],
    ['a page', Buffer.from(html)],
    ['a GIF that is a script', gifScript],
    ['a picture of a million by a million dots', createPng(1_000_000, 1_000_000)],
    ['a picture without end', createPng(2 ** 31 - 1, 1)],
  ])('%s is no preview', async (_what, bytes) => {
    expect((await user.api.uploadPreview(bytes, token.data)).ok).toBe(false);
  });

  test.each([
    ['a drawing that is XML too', Buffer.from(`<!DOCTYPE svg>${svg}`)],
    ['a GIF that is a script', gifScript],
    ['a bomb that unpacks to 400 MB', gzipSync(Buffer.alloc(400_000_000, '<a>'), { level: 1 })],
    [
      'a bomb of entities',
      Buffer.from('<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><T>&b;</T>'),
    ],
  ])('%s is no template', async (_what, bytes) => {
    expect((await user.api.uploadTemplate(bytes, 'x.tprts', token.data)).ok).toBe(false);
  });

  test('a picture that is also a page is served as a picture, and a page as a download', async () => {
    const polyglot = Buffer.concat([createPng(), Buffer.from(html)]);
    const picture = expectOk(await user.api.uploadPreview(polyglot, token.data));
    const page = expectOk(await user.api.uploadTemplate(Buffer.from(html), 'x.html', token.data));
    for (const [key, type] of [
      [picture.key, 'image/png'],
      [page.key, 'application/octet-stream'],
    ] as const) {
      const served = await user.fetch(token.url + key);
      expect(served.headers.get('content-type')).toBe(type);
      expect(served.headers.get('x-content-type-options')).toBe('nosniff');
      expect(served.headers.get('content-security-policy')).toContain("default-src 'none'; sandbox");
    }
    expect((await user.fetch(token.url + page.key)).headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(page.key).toMatch(/\.tprt$/);
  });

  test('a file name can’t choose a path: the server makes its own', async () => {
    const template = Buffer.from('<?xml version="1.0"?><Template/>');
    for (const name of ['../../labelwright.db', 'a\r\nb', 'x'.repeat(300), '..', 'c:\\windows']) {
      const kept = await user.api.uploadTemplate(template, name, token.data);
      if (kept.ok) expect(kept.value.key).toMatch(/^\d{8}[a-z2-9]{16}\.tprt$/);
    }
    const wrongType = await user.fetch(UPLOAD_IMAGE_PATH, {
      method: 'POST',
      body: '<svg/>',
      headers: { 'content-type': 'image/svg+xml', authorization: `UpToken ${token.data}` },
    });
    expect(wrongType.status).toBe(API_CODES.wrongType);
  });
});

describe('discovery of accounts', () => {
  const suiteServer = createSuiteServer();
  let owner: TestUser;
  beforeAll(async () => {
    owner = await createUser(suiteServer().url, 'owner');
  });

  test('an unknown account takes as long as a wrong password, and gets the same answer', async () => {
    const { url } = suiteServer();
    // CPU time, including the hashing threads: other programs of this machine don't count.
    const times: Record<'owner' | 'nobody', number[]> = { owner: [], nobody: [] };
    const texts = new Set<string>();
    for (let round = 0; round < 15; round++) {
      for (const account of ['owner', 'nobody'] as const) {
        const visitor = createVisitor(url);
        const before = process.cpuUsage();
        const { text } = await post(visitor, 'login', JSON.stringify({ account, password: 'a wrong guess' }));
        const { user, system } = process.cpuUsage(before);
        times[account].push(user + system);
        texts.add(text);
      }
    }
    expect(texts.size).toBe(1);
    const median = (list: number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? NaN;
    // An account that costs no hash would be answered in a fifth of the time.
    const ratio = median(times.nobody) / median(times.owner);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('answers for another user’s things and for missing ones are the same', async () => {
    const other = await createUser(suiteServer().url, 'other');
    const { id } = await createSavedTemplate(owner, 'Mine');
    for (const name of ['getTemplate', 'deleteTemplate', 'copyTemplate', 'counterList'] as const) {
      const theirs = await post(other, name, JSON.stringify({ id }));
      const none = await post(other, name, JSON.stringify({ id: `${id.slice(0, -1)}x` }));
      expect(theirs).toEqual(none);
    }
    const { url: file } = await upload(owner);
    const [served, missing] = [await other.fetch(file), await other.fetch(file.replace(/\w{3}\./, 'zzz.'))];
    expect([served.status, await served.text()]).toEqual([missing.status, await missing.text()]);
  });
});

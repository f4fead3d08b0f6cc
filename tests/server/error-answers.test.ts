import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CALLS, UPLOAD_FILE_PATH } from '#protocol/api.ts';
import { createTestServer, createUser } from './create-test-server.ts';

/** Sends the text unchanged and returns the whole answer. */
async function speak(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await once(socket, 'connect');
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

const LOGIN = `POST ${CALLS.login.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n`;
const withJson = (body: string): string =>
  `${LOGIN}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const GET = (path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${more}\r\n`;
const REQUESTS: readonly (readonly [what: string, status: number, request: string])[] = [
  ['a path that is none of ours', 404, GET('/interface/nothing')],
  ['a path that cannot be decoded', 400, GET('/files/%ff%zz')],
  ['a path with a parameter too long', 404, GET(`/files/${'a'.repeat(200)}`)],
  [
    'a method that we do not serve',
    404,
    `${LOGIN.replace('POST', 'DELETE')}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
  ],
  ['no JSON', 400, `${LOGIN}Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{`],
  ['JSON of 20,000 levels', 400, withJson('['.repeat(20_000) + ']'.repeat(20_000))],
  ['JSON of 5,000 nested objects', 400, withJson('{"a":'.repeat(5000) + '1' + '}'.repeat(5000))],
  ['JSON of 20,000 levels that are never closed', 400, withJson('[{"\\\\":'.repeat(10_000))],
  ['an empty body', 400, `${LOGIN}Content-Type: application/json\r\nContent-Length: 0\r\n\r\n`],
  ['a body too large', 413, `${LOGIN}Content-Type: application/json\r\nContent-Length: 999999\r\n\r\n`],
  ['another type', 415, `${LOGIN}Content-Type: text/xml\r\nContent-Length: 0\r\n\r\n`],
  ['a length that is no number', 400, `${LOGIN}Content-Length: x\r\n\r\n`],
  ['two ways to say the length', 400, `${LOGIN}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`],
  ['no HTTP at all', 400, 'hello\r\n\r\n'],
  ['no host', 400, 'GET /index HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['headers too large', 431, GET('/index', `X: ${'a'.repeat(100_000)}\r\n`)],
  ['an expectation that we do not know', 417, GET('/index', 'Expect: wonders\r\n')],
];

test.each(REQUESTS)('%s is answered with our envelope and the security headers', async (_what, status, request) => {
  const { url } = await createTestServer();
  const answer = await speak(url, request);
  const [headers = '', body = ''] = answer.split('\r\n\r\n');
  expect(Number(headers.slice(9, 12))).toBe(status);
  for (const header of ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'permissions-policy']) {
    expect(headers.toLowerCase()).toContain(`\r\n${header}: `);
  }
  // Pages of this server may ask for a printer; those of others that frame it may not.
  expect(headers.toLowerCase()).toMatch(/permissions-policy: .*serial=\(self\), usb=\(self\)/);
  expect(headers.toLowerCase()).toContain('cache-control: no-store');
  const envelope = JSON.parse(body) as Record<string, unknown>;
  expect(Object.keys(envelope)).toEqual(['code', 'data', 'message']);
  expect(envelope['message']).not.toBe('');
});

test.each([
  ['that is not closed', '--cut\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n<Template/>'],
  ['without its boundary', 'nothing of the kind'],
  ['with headers that are none', '--cut\r\n\r\n\r\n--cut'],
])('a form %s is 400', async (_what, body) => {
  const { url } = await createTestServer();
  const user = await createUser(url, 'ana');
  const response = await user.fetch(UPLOAD_FILE_PATH, {
    method: 'POST',
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=cut' },
  });
  expect([response.status, ((await response.json()) as { code: number }).code]).toEqual([400, 209]);
});

test('the messages exist in every language', () => {
  const english = Object.keys(JSON.parse(readFileSync('locales/en/server.json', 'utf8')) as object).toSorted();
  for (const language of ['zh', 'pt', 'es', 'ru']) {
    const texts = JSON.parse(readFileSync(`locales/${language}/server.json`, 'utf8')) as Record<string, string>;
    expect(Object.keys(texts).toSorted()).toEqual(english);
  }
});

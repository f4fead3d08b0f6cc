import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DIAL_PATH } from '#protocol/dialed-assistant.ts';
import { createTestServer } from './create-test-server.ts';

const PAGE = '/interface/nothing';
const ALLOWED = ['labels.example'];

/** Sends the lines unchanged; returns the status of each answer and all the text. */
async function send(url: string, lines: readonly string[], body = ''): Promise<{ statuses: number[]; text: string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (piece: Buffer) => (text += piece.toString()));
  await once(socket, 'connect');
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'close');
  return { statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)), text };
}

describe('a request for a host that is not this server, or for more than one', () => {
  test.each<readonly [what: string, status: number, lines: readonly string[]]>([
    ['one Host header', 404, [`GET ${PAGE} HTTP/1.1`, 'Host: labels.example']],
    ['an absolute target of the same host', 404, [`GET http://labels.example${PAGE} HTTP/1.1`, 'Host: Labels.example']],
    ['HTTP/1.0 with a Host header', 404, [`GET ${PAGE} HTTP/1.0`, 'Host: labels.example']],
    ['another port', 404, [`GET ${PAGE} HTTP/1.1`, 'Host: labels.example:1']],
    ['upper case', 404, [`GET ${PAGE} HTTP/1.1`, 'HOST: LABELS.EXAMPLE']],
    [
      'two Host headers, the first of them foreign',
      400,
      [`GET ${PAGE} HTTP/1.1`, 'Host: evil.example', 'Host: labels.example'],
    ],
    [
      'two Host headers, the second of them foreign',
      400,
      [`GET ${PAGE} HTTP/1.1`, 'Host: labels.example', 'host: evil.example'],
    ],
    ['the same Host header twice', 400, [`GET ${PAGE} HTTP/1.1`, 'Host: labels.example', 'Host: labels.example']],
    ['two hosts in one header', 400, [`GET ${PAGE} HTTP/1.1`, 'Host: labels.example, evil.example']],
    ['an absolute target of a foreign host', 400, [`GET http://evil.example${PAGE} HTTP/1.1`, 'Host: labels.example']],
    ['an absolute target without a path', 400, ['GET http://evil.example HTTP/1.1', 'Host: labels.example']],
    ['an absolute target in upper case', 400, [`GET HTTP://evil.example${PAGE} HTTP/1.1`, 'Host: labels.example']],
    [
      'an absolute target with a user',
      400,
      [`GET http://labels.example@evil.example${PAGE} HTTP/1.1`, 'Host: labels.example'],
    ],
    [
      'an absolute target of another port',
      400,
      [`GET http://labels.example:1${PAGE} HTTP/1.1`, 'Host: labels.example'],
    ],
    [
      'an absolute target of both a foreign host and its Host',
      403,
      [`GET http://evil.example${PAGE} HTTP/1.1`, 'Host: evil.example'],
    ],
    ['an absolute target of another scheme', 400, [`GET ftp://labels.example${PAGE} HTTP/1.1`, 'Host: labels.example']],
    ['an absolute target without a Host header', 400, [`GET http://labels.example${PAGE} HTTP/1.0`]],
    ['no Host header', 400, [`GET ${PAGE} HTTP/1.1`]],
    ['no Host header in HTTP/1.0', 400, [`GET ${PAGE} HTTP/1.0`]],
    ['an empty Host header', 400, [`GET ${PAGE} HTTP/1.1`, 'Host:']],
    ['a user in the Host header', 400, [`GET ${PAGE} HTTP/1.1`, 'Host: evil@labels.example']],
    ['a path in the Host header', 400, [`GET ${PAGE} HTTP/1.1`, 'Host: labels.example/x']],
    ['a query in the Host header', 400, [`GET ${PAGE} HTTP/1.1`, 'Host: labels.example?x']],
    ['a fragment in the Host header', 400, [`GET ${PAGE} HTTP/1.1`, 'Host: labels.example#evil.example']],
    ['a backslash in the Host header', 400, [`GET ${PAGE} HTTP/1.1`, 'Host: labels.example\\evil.example']],
    ['a tab within the Host header', 400, [`GET ${PAGE} HTTP/1.1`, 'Host: labels.exa\tmple']],
    ['an encoded letter in the Host header', 400, [`GET ${PAGE} HTTP/1.1`, 'Host: %6cabels.example']],
    ['a zone in an IPv6 address', 400, [`GET ${PAGE} HTTP/1.1`, 'Host: [fe80::1%25eth0]']],
    ['an IPv6 address that is none', 400, [`GET ${PAGE} HTTP/1.1`, 'Host: [::1::2]']],
    ['a port that is none', 400, [`GET ${PAGE} HTTP/1.1`, 'Host: labels.example:99999']],
    ['a dot behind the name', 403, [`GET ${PAGE} HTTP/1.1`, 'Host: labels.example.']],
    ['a foreign host', 403, [`GET ${PAGE} HTTP/1.1`, 'Host: evil.example']],
    [
      'X-Forwarded-Host of a proxy that nobody named',
      403,
      [`GET ${PAGE} HTTP/1.1`, 'Host: evil.example', 'X-Forwarded-Host: labels.example'],
    ],
    ['a folded Host header', 400, [`GET ${PAGE} HTTP/1.1`, 'Host: labels.example', ' evil.example']],
    ['a space before the colon', 400, [`GET ${PAGE} HTTP/1.1`, 'Host : labels.example']],
  ])('%s is answered with %i', async (_what, status, lines) => {
    const { url } = await createTestServer({ allowedHosts: ALLOWED });
    const { statuses, text } = await send(url, lines);
    expect(statuses, text).toEqual([status]);
  });

  test.each<readonly [what: string, status: number, lines: readonly string[]]>([
    ['a probe by a name of its own', 200, ['Host: probe.internal']],
    ['two Host headers', 400, ['Host: probe.internal', 'Host: labels.example']],
  ])('/healthz answers %s with %i', async (_what, status, lines) => {
    const { url } = await createTestServer({ allowedHosts: ALLOWED });
    expect((await send(url, ['GET /healthz HTTP/1.1', ...lines])).statuses).toEqual([status]);
  });

  test('an absolute target with its own host is its page, with and without a path', async () => {
    const { url } = await createTestServer({ allowedHosts: ALLOWED });
    const lines = ['Host: labels.example'];
    const plain = await send(url, ['GET /healthz HTTP/1.1', ...lines]);
    const absolute = await send(url, ['GET http://labels.example/healthz HTTP/1.1', ...lines]);
    expect([plain.statuses, absolute.statuses]).toEqual([[200], [200]]);
    expect((await send(url, ['GET http://labels.example HTTP/1.1', ...lines])).statuses).toEqual(
      (await send(url, ['GET / HTTP/1.1', ...lines])).statuses,
    );
  });

  test('/healthz answers a probe that speaks HTTP/1.0 without a Host header', async () => {
    const { url } = await createTestServer();
    expect((await send(url, ['GET /healthz HTTP/1.0'])).statuses).toEqual([200]);
  });

  test.each<readonly [what: string, status: number, target: string, hosts: readonly string[]]>([
    ['its own host', 401, DIAL_PATH, ['Host: labels.example']],
    ['two hosts', 400, DIAL_PATH, ['Host: labels.example', 'Host: evil.example']],
    ['a foreign absolute target', 400, `http://evil.example${DIAL_PATH}`, ['Host: labels.example']],
    ['a foreign host', 403, DIAL_PATH, ['Host: evil.example']],
    ['a path that is none', 404, PAGE, ['Host: labels.example']],
    ['a path that can’t be decoded', 400, '/files/%ff%zz', ['Host: labels.example']],
  ])(
    'an upgrade to a websocket for %s is answered with %i, and its connection is closed',
    async (_what, status, target, hosts) => {
      const { url } = await createTestServer({ allowedHosts: ALLOWED });
      const upgrade = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'];
      // No HTTP timeout closes an upgraded connection.
      const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
      expect((await send(url, [`GET ${target} HTTP/1.1`, ...hosts, ...upgrade, key])).statuses).toEqual([status]);
    },
  );

  test('a trusted proxy may name the host, but its own request has one Host header', async () => {
    const { url } = await createTestServer({ allowedHosts: ALLOWED, trustProxy: 1 });
    const forwarded = 'X-Forwarded-Host: labels.example';
    const statusesOf = async (...lines: string[]): Promise<number[]> =>
      (await send(url, [`GET ${PAGE} HTTP/1.1`, ...lines])).statuses;
    expect(await statusesOf('Host: upstream.internal', forwarded)).toEqual([404]);
    expect(await statusesOf('Host: upstream.internal', 'Host: evil.example', forwarded)).toEqual([400]);
    expect(await statusesOf('Host: upstream.internal', 'X-Forwarded-Host: evil.example')).toEqual([403]);
    expect(await statusesOf('Host: upstream.internal', forwarded, 'X-Forwarded-Host: evil.example')).toEqual([403]);
  });
});

describe('a request with an ambiguous length', () => {
  const NEXT = `GET /smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  test.each<readonly [what: string, headers: readonly string[], body: string]>([
    ['two different lengths', ['Content-Length: 0', `Content-Length: ${NEXT.length}`], NEXT],
    ['the same length twice', ['Content-Length: 2', 'Content-Length: 2'], `{}${NEXT}`],
    ['two lengths in one header', [`Content-Length: 0, ${NEXT.length}`], NEXT],
    ['a length with a sign', ['Content-Length: +2'], `{}${NEXT}`],
    ['a hexadecimal length', ['Content-Length: 0x2'], `{}${NEXT}`],
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${NEXT}`],
    ['chunks that are not the last coding', ['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${NEXT}`],
    ['a coding that nobody knows', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${NEXT}`],
    ['two codings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${NEXT}`],
    ['a vertical tab before the coding', ['Transfer-Encoding: \u000bchunked'], `0\r\n\r\n${NEXT}`],
    ['a folded coding', ['Transfer-Encoding:', ' chunked'], `0\r\n\r\n${NEXT}`],
    ['a chunk size with a sign', ['Transfer-Encoding: chunked'], `+0\r\n\r\n${NEXT}`],
    ['line ends without a carriage return', ['Transfer-Encoding: chunked'], `0\n\n${NEXT}`],
  ])('with %s is refused, and nothing behind it is read as a request', async (_what, headers, body) => {
    const { url } = await createTestServer();
    const type = 'Content-Type: application/json';
    const { statuses, text } = await send(
      url,
      ['POST /interface/nothing HTTP/1.1', 'Host: 127.0.0.1', type, ...headers],
      body,
    );
    expect(statuses).toEqual([400]);
    expect(text).not.toContain('smuggled');
  });
});

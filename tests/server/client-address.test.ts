import { describe, expect, test } from 'vitest';
import { BIND_PATH } from '#protocol/dialed-assistant.ts';
import { clientAddress, countedFor } from '#server/core/net/client-address.ts';
import { createTestServer, createVisitor, type TestVisitor } from './create-test-server.ts';

const SUCCESS = 200;
const TOO_MANY = 429;
const ALLOWED_OF_SITE = 8;

/** The n-th /64 of one /48. */
function networkOf(n: number): string {
  return `2001:db8:7:${n.toString(16)}::1`;
}

function from(url: string, address: string): TestVisitor {
  return createVisitor(url, 'en', { headers: { 'x-forwarded-for': address } });
}

function times(n: number, code: number): number[] {
  return Array<number>(n).fill(code);
}

describe('an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:50123', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['0000:0000:0000:0000:0000:ffff:c000:0201', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0DB8:0000:0000:0001::9', '2001:db8:0:0'],
    ['2001:db8:0:0:ffff:ffff:192.0.2.1', '2001:db8:0:0'],
    ['[2001:db8::1]:443', '2001:db8:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['fe80::1%25lo', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['2002:c000:201:1::1', '2002:c000:201:0'],
    ['2002:C000:0201:ffff::7', '2002:c000:201:0'],
    ['not an address', 'not an address'],
  ])('%s is counted as %s', (ip, expected) => {
    expect(clientAddress(ip)).toBe(expected);
  });

  test('of IPv6 also counts for its /48, which has higher limits', () => {
    expect(countedFor('192.0.2.1', 10)).toEqual([['192.0.2.1', 10]]);
    expect(countedFor('2001:db8:7:1', 10)).toEqual([
      ['2001:db8:7:1', 10],
      ['2001:db8:7::/48', 10 * ALLOWED_OF_SITE],
    ]);
  });
});

describe('a client with a /48 of IPv6 that uses another of its networks each time', () => {
  const most = ALLOWED_OF_SITE * 2;
  /** Answers to requests from `most` networks of one /48, from one more, and from another /48. */
  async function ask(one: (visitor: TestVisitor, n: number) => Promise<number>, url: string): Promise<number[]> {
    const statuses: number[] = [];
    for (let n = 0; n <= most; n++) statuses.push(await one(from(url, networkOf(n)), n));
    return [...statuses, await one(from(url, '2001:db8:8::1'), most + 1)];
  }

  test('can’t make unlimited accounts', async () => {
    const { url } = await createTestServer({ trustProxy: 1, limits: { registrationsPerAddress: 2 } });
    const register = async ({ api }: TestVisitor, n: number): Promise<number> => {
      const answer = await api.call('register', { user_name: `user${n}`, password: 'correct horse' });
      return answer.ok ? SUCCESS : (answer.error.apiCode ?? 0);
    };
    expect(await ask(register, url)).toEqual([...times(most, SUCCESS), TOO_MANY, SUCCESS]);
  });

  test('can’t guess at the passwords of many accounts', async () => {
    const { url } = await createTestServer({ trustProxy: 1, limits: { failedLoginsPerAddress: 2 } });
    const guess = async ({ api }: TestVisitor, n: number): Promise<number> => {
      const answer = await api.call('login', { account: `user${n}`, password: 'guess' });
      return answer.ok ? SUCCESS : (answer.error.apiCode ?? 0);
    };
    expect(await ask(guess, url)).toEqual([...times(most, 401), TOO_MANY, 401]);
  });

  test('can’t have unlimited codes sent', async () => {
    const { url } = await createTestServer({ trustProxy: 1, limits: { codesPerAddress: 2 } });
    const send = async ({ api }: TestVisitor, n: number): Promise<number> => {
      const answer = await api.call('sendCode', { purpose: 'register', target: `user${n}@example.com` });
      return answer.ok ? SUCCESS : (answer.error.apiCode ?? 0);
    };
    expect(await ask(send, url)).toEqual([...times(most, SUCCESS), TOO_MANY, SUCCESS]);
  });

  test('can’t exceed the /48’s limit of calls', async () => {
    const { url } = await createTestServer({ trustProxy: 1, limits: { callsPerAddress: 2 } });
    const call = async ({ api }: TestVisitor): Promise<number> => {
      const answer = await api.call('configuration', {});
      return answer.ok ? SUCCESS : (answer.error.apiCode ?? 0);
    };
    expect(await ask(call, url)).toEqual([...times(most, SUCCESS), TOO_MANY, SUCCESS]);
  });

  test('can’t exceed the /48’s limit of attempts to bind print assistants', async () => {
    const { url } = await createTestServer({ trustProxy: 1, limits: { bindingsPerAddress: 2 } });
    const bind = async ({ fetch }: TestVisitor): Promise<number> =>
      (await post(fetch, BIND_PATH, { code: 'aaaa-aaaa-aaaa', name: 'Press' })).status;
    expect(await ask(bind, url)).toEqual([...times(most, 401), TOO_MANY, 401]);
  });

  test.each([
    ['tokens that do not hold', 'GET', '/v1/templates', 401],
    ['addresses that trigger nothing', 'POST', '/v1/triggers/nothing', 404],
  ])('tries no more %s than an address may, and the /48', async (_what, method, path, status) => {
    const { url } = await createTestServer({ trustProxy: 1 });
    const statusFrom = async (address: string): Promise<number> =>
      (await fetch(url + path, { method, headers: { 'x-forwarded-for': address, authorization: 'Bearer x' } })).status;
    const ofNetwork = async (n: number): Promise<number> => statusFrom(`2001:db8:9::${n.toString(16)}`);
    expect(await inTurn(61, ofNetwork)).toEqual([...times(60, status), TOO_MANY]);
    const ofSite = (n: number): Promise<number> => statusFrom(networkOf(n));
    expect(await inTurn(481, ofSite)).toEqual([...times(480, status), TOO_MANY]);
    expect(await statusFrom('2001:db8:8::1')).toBe(status);
  });
});

async function inTurn(n: number, one: (n: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < n; i++) statuses.push(await one(i));
  return statuses;
}

function post(send: TestVisitor['fetch'], path: string, body: object): Promise<Response> {
  return send(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
}

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createOidcClients, type OidcClients } from '#server/accounts/oidc-clients.ts';

const HOUR_MS = 60 * 60 * 1000;
const BACK = 'https://labels.example.com/thirdLogin';

interface Asked {
  readonly clients: OidcClients;
  readonly wait: (ms: number) => void;
  /** How often its metadata was fetched. */
  readonly count: () => number;
  readonly reports: readonly string[];
}

/** Clients of one provider that only serves its metadata, or fails to. */
async function createAsked(answer: (response: ServerResponse, issuer: string) => void): Promise<Asked> {
  let count = 0;
  let time = 0;
  const reports: string[] = [];
  const server = createServer((_request, response) => {
    count += 1;
    response.setHeader('content-type', 'application/json');
    answer(response, issuer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const house = { id: 'house', name: 'House', issuer, clientId: 'labels', clientSecret: 'hunter2' };
  const report = (line: string): void => void reports.push(line);
  const clients = createOidcClients([house], () => time, report, 1);
  return { clients, wait: (ms) => (time += ms), count: () => count, reports };
}

function describeProvider(response: ServerResponse, issuer: string): void {
  response.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }));
}

test('a provider’s metadata is fetched once by ten at once, and again after an hour', async () => {
  const { clients, wait, count } = await createAsked(describeProvider);
  const begun = await Promise.all(Array.from({ length: 10 }, () => clients.begin('house', BACK)));
  expect(begun.every(({ ok }) => ok)).toBe(true);
  expect(new Set(begun.map((one) => (one.ok ? one.value.state : ''))).size).toBe(10);
  wait(HOUR_MS - 1);
  await clients.begin('house', BACK);
  expect(count()).toBe(1);
  wait(1);
  await clients.begin('house', BACK);
  expect(count()).toBe(2);
});

test('a failure is not cached, and its report contains no secret', async () => {
  let broken = true;
  const { clients, reports } = await createAsked((response, issuer) => {
    if (broken) response.writeHead(500).end('hunter2');
    else describeProvider(response, issuer);
  });
  expect(await clients.begin('house', BACK)).toEqual({ ok: false, error: 'unreachable' });
  broken = false;
  expect(await clients.begin('house', BACK)).toMatchObject({ ok: true });
  expect(reports).toHaveLength(1);
  expect(reports.join()).not.toContain('hunter2');
});

test.each<[string, (response: ServerResponse, issuer: string) => void, string]>([
  ['says nothing', () => undefined, 'unreachable'],
  ['stops in the middle', (response) => response.writeHead(200, { 'content-length': '500' }).write('{'), 'unreachable'],
  ['is another issuer', (response) => describeProvider(response, 'http://127.0.0.1:1'), 'failed'],
  ['sends no JSON', (response) => response.end('<html>'), 'failed'],
])('a provider that %s is given up', async (_what, answer, fault) => {
  const { clients } = await createAsked(answer);
  expect(await clients.begin('house', BACK)).toEqual({ ok: false, error: fault });
});

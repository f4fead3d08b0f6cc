import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { API_SCOPES } from '#protocol/api.ts';
import { V1_CALLS, type V1CallName } from '#server/api-v1/v1-calls.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { createTestServer, createUser, type TestUser } from './create-test-server.ts';
import { asking, saveLabel, startWorker, tokenOf, untilEnd, type Ask, type Run } from './v1-program.ts';

/** A thousand at night. Each is sent twice, so that either exceeds the connections to the database. */
const REQUESTS = process.env['EVERY_CASE'] === '1' ? 1000 : 300;
/** An account has at most 50 open runs, and a token 600 starts a minute: hence several accounts. */
const USERS = REQUESTS / 50;
const TIMES = 2;
const RETRY_MS = 1_000;
const PATIENCE_MS = 180_000;
/** How many of them are rendered; at night `MADE=1000` renders all. */
const MADE = Number(process.env['MADE'] ?? 20);

interface Printing {
  readonly ask: Ask;
  readonly template: string;
}

async function createPrinting(url: string, user: TestUser, folder: string): Promise<Printing> {
  return { ask: asking(url, await tokenOf(user)), template: await saveLabel(user, folder) };
}

/**
 * Repeats a request with the same key after no answer, or a request to retry, as programs do: an overloaded server may
 * have no free connection to its database, and the connection may break.
 */
async function untilAnswered(asked: () => Promise<Response>): Promise<Response> {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const answer = await asked().catch((error: unknown) => {
      if (Date.now() > end) throw error;
      return null;
    });
    if (answer !== null && (answer.status !== 503 || Date.now() > end)) return answer;
    await wait(RETRY_MS);
  }
}

describe('many concurrent programs', () => {
  test(`of ${REQUESTS} print requests none is lost, and none that is repeated with its key is duplicated`, async () => {
    const server = await createTestServer();
    const folder = await createRenderFolder();
    const users: Printing[] = [];
    for (let i = 0; i < USERS; i++)
      users.push(await createPrinting(server.url, await createUser(server.url, `erp${i}`), folder));
    const begun = Date.now();
    const ids = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, i) => {
        const { ask, template } = users[i % USERS] ?? (users[0] as Printing);
        const body = { template, format: 'zpl', rows: [{ name: `Tea ${i}`, code: `A-${i}` }] };
        const answers = await Promise.all(
          Array.from({ length: TIMES }, () =>
            untilAnswered(() => ask('/v1/runs', body, { 'idempotency-key': `order-${i}` })),
          ),
        );
        const runs = (await Promise.all(answers.map((answer) => answer.json()))) as Run[];
        // The first answer may have been lost on its way; the run existed then.
        const statuses = answers.map(({ status }) => status).toSorted();
        expect(['200,202', '200,200'], JSON.stringify(runs)).toContain(statuses.join());
        expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
        return runs[0]?.id ?? '';
      }),
    );
    const asked = Date.now();
    expect(new Set(ids).size).toBe(REQUESTS);
    const { db, queue } = server.server.services;
    const all = await db.selectFrom('label_run').select('id').execute();
    expect(all.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(await queue.depth('render')).toEqual({ waiting: REQUESTS, leased: 0 });
    // Rendering takes longer than requesting, so that each run of the tests renders only some.
    const askOf = (i: number): Ask => (users[i % USERS] ?? (users[0] as Printing)).ask;
    const left = ids.slice(MADE);
    for (let first = 0; first < left.length; first += USERS) {
      await Promise.all(
        left.slice(first, first + USERS).map(async (id, i) => {
          const ended = await untilAnswered(() => askOf(MADE + first + i)(`/v1/runs/${id}/cancel`, {}));
          expect(((await ended.json()) as Run).state).toBe('cancelled');
        }),
      );
    }
    expect(await queue.depth('render')).toEqual({ waiting: MADE, leased: 0 });
    await Promise.all([startWorker(server), startWorker(server)]);
    // One after the other: a thousand that poll five times a second would overload the server.
    const made: Run[] = [];
    for (const [i, id] of ids.slice(0, MADE).entries()) made.push(await untilEnd(askOf(i), id));
    expect(made.map(({ state, verified, pages }) => [state, verified, pages])).toEqual(made.map(() => ['done', 1, 1]));
    const pages: string[] = [];
    for (const [i, id] of ids.slice(0, MADE).entries()) {
      pages.push(await (await askOf(i)(`/v1/runs/${id}/pages`)).text());
    }
    expect(pages.every((page) => page.startsWith('^XA'))).toBe(true);
    expect(new Set(pages).size).toBe(MADE);
    console.log(
      `${REQUESTS} requests: asked in ${asked - begun} ms, ${MADE} of them made after ${Date.now() - begun} ms`,
    );
  });

  test('every call rejects expired tokens, and nonsense in place of ids, bodies and keys', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const own = asking(server.url, await tokenOf(owner));
    const ended = asking(server.url, await tokenOf(owner, API_SCOPES, 1));
    const foolish = ['../../etc/passwd', '%00', "' or 1=1 --", 'x'.repeat(100), '-1', '{}', '%F0%9F%8F%B7'];
    for (const name of Object.keys(V1_CALLS) as V1CallName[]) {
      const { method, url } = V1_CALLS[name];
      if (!url.includes(':id')) continue;
      for (const id of foolish) {
        const path = url.replace(':id', encodeURIComponent(id)).replace(':page', '1');
        const body = name === 'decideRun' ? { decision: 'printed' } : {};
        const answer = await own(path, method === 'GET' ? undefined : body);
        expect([400, 404], `${name} of ${id}: ${answer.status}`).toContain(answer.status);
        expect(answer.headers.get('content-type')).toContain('application/problem+json');
      }
    }
    const bodies = [
      null,
      [],
      'text',
      7,
      { template: 5 },
      { template: 'x', format: 'exe', rows: [{}] },
      { template: 'x', format: 'zpl', rows: [] },
      { template: 'x', format: 'zpl', rows: [{ a: {} }] },
      { template: 'x', format: 'zpl', copies: -1 },
      { template: 'x', format: 'zpl', more: 1 },
      { template: 'x', format: 'zpl', file: { name: '../x.csv', base64: 'AAAA' } },
      { template: 'x', format: 'zpl', webhook: { url: 'http://169.254.169.254/', secret: 'short' } },
    ];
    for (const body of bodies) {
      const answer = await fetch(`${server.url}/v1/runs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokenOf(owner)}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([400, 422], JSON.stringify(body)).toContain(answer.status);
    }
    expect((await own('/v1/runs', { template: 'x', format: 'zpl' }, { 'idempotency-key': 'a b' })).status).toBe(422);
    expect(await (await own('/v1/runs')).json()).toEqual({ items: [] });
    server.wait(2 * 24 * 60 * 60 * 1000);
    for (const name of Object.keys(V1_CALLS) as V1CallName[]) {
      const { method, url, scope } = V1_CALLS[name];
      // Authorized by the secret in its address, and not by a token.
      if (scope === null) continue;
      const answer = await ended(url.replace(':id', 'any').replace(':page', '1'), method === 'GET' ? undefined : {});
      expect(answer.status, name).toBe(401);
    }
  });
});

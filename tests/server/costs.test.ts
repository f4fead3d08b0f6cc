import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, CALLS, NET_FILE_PATH, type CallName } from '#protocol/api.ts';
import { BIND_PATH, UNBIND_PATH } from '#protocol/dialed-assistant.ts';
import { isNestedTooDeep, MAX_JSON_DEPTH } from '#protocol/json-depth.ts';
import { createLoadMeter, heldMemoryMb, type LoadMeter, type ServerLoad } from '#tests/support/server-load.ts';
import { startMain, type ServerProcess } from '#tests/support/server-process.ts';
import { diskForTests } from '#tests/support/memory-disk.ts';
import { createSheetServer, openTo } from '#tests/support/sheet-server.ts';
import { V1_CALLS } from '#server/api-v1/v1-calls.ts';
import { createKeyring, sign } from '#services/api/session-keys.ts';
import { expectedOf } from './access-expected.ts';
import { calledByName, createThings } from './access-things.ts';
import { bodiesOf, type World } from './costs-bodies.ts';
import { headersOf, ROUTES, type Asked } from './costs-routes.ts';
import { fillWorld } from './costs-world.ts';
import type { Input } from './code-of.ts';
import { createOperator } from './create-operator.ts';
import { createTestServer, createVisitor, PASSWORD, type TestVisitor } from './create-test-server.ts';
import { fillNewFolder, onServers } from './test-storage.ts';

/** How long one request may block the server for others, in milliseconds. */
const LONGEST_GAP_MS = 200;
/** How much memory one request may take, and how much may remain after all of them, in megabytes. */
const REQUEST_MB = 150;
const KEPT_MB = 100;
/** Calls that end their user's sessions, or delete things that other calls need. */
const LAST: readonly CallName[] = [
  'endTemplateShare',
  'withdrawCommon',
  'deletePasskey',
  'delUserFont',
  'deleteCloudFiles',
  'deleteCloudFolder',
  'deleteTemplate',
  'deleteTemplates',
  'delTrash',
  'emptyTrash',
  'delFolder',
  'delSchedule',
  'delAssistant',
  'delDataQuery',
  'delDataConnection',
  'operatorDeleteUser',
  'changePassword',
  'logout',
  'deleteAccount',
  'endAllSessions',
];
const NAMES = (Object.keys(CALLS) as CallName[]).toSorted((a, b) => LAST.indexOf(a) - LAST.indexOf(b));

test('every route that is not a call has its most expensive request here', async () => {
  const { server } = await createTestServer();
  const others = [
    ...Object.values(CALLS).map(({ method, path: url }) => ({ method, url })),
    ...Object.values(V1_CALLS),
  ];
  const known = [...others.map(({ method, url }) => `${method} ${url}`), ...Object.keys(ROUTES)];
  const routes = server.routes.filter(({ method }) => method !== 'HEAD').map(({ method, url }) => `${method} ${url}`);
  expect(routes.toSorted()).toEqual(known.toSorted());
});

test('JSON is rejected beyond 32 levels, and brackets in its texts do not count', () => {
  const nested = (levels: number, inside: string): string => '['.repeat(levels) + inside + ']'.repeat(levels);
  expect(isNestedTooDeep(nested(MAX_JSON_DEPTH, '1'))).toBe(false);
  expect(isNestedTooDeep(nested(MAX_JSON_DEPTH, '{}'))).toBe(true);
  expect(isNestedTooDeep(nested(MAX_JSON_DEPTH, '1,"[{","\\"[","\\\\",""'))).toBe(false);
  expect(isNestedTooDeep(nested(MAX_JSON_DEPTH, '"\\\\",[1]'))).toBe(true);
  expect(isNestedTooDeep(`[${'{"a":[]},'.repeat(1000)}1]`)).toBe(false);
  expect(isNestedTooDeep('"[",'.repeat(100))).toBe(false);
});

interface Started {
  readonly server: ServerProcess;
  readonly url: string;
  readonly owner: TestVisitor;
  readonly operator: TestVisitor;
  readonly world: World;
  readonly uploadToken: string;
  readonly meter: LoadMeter;
  readonly heldMb: number;
}

// Fills its database with SQLite's own statements.
describe.skipIf(onServers)('of a large installation', () => {
  const ends: (() => unknown)[] = [];
  const table: string[] = [];
  let started: Started;
  beforeAll(async () => {
    started = await startInstallation((end) => ends.push(end));
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
    const file = process.env['COSTS_TABLE'];
    if (file !== undefined) await writeFile(file, table.join('\n'));
  });

  /** Does the work, and expects that no other request was delayed for long. */
  async function expectCheap(what: string, work: () => Promise<string>): Promise<void> {
    let answer = '';
    const load = await started.meter.measure(async () => {
      answer = await work();
    });
    table.push(rowOf(what, load, answer));
    expect(answer, what).not.toMatch(/^5(?!03)/);
    expect(load.longestBlockMs, what).toBeLessThanOrEqual(LONGEST_GAP_MS);
    expect(load.peakMb, what).toBeLessThanOrEqual(REQUEST_MB);
  }

  async function askAs(name: CallName): Promise<TestVisitor> {
    const { access } = CALLS[name];
    return access === 'public' ? createVisitor(started.url) : access === 'operator' ? started.operator : started.owner;
  }

  const others = NAMES.filter((name) => !LAST.includes(name));
  test.each(others)('%s delays no other request with its most expensive body', (name) => callCheaply(name));

  async function callCheaply(name: CallName): Promise<void> {
    const visitor = await askAs(name);
    for (const [at, body] of bodiesOf(name, started.world).entries()) {
      await expectCheap(`${name} ${at}`, () => call(visitor, name, body));
    }
  }

  test.each(Object.keys(ROUTES))('%s holds up nobody with the most expensive request that it takes', async (route) => {
    for (const [at, asked] of (ROUTES[route]?.(started.world) ?? []).entries()) {
      await expectCheap(`${route} ${at}`, () => ask(started, asked));
    }
  });

  const shapes = [
    ['20,000 lists', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['5,000 objects', '{"a":'.repeat(5000) + '1' + '}'.repeat(5000)],
  ] as const;
  test.each(shapes)('every call and route with JSON rejects %s nested in each other', async (_what, deep) => {
    const { world, owner, url } = started;
    for (const name of NAMES.filter((one) => CALLS[one].method === 'POST')) {
      const visitor = await askAs(name);
      const body = expectedOf(world.sheets)[name].input(world.things);
      const answer = await postText(visitor, CALLS[name].path, withDeep(body, deep));
      expect(answer, name).toMatchObject({ status: 400, code: API_CODES.invalid });
    }
    for (const path of [BIND_PATH, UNBIND_PATH, NET_FILE_PATH]) {
      expect(await postText(owner, path, withDeep({}, deep)), path).toMatchObject({ status: 400, code: 209 });
    }
    expect(await postText(createVisitor(url), '/notify/card', deep)).toMatchObject({ status: 400, code: 209 });
    const program = { authorization: `Bearer ${await tokenOf(started)}` };
    for (const { method, url: path } of Object.values(V1_CALLS).filter((one) => one.method === 'POST')) {
      const named = path.replace(/:\w+/, path.includes('/runs/') ? world.things.runId : world.things.scheduleId);
      if (named.includes('/triggers/')) continue;
      const answer = await fetch(url + named, {
        method,
        headers: { ...program, ...JSON_TYPE },
        body: withDeep({}, deep),
      });
      // Calls without a body take 4 kB.
      expect([400, 413], named).toContain(answer.status);
    }
  });

  test.each(NAMES.filter((name) => LAST.includes(name)))('%s, which ends something, holds up nobody', (name) =>
    callCheaply(name),
  );

  test('the server keeps no more memory than before once all is answered', async () => {
    const { server, heldMb } = started;
    await expect.poll(async () => (await heldMemoryMb(server)) - heldMb).toBeLessThan(KEPT_MB);
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };

async function startInstallation(atEnd: (end: () => unknown) => void): Promise<Started> {
  const sheets = await createSheetServer();
  atEnd(() => sheets.close());
  const dataDir = await mkdtemp(join(await diskForTests(), 'labelwright-costs-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  await fillNewFolder(dataDir);
  const closing: (() => Promise<void>)[] = [];
  const first = calledByName(
    await createTestServer({ dataDir, netPolicy: openTo(sheets), payments: { sandbox: true } }, (end) =>
      closing.push(end),
    ),
  );
  const things = await createThings(first.url, 'owner', sheets.url);
  const operator = await createOperator(first, 'operator');
  await addSingles(things.owner, operator, things.templateId);
  const batchId = await addCodes(operator);
  const crowd = await fillWorld(first.server.services.db, things);
  for (const end of closing) await end();
  const environment = {
    DATA_DIR: dataDir,
    WEB_DIR: join(dataDir, 'web'),
    // Passkeys sign the port.
    PORT: new URL(first.url).port,
    WORKERS: '0',
    NET_ALLOWED_HOSTS: `127.0.0.1:${sheets.port}`,
    FREE_PRIVILEGES: 'all',
    DEMO_PASSWORD: 'of the demo account',
  };
  const server = await startMain(environment, atEnd);
  const meter = createLoadMeter({ ...server, url: first.url });
  atEnd(() => meter.close());
  const { owner } = things;
  const { data: uploadToken } = expectOk(await owner.api.call('uploadToken', {}));
  const world: World = { ...crowd, things, batchId, sheets: sheets.url };
  // Includes what it loads on first use.
  for (const name of ['iconTree', 'currentUser', 'fontList'] as const) await owner.api.call(name, {});
  return { server, url: first.url, owner, operator, world, uploadToken, meter, heldMb: await heldMemoryMb(server) };
}

/** One each of the rows that `fillWorld` copies and `createThings` has not made. */
async function addSingles(owner: TestVisitor, operator: TestVisitor, id: string): Promise<void> {
  const counter = { id, counter: 'abcd1234', kind: 'digits', step: 1, initial: '1', count: 5 } as const;
  expectOk(await owner.api.call('takeCounter', counter));
  expectOk(await owner.api.call('addFeedback', { kind: 'idea', text: 'More colors' }));
  const names = { zh: '', en: 'House', pt: '', es: '', ru: '' };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>';
  expectOk(await operator.api.call('addIcon', { category: 'ghs', names, svg }));
  const texts = [{ language: 'en', title: 'Closed on Sunday', text: '' }] as const;
  const notice = { level: 'info', starts: '2026-01-01T00:00:00Z', ends: '', texts: [...texts] } as const;
  expectOk(await operator.api.call('addAnnouncement', notice));
  const markdown = 'Be brief. '.repeat(90).concat('\n\n').repeat(60);
  expectOk(await operator.api.call('publishHelpText', { id: '210', language: 'en', title: 'Rules', markdown }));
}

/** As many as one batch may have. */
async function addCodes({ api }: TestVisitor): Promise<string> {
  const product = { kind: 'member', days: 31, bytes: 0 } as const;
  return expectOk(await api.call('operatorMakeCodes', { name: 'Fair', ...product, count: 10_000 })).id;
}

/** Its status, its size and its beginning. */
async function call(visitor: TestVisitor, name: CallName, given: Input): Promise<string> {
  const { method, path, signed } = CALLS[name];
  const input = signed === true ? await signedInput(visitor, path, given) : given;
  const response = await visitor.fetch(
    method === 'GET' ? `${path}?${new URLSearchParams(input as Record<string, string>)}` : path,
    method === 'GET' ? {} : { method, body: JSON.stringify(input), headers: JSON_TYPE },
  );
  const text = await response.text();
  return `${response.status} ${text.length} ${text.slice(0, 60)}`;
}

async function signedInput({ api }: TestVisitor, path: string, input: Input): Promise<Input> {
  const keys = expectOk(await createKeyring(() => api.call('sessionKeys', {}), Date.now).get());
  return { ...input, ...(await sign(crypto.subtle, keys, path, input, Date.now())) };
}

async function ask({ owner, uploadToken }: Started, asked: Asked): Promise<string> {
  const { path, method = 'GET', body } = asked;
  const init = { method, headers: headersOf(asked, uploadToken), ...(body === undefined ? {} : { body }) };
  const response = await owner.fetch(path, init);
  const bytes = await response.arrayBuffer();
  return `${response.status} ${bytes.byteLength} ${Buffer.from(bytes).toString('utf8', 0, 60)}`;
}

async function postText(visitor: TestVisitor, path: string, body: string): Promise<{ status: number; code: number }> {
  const response = await visitor.fetch(path, { method: 'POST', body, headers: JSON_TYPE });
  return { status: response.status, code: ((await response.json()) as { code: number }).code };
}

function withDeep(body: Input, deep: string): string {
  const fields = JSON.stringify(body).slice(1, -1);
  return `{${fields}${fields === '' ? '' : ','}"deep":${deep}}`;
}

async function tokenOf({ owner }: Started): Promise<string> {
  const scopes = ['runs:write', 'runs:read', 'schedules:write', 'schedules:read', 'preview'] as const;
  const asked = { name: 'Program', scopes: [...scopes], days: 1, confirmation: PASSWORD };
  return expectOk(await owner.api.call('addApiToken', asked)).token;
}

function rowOf(what: string, { longestGapMs, longestBlockMs, cpuMs, peakMb }: ServerLoad, answer: string): string {
  const numbers = [longestGapMs, longestBlockMs, cpuMs, peakMb].map(Math.round);
  return [what, ...numbers, answer.replaceAll(/\s+/g, ' ')].join('\t');
}

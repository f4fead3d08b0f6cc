import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, NET_FILE_NAME_HEADER } from '#protocol/api.ts';
import {
  AUTHORITY,
  csvRows,
  databaseConnection,
  fetchQuery,
  keepQuery,
  KINDS,
  OWN_DATABASES,
  parameter,
  SECRET,
  startDatabases,
  type DatabaseKind,
} from './connection-databases.ts';
import { createTestServer, createUser, type TestVisitor } from './create-test-server.ts';

const { invalid, notFound, refused, success } = API_CODES;
const databases = startDatabases();
const connectionOf = (kind: DatabaseKind) => databaseConnection(kind, databases.portOf(kind));

async function createUsers(options: Parameters<typeof createTestServer>[0] = {}) {
  const server = await createTestServer({ databasePolicy: OWN_DATABASES, ...options });
  return { ...server, user: await createUser(server.url, 'user'), other: await createUser(server.url, 'other') };
}

async function rowsOf(...asked: Parameters<typeof fetchQuery>): Promise<string[][]> {
  const answer = await fetchQuery(...asked);
  const text = await answer.text();
  expect(answer.headers.get('content-type'), text).toBe('application/octet-stream');
  return csvRows(text);
}

async function messageOf(...asked: Parameters<typeof fetchQuery>): Promise<string> {
  const { code, message } = (await (await fetchQuery(...asked)).json()) as { code: number; message: string };
  expect(code).toBe(invalid);
  return message;
}

async function tried(user: TestVisitor, kind: DatabaseKind, text: string, ...values: [string, string][]) {
  const { id } = expectOk(await user.api.call('saveDataConnection', connectionOf(kind)));
  const parameters = values.map(([name, value]) => parameter(name, value));
  const answer = await user.api.call('tryDataQuery', { connection_id: id, text, parameters });
  return answer.ok ? answer.value : answer.error.message;
}

const TYPES: Readonly<Record<DatabaseKind, readonly [string, string][]>> = {
  postgres: [
    ['1::int', '1'],
    ['9007199254740993::bigint', '9007199254740993'],
    ['12345678901234567890.123400::numeric', '12345678901234567890.123400'],
    ['0.1::real', '0.1'],
    ['0.1::float8 + 0.2::float8', '0.30000000000000004'],
    ['true', 'true'],
    ["date '2026-02-03'", '2026-02-03'],
    ["timestamp '2026-02-03 04:05:06.7'", '2026-02-03 04:05:06.7'],
    ["timestamptz '2026-02-03 04:05:06+02'", '2026-02-03 02:05:06+00'],
    ["time '04:05:06'", '04:05:06'],
    ["interval '1 day 2 hours'", 'P1DT2H'],
    ["'\\x00ff'::bytea", '00ff'],
    [`'{"a": 1}'::jsonb`, '{"a": 1}'],
    ["array['a','b']", '{a,b}'],
    ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    [`'Äpfel "rot", 标签'`, 'Äpfel "rot", 标签'],
    ['null::text', ''],
  ],
  mysql: [
    ['1', '1'],
    ['9007199254740993', '9007199254740993'],
    ['CAST(12345678901234567890.1234 AS DECIMAL(30,6))', '12345678901234567890.123400'],
    ['CAST(0.1 AS FLOAT)', '0.1'],
    ['CAST(0.1 AS DOUBLE) + CAST(0.2 AS DOUBLE)', '0.30000000000000004'],
    ['TRUE', '1'],
    ["DATE '2026-02-03'", '2026-02-03'],
    ["TIMESTAMP '2026-02-03 04:05:06'", '2026-02-03 04:05:06'],
    ["TIME '04:05:06'", '04:05:06'],
    ["X'00FF'", '00ff'],
    ["b'101'", '05'],
    [`JSON_OBJECT('a', 1)`, '{"a": 1}'],
    [`'Äpfel "rot", 标签'`, 'Äpfel "rot", 标签'],
    ['NULL', ''],
  ],
};

describe.each(KINDS)('a saved query in %s', (kind) => {
  test('returns its rows as a file, each value as a text', async () => {
    const { user } = await createUsers();
    const selected = TYPES[kind].map(([value], at) => `${value} AS c${at}`).join(', ');
    const id = await keepQuery(user, connectionOf(kind), `SELECT ${selected};`);
    const answer = await fetchQuery(user, id);
    expect(decodeURIComponent(answer.headers.get(NET_FILE_NAME_HEADER) ?? '')).toBe('Goods.csv');
    expect(csvRows(await answer.text())).toEqual([
      TYPES[kind].map((_, at) => `c${at}`),
      TYPES[kind].map(([, text]) => text),
    ]);
    const again = await fetchQuery(user, id, {}, { headers: headersOf(answer.headers.get('etag')) });
    expect(again.status).toBe(304);
  });

  test('has its columns without rows, and two columns with one name', async () => {
    const { user } = await createUsers();
    const id = await keepQuery(user, connectionOf(kind), 'SELECT 1 AS a, 2 AS a WHERE 1 = 0');
    expect(await rowsOf(user, id)).toEqual([['a', 'a']]);
  });

  test('binds its parameters, which are never read as a part of the query', async () => {
    const { user } = await createUsers();
    const evil = `'; DROP TABLE goods; -- "\\`;
    await databases.administer(kind, [
      'DROP TABLE IF EXISTS goods',
      'CREATE TABLE goods (id int, name varchar(100))',
      `INSERT INTO goods VALUES (1, 'Pear'), (2, 'O''Neill'), (3, '${kind === 'mysql' ? "''; DROP TABLE goods; -- \"\\\\" : "''; DROP TABLE goods; -- \"\\"}')`,
    ]);
    const text = `SELECT id, ':name' AS quoted FROM goods -- :nobody's\n WHERE name = :name OR :name = 'all' /* :other */ ORDER BY id`;
    const id = await keepQuery(user, connectionOf(kind), text, [parameter('name', 'Pear')]);
    const found = async (name?: string) => {
      const [, ...rows] = await rowsOf(user, id, name === undefined ? {} : { name });
      return rows.map(([one]) => one);
    };
    expect(await found()).toEqual(['1']);
    expect(await found("O'Neill")).toEqual(['2']);
    expect(await found(evil)).toEqual(['3']);
    expect(await found("x' OR '1'='1")).toEqual([]);
    expect(await found('all')).toEqual(['1', '2', '3']);
    expect(await messageOf(user, id, { other: '1' })).toContain('other');
    expect(await databases.rows(kind, 'SELECT count(*) FROM goods')).toEqual([[kind === 'mysql' ? 3 : '3']]);
  });

  test('writes nothing, even if its user may', async () => {
    const { user } = await createUsers();
    await databases.administer(kind, ['DROP TABLE IF EXISTS kept', 'CREATE TABLE kept (a int)']);
    await databases.administer(
      kind,
      kind === 'mysql'
        ? [
            'DROP FUNCTION IF EXISTS sneak',
            'CREATE FUNCTION sneak() RETURNS INT MODIFIES SQL DATA BEGIN INSERT INTO kept VALUES (7); RETURN 1; END',
          ]
        : [
            'CREATE OR REPLACE FUNCTION sneak() RETURNS int LANGUAGE plpgsql AS $$ BEGIN INSERT INTO kept VALUES (7); RETURN 1; END $$',
            'CREATE SEQUENCE IF NOT EXISTS counted',
          ],
    );
    const writing = [
      'INSERT INTO kept VALUES (1)',
      'SELECT 1; INSERT INTO kept VALUES (1)',
      'DROP TABLE kept',
      'CALL something()',
      'SET autocommit = 1',
      'COMMIT',
      'SELECT sneak()',
      "SELECT 1 INTO OUTFILE '/tmp/labelwright-written'",
      ...(kind === 'mysql'
        ? [
            'SELECT 1 /*! INTO @a */',
            'SELECT 1 /*M! INTO @a */',
            'SELECT 1 INTO @a',
            '/*!50000 INSERT INTO kept VALUES (1) */',
            'SELECT 1 -- a\n; INSERT INTO kept VALUES (1)',
          ]
        : [
            'WITH a AS (INSERT INTO kept VALUES (1) RETURNING a) SELECT * FROM a',
            'SELECT * INTO other FROM kept',
            'SELECT nextval($$counted$$)',
            "COPY (SELECT 1) TO PROGRAM 'true'",
            'SELECT set_config($$transaction_read_only$$, $$off$$, false), sneak()',
            "SELECT E'\\'; INSERT INTO kept VALUES (1); --'; INSERT INTO kept VALUES (1)",
            'DO $$ BEGIN INSERT INTO kept VALUES (1); END $$',
          ]),
    ];
    const answers = [];
    for (const text of writing) answers.push(await tried(user, kind, text));
    expect(answers.map((answer, at) => (typeof answer === 'string' ? 'refused' : writing[at]))).toEqual(
      writing.map(() => 'refused'),
    );
    expect(await databases.rows(kind, 'SELECT a FROM kept')).toEqual([]);
  });

  test('shows its first rows in a preview, and says that there are more', async () => {
    const { user } = await createUsers();
    await databases.administer(kind, [
      'DROP TABLE IF EXISTS many',
      'CREATE TABLE many (a int)',
      kind === 'mysql'
        ? 'INSERT INTO many SELECT seq FROM seq_1_to_3000'
        : 'INSERT INTO many SELECT generate_series(1, 3000)',
    ]);
    const answer = await tried(user, kind, 'SELECT a FROM many WHERE a > :least ORDER BY a', ['least', '5']);
    expect(answer).toMatchObject({ columns: ['a'], more: true });
    expect(typeof answer === 'string' ? [] : answer.rows).toHaveLength(20);
    expect(await tried(user, kind, 'SELECT a FROM nowhere')).toContain('nowhere');
    expect(await tried(user, kind, 'SELECT a FROM many WHERE a = :one')).toContain('one');
    const id = await keepQuery(user, connectionOf(kind), 'SELECT a FROM many ORDER BY a');
    expect(await rowsOf(user, id)).toEqual([['a'], ...Array.from({ length: 3000 }, (_, at) => [String(at + 1)])]);
  });

  test('ends at its limits of rows, of bytes and of time', async () => {
    const few = await createUsers({ queryLimits: { rows: 100 } });
    const endless =
      kind === 'mysql' ? 'SELECT seq FROM seq_1_to_100000000' : 'SELECT generate_series(1, 100000000) AS seq';
    expect(await messageOf(few.user, await keepQuery(few.user, connectionOf(kind), endless))).toContain('100');
    const small = await createUsers({ netLimits: { bytes: 2 ** 20 } });
    expect(await messageOf(small.user, await keepQuery(small.user, connectionOf(kind), endless))).toContain('1 MB');
    const wide = `SELECT ${kind === 'mysql' ? 'REPEAT' : 'repeat'}('x', 15000000) AS a`;
    expect(await messageOf(small.user, await keepQuery(small.user, connectionOf(kind), wide))).toContain('1 MB');
    const quick = await createUsers({ queryLimits: { totalMs: 1_000 } });
    const slow = kind === 'mysql' ? 'SELECT SLEEP(30)' : 'SELECT pg_sleep(30)';
    const began = Date.now();
    const answer = await messageOf(quick.user, await keepQuery(quick.user, connectionOf(kind), slow));
    expect(answer).toContain('too long');
    expect(Date.now() - began).toBeLessThan(8_000);
  });

  test('ends at the database when the client disconnects', async () => {
    const { user } = await createUsers();
    const slow = kind === 'mysql' ? 'SELECT SLEEP(50) AS gone_away' : 'SELECT pg_sleep(50) AS gone_away';
    const running = async (): Promise<number> => {
      const rows = await databases.rows(
        kind,
        kind === 'mysql'
          ? "SELECT info FROM information_schema.processlist WHERE info LIKE '%gone_away%' AND user = 'reader'"
          : "SELECT query FROM pg_stat_activity WHERE query LIKE '%gone_away%' AND state = 'active' AND usename = 'reader'",
      );
      return rows.length;
    };
    const id = await keepQuery(user, connectionOf(kind), slow);
    const disconnected = new AbortController();
    const answer = fetchQuery(user, id, {}, { signal: disconnected.signal });
    await expect.poll(running).toBe(1);
    disconnected.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(running).toBe(0);
    // The slot is free again.
    await expect
      .poll(async () => (await user.api.call('testDataConnection', { id: await firstId(user) })).ok)
      .toBe(true);
  });

  test('explains why it can’t run', async () => {
    const { user } = await createUsers();
    const test = async (change: object) => {
      const saved = expectOk(await user.api.call('saveDataConnection', { ...connectionOf(kind), ...change }));
      const answer = await user.api.call('testDataConnection', { id: saved.id });
      return answer.ok ? 'ok' : answer.error.message;
    };
    expect(await test({})).toBe('ok');
    expect(await test({ host: 'DB.example' })).toBe('ok');
    expect(await test({ secret: 'wrong' })).toContain('does not let this user in');
    expect(await test({ secret: '' })).toContain('does not let this user in');
    expect(await test({ database: 'none' })).toContain('does not let this user in');
    expect(await test({ tls: 'unverified' })).toBe('ok');
    expect(await test({ host: 'localhost', tls: 'verified' })).toContain('encrypted');
    const before = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(before));
    setDefaultCACertificates([...before, AUTHORITY.certificate]);
    expect(await test({ host: 'localhost', tls: 'verified' })).toBe('ok');
    expect(await test({ host: 'db.example', tls: 'verified' })).toContain('encrypted');
    expect(await test({ port: 1 })).toContain('cannot be reached');
    expect(await test({ host: 'elsewhere.example' })).toContain('cannot be reached');
  });
});

describe('data connections', () => {
  test.each(KINDS)(
    'of %s reach public addresses only, unless the operator has listed the host and its port',
    async (kind) => {
      const port = databases.portOf(kind);
      const test = async (host: string, netAllowedHosts: string[] = []) => {
        const { user } = await (async () => {
          const server = await createTestServer({ netAllowedHosts });
          return { user: await createUser(server.url, 'user') };
        })();
        const saved = expectOk(await user.api.call('saveDataConnection', { ...connectionOf(kind), host }));
        return (await user.api.call('testDataConnection', { id: saved.id })).ok;
      };
      expect(await test('127.0.0.1')).toBe(false);
      expect(await test('localhost')).toBe(false);
      expect(await test('0.0.0.0')).toBe(false);
      expect(await test('::ffff:127.0.0.1')).toBe(false);
      expect(await test('169.254.169.254')).toBe(false);
      expect(await test('127.0.0.1', ['127.0.0.1'])).toBe(false);
      expect(await test('127.0.0.1', [`127.0.0.1:${port}`])).toBe(true);
    },
  );

  test('belong to their owner only', async () => {
    const { user, other } = await createUsers();
    const id = await keepQuery(user, connectionOf('postgres'), 'SELECT 1 AS a');
    expect((await (await fetchQuery(other, id)).json()) as object).toMatchObject({ code: notFound });
    expect(expectOk(await other.api.call('dataConnectionList', {})).list).toEqual([]);
    expect(expectOk(await other.api.call('dataQueryList', {})).list).toEqual([]);
    const connection = await firstId(user);
    const moved = await other.api.call('saveDataQuery', {
      connection_id: connection,
      name: 'x',
      text: 'SELECT 1',
      parameters: [],
    });
    expect(moved).toMatchObject({ ok: false, error: { apiCode: notFound } });
    expectOk(await user.api.call('delDataConnection', { id: connection }));
    expect(expectOk(await user.api.call('dataQueryList', {})).list).toEqual([]);
    expect((await (await fetchQuery(user, id)).json()) as object).toMatchObject({ code: notFound });
  });

  test('keep their secret, which no answer contains', async () => {
    const said: string[] = [];
    const { user, dataDir, server } = await createUsers({
      log: { level: 'debug', write: (line: string) => said.push(line) } as never,
      onError: (error) => said.push(String(error)),
    });
    const saved = expectOk(await user.api.call('saveDataConnection', connectionOf('postgres')));
    expect(saved).toMatchObject({ has_secret: true });
    expectOk(await user.api.call('testDataConnection', { id: saved.id }));
    const { secret: _left, ...same } = connectionOf('postgres');
    expectOk(await user.api.call('saveDataConnection', { id: saved.id, ...same, name: 'Renamed' }));
    expectOk(await user.api.call('testDataConnection', { id: saved.id }));
    for (const change of [
      { host: 'db.example' },
      { port: 5999 },
      { user: 'admin' },
      { tls: 'unverified' as const },
      { kind: 'mysql' as const },
    ]) {
      const answer = await user.api.call('saveDataConnection', { id: saved.id, ...same, ...change });
      expect(answer).toMatchObject({ ok: false, error: { apiCode: invalid } });
    }
    const answers = JSON.stringify([saved, expectOk(await user.api.call('dataConnectionList', {})), said]);
    expect(answers).not.toContain(SECRET);
    const rows = await server.services.db.selectFrom('data_connection').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    const events = await server.services.db.selectFrom('audit_entry').selectAll().execute();
    expect(events.map(({ event }) => event)).toContain('connectionSaved');
    expect(JSON.stringify(events)).not.toContain(SECRET);
    for (const file of (await readdir(dataDir)).filter((name) => name.startsWith('labelwright.db'))) {
      expect((await readFile(join(dataDir, file))).includes(SECRET)).toBe(false);
    }
  });

  test('ten concurrent requests are sent or delayed, and half a request is rejected', async () => {
    const { user } = await createUsers();
    const id = await keepQuery(user, connectionOf('postgres'), 'SELECT 1 AS a, pg_sleep(0.3)');
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetchQuery(user, id)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
    expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('5');
    const saves = await Promise.all(
      Array.from({ length: 60 }, () => user.api.call('saveDataConnection', connectionOf('mysql'))),
    );
    expect(saves.filter(({ ok }) => ok)).toHaveLength(49);
    expect(saves.find(({ ok }) => !ok)).toMatchObject({ error: { apiCode: refused } });
    const half = await user.fetch('/interface/api/tem.app_public/saveDataQuery', {
      method: 'POST',
      body: '{"name":"Half"',
      headers: { 'content-type': 'application/json' },
    });
    expect((await half.json()) as object).not.toMatchObject({ code: success });
    expect(expectOk(await user.api.call('dataQueryList', {})).list).toHaveLength(1);
  });
});

async function firstId(user: TestVisitor): Promise<string> {
  return expectOk(await user.api.call('dataConnectionList', {})).list[0]?.id ?? '';
}

function headersOf(etag: string | null): Record<string, string> {
  return { 'content-type': 'application/json', 'if-none-match': etag ?? '' };
}

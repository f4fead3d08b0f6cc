import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chmod, chown, copyFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { queryAddress } from '#model/elements/base/query-address.ts';
import { NET_FILE_PATH, type QueryParameter, type SaveConnectionInput } from '#protocol/api.ts';
import { makeAuthority, makeServerCertificate } from '#print-assistant/make-certificate.ts';
import type { AddressPolicy } from '#server/core/net/address-policy.ts';
import { startMariadb, type MariadbServer } from '#tests/support/mariadb-server.ts';
import { startPostgres, type PostgresCluster } from '#tests/support/postgres-cluster.ts';
import { createTestFolder, type TestVisitor } from './create-test-server.ts';

export const KINDS = ['postgres', 'mysql'] as const;
export type DatabaseKind = (typeof KINDS)[number];

export const SECRET = 'swordfish-of-the-shop';

/** Has signed the certificate of both databases, which is for `localhost` and its addresses. */
export const AUTHORITY = makeAuthority('Labelwright test', Date.now());

/** Both databases, each with a database `shop` and its user `reader`, who may do everything there. */
export interface Databases {
  readonly portOf: (kind: DatabaseKind) => number;
  readonly administer: (kind: DatabaseKind, statements: readonly string[]) => Promise<void>;
  readonly rows: (kind: DatabaseKind, statement: string) => Promise<readonly (readonly unknown[])[]>;
}

/** Starts real ones, for all tests of a file. */
export function startDatabases(): Databases {
  let postgres: PostgresCluster;
  let mariadb: MariadbServer;
  const ends: (() => Promise<void>)[] = [];
  const shop = (): string => postgres.urlOf('shop');
  async function asked(url: string, statements: readonly string[]): Promise<readonly unknown[][]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      let rows: unknown[][] = [];
      for (const text of statements) ({ rows } = await client.query<unknown[]>({ text, rowMode: 'array' }));
      return rows;
    } finally {
      await client.end();
    }
  }
  beforeAll(async () => {
    const folder = await createTestFolder((end) => ends.push(end));
    // PostgreSQL runs as its own user if the tests run as root.
    await chmod(folder, 0o755);
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const opened = { key: createPrivateKey(AUTHORITY.key), certificate: new X509Certificate(AUTHORITY.certificate) };
    const pair = makeServerCertificate(opened, Date.now());
    await Promise.all([writeFile(key, pair.key, { mode: 0o600 }), writeFile(certificate, pair.certificate)]);
    [postgres, mariadb] = await Promise.all([
      startPostgres(folder),
      startMariadb(folder, undefined, [`--ssl-key=${key}`, `--ssl-cert=${certificate}`]),
    ]);
    // PostgreSQL accepts only a key that is private to its own user.
    const { uid, gid } = await stat(join(folder, 'postgres'));
    const own = join(folder, 'postgres-key.pem');
    await copyFile(key, own);
    await chown(own, uid, gid);
    await asked(postgres.urlOf('postgres'), [
      `alter system set ssl_key_file = '${own}'`,
      `alter system set ssl_cert_file = '${certificate}'`,
      'alter system set ssl = on',
      'select pg_reload_conf()',
    ]);
    await asked(postgres.urlOf('postgres'), ['create database shop']);
    await asked(shop(), [`create role reader login superuser password '${SECRET}'`]);
    await mariadb.administer([
      `create user 'reader'@'%' identified by '${SECRET}'`,
      "grant all on *.* to 'reader'@'%'",
    ]);
  });
  afterAll(async () => {
    await Promise.all([postgres?.stop(), mariadb?.stop()]);
    for (const end of ends) await end();
  });
  return {
    portOf: (kind) => (kind === 'mysql' ? mariadb.port : Number(new URL(shop()).port)),
    async administer(kind, statements) {
      if (kind === 'mysql') await mariadb.administer(statements);
      else await asked(shop(), statements);
    },
    rows: (kind, statement) => (kind === 'mysql' ? mariadb.rows(statement) : asked(shop(), [statement])),
  };
}

/** Lets users reach databases of this machine, also by the name `db.example`. */
export const OWN_DATABASES: AddressPolicy = {
  resolve: async (host) => {
    if (host !== 'db.example' && host !== 'localhost') throw new Error(`no such host: ${host}`);
    return [{ address: '127.0.0.1', family: 4 }];
  },
  isAllowed: (_host, _port, address) => address === '127.0.0.1',
};

export function databaseConnection(kind: DatabaseKind, port: number): SaveConnectionInput {
  return {
    name: `Shop in ${kind}`,
    kind,
    host: '127.0.0.1',
    port,
    database: 'shop',
    user: 'reader',
    tls: 'off',
    address: '',
    header: '',
    secret: SECRET,
  };
}

export const parameter = (name: string, value = ''): QueryParameter => ({ name, label: '', value });

/** Saves a connection and a query of it; returns the id of the query. */
export async function keepQuery(
  user: TestVisitor,
  connection: SaveConnectionInput,
  text: string,
  parameters: readonly QueryParameter[] = [],
): Promise<string> {
  const { id } = expectOk(await user.api.call('saveDataConnection', connection));
  const query = { connection_id: id, name: 'Goods', text, parameters: [...parameters] };
  return expectOk(await user.api.call('saveDataQuery', query)).id;
}

/** The rows of a saved query, as the editor requests them. */
export function fetchQuery(
  user: TestVisitor,
  id: string,
  values: Readonly<Record<string, string>> = {},
  more: RequestInit = {},
): Promise<Response> {
  return user.fetch(NET_FILE_PATH, {
    method: 'POST',
    body: JSON.stringify({ FileUrl: queryAddress({ id, values }) }),
    headers: { 'content-type': 'application/json' },
    ...more,
  });
}

/** The rows of an answer in CSV, every value in quotes. */
export function csvRows(text: string): string[][] {
  const cells = [...text.replace(/^\u{FEFF}/u, '').matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)];
  const rows: string[][] = [[]];
  for (const [, value = '', end] of cells) {
    rows.at(-1)?.push(value.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}

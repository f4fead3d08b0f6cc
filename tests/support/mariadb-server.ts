import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mysql2/promise';
import { freePort } from './product.ts';
import { endWith, until } from './storage-process.ts';

const PROGRAM = '/usr/sbin/mariadbd';
const TABLES = '/usr/share/mysql';
const USER = 'tests';
const PASSWORD = 'only-for-tests';

/** A MariaDB server of its own, with a database `shop`. */
export interface MariadbServer {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** A connection with all rights. */
  readonly administer: (statements: readonly string[]) => Promise<void>;
  readonly rows: (statement: string) => Promise<readonly (readonly unknown[])[]>;
  readonly stop: () => Promise<void>;
}

/** Makes a server's files in that folder and starts it; `at` is its port, a free one when left out; `more` are further settings. */
export async function startMariadb(folder: string, at?: number, more: readonly string[] = []): Promise<MariadbServer> {
  const data = join(folder, 'mariadb');
  await mkdir(data);
  const usual = ['--no-defaults', `--datadir=${data}`, ...(process.getuid?.() === 0 ? ['--user=root'] : [])];
  const scripts = await Promise.all(
    ['mysql_system_tables.sql', 'mysql_system_tables_data.sql'].map((name) => readFile(join(TABLES, name), 'utf8')),
  );
  // Here a statement ends with its line.
  const users = [
    'FLUSH PRIVILEGES;',
    `CREATE USER '${USER}'@'%' IDENTIFIED BY '${PASSWORD}';`,
    `GRANT ALL ON *.* TO '${USER}'@'%' WITH GRANT OPTION;`,
    'CREATE DATABASE shop;',
    '',
  ];
  const made = spawnSync(PROGRAM, [...usual, '--bootstrap', '--innodb-flush-log-at-trx-commit=0'], {
    input: ['CREATE DATABASE mysql;', 'USE mysql;', ...scripts, ...users].join('\n'),
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`mariadbd: ${made.stderr}`);
  const port = at ?? (await freePort());
  const settings = [...more, `--port=${port}`, '--bind-address=127.0.0.1', `--socket=${join(data, 'socket')}`];
  const child = spawn(PROGRAM, [...usual, ...settings, '--innodb-flush-log-at-trx-commit=0', '--skip-name-resolve'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-10_000)));
  const open = (): Promise<Connection> =>
    createConnection({ host: '127.0.0.1', port, user: USER, password: PASSWORD, database: 'shop', rowsAsArray: true });
  async function using<T>(use: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await open();
    try {
      return await use(connection);
    } finally {
      await connection.end();
    }
  }
  await until(
    child,
    () => log,
    () => using(async () => undefined),
  );
  return {
    port,
    user: USER,
    password: PASSWORD,
    administer: (statements) =>
      using(async (connection) => {
        for (const one of statements) await connection.query(one);
      }),
    rows: (statement) =>
      using(async (connection) => {
        const [rows] = await connection.query(statement);
        return rows as unknown as readonly (readonly unknown[])[];
      }),
    stop: () => endWith(child, 'SIGKILL'),
  };
}

import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './product.ts';
import { endWith, until } from './storage-process.ts';

const VERSIONS = '/usr/lib/postgresql';
const USER = 'tests';
const PASSWORD = 'only-for-tests';

/** A PostgreSQL server of its own. */
export interface PostgresCluster {
  /** `postgres://…` of a database of that name, which need not exist. */
  readonly urlOf: (database: string) => string;
  /** Of the process whose children serve the connections. */
  readonly pid: () => number;
  /** Kills it without notice to its clients, like a power cut, and restarts it; settles when it answers again. */
  readonly crash: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Makes a cluster in that folder and starts it, with Debian's newest PostgreSQL. It uses the collation of English, so that
 * code that depends on the order of texts fails. Commits are written to the disk only with `durable`.
 */
export async function startPostgres(folder: string, durable: boolean = false): Promise<PostgresCluster> {
  const programs = join(VERSIONS, await newestVersion(), 'bin');
  const data = join(folder, 'postgres');
  await mkdir(data, { mode: 0o700 });
  await writeFile(join(folder, 'password'), PASSWORD);
  const as = await ownUser(data);
  const made = spawnSync(
    join(programs, 'initdb'),
    `-D ${data} -U ${USER} -A scram-sha-256 --pwfile=${join(folder, 'password')} --no-sync
      -E UTF8 --locale=C.UTF-8 --locale-provider=icu --icu-locale=en`.split(/\s+/),
    { ...as, encoding: 'utf8', cwd: data },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stdout}${made.stderr}`);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const urlOf = (database: string): string => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const begin = async (): Promise<ChildProcess> => {
    const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...as,
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-10_000)));
    await until(
      child,
      () => log,
      async () => {
        const client = new Client({ connectionString: urlOf('postgres') });
        await client.connect();
        await client.end();
      },
    );
    return child;
  };
  let child = await begin();
  return {
    urlOf,
    pid: () => child.pid ?? 0,
    crash: async () => {
      await endWith(child, 'SIGQUIT');
      child = await begin();
    },
    stop: () => endWith(child, 'SIGINT'),
  };
}

/** PostgreSQL refuses to run as root: then it runs as Debian's own user for it, which gets the folder. */
async function ownUser(folder: string): Promise<SpawnOptions> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  if (uid === undefined || gid === undefined) throw new Error('there is no user postgres');
  await chown(folder, uid, gid);
  return { uid, gid };
}

async function newestVersion(): Promise<string> {
  const versions = (await readdir(VERSIONS)).filter((version) => existsSync(join(VERSIONS, version, 'bin/initdb')));
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error('PostgreSQL is not installed');
  return newest;
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { AS_IT_IS, type Version } from '#server/core/database/migrations.ts';
import { backUp } from '#server/operator/backup/back-up.ts';
import { restore } from '#server/operator/backup/restore.ts';
import { openStorage, type Storage } from '#server/open-storage.ts';
import { readStorageSettings } from '#server/storage-settings.ts';
import {
  addTestFont,
  createSavedTemplate,
  createTestFolder,
  createUser,
  createVisitor,
  PASSWORD,
  type TestUser,
  type TestVisitor,
} from './create-test-server.ts';

export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

export function start(args: readonly string[], environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['server/backup-main.ts', ...args], {
    env: { ...process.env, ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

export async function run(args: readonly string[], environment: Record<string, string>): Promise<Ended> {
  const child = start(args, environment);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => (output += piece.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

const OPTIONS = { now: Date.now, onProgress: () => undefined, signal: new AbortController().signal };

/** In this process, which is faster. */
async function withStorage<T>(
  environment: Record<string, string>,
  version: Version | undefined,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const storage = await openStorage(expectOk(readStorageSettings(environment)), version);
  try {
    return await work(storage);
  } finally {
    storage.blobs.close();
    await storage.database.close();
  }
}

type Passphrase = string | null;

export function makeBackup(
  path: string,
  environment: Record<string, string>,
  passphrase: Passphrase = null,
): Promise<unknown> {
  return withStorage(environment, AS_IT_IS, (storage) => backUp(storage, path, { ...OPTIONS, passphrase }));
}

export function putBack(
  path: string,
  environment: Record<string, string>,
  replace: boolean = false,
  passphrase: Passphrase = null,
): Promise<unknown> {
  return withStorage(environment, undefined, (storage) => restore(storage, path, { ...OPTIONS, replace, passphrase }));
}

/** Storage of the other kind than the one under test: SQLite and files, while the tests run on servers. */
export async function otherPlace(): Promise<Record<string, string>> {
  return { DATA_DIR: await createTestFolder() };
}

export async function signIn(url: string, account: string): Promise<TestVisitor> {
  const visitor = createVisitor(url);
  expectOk(await visitor.api.call('login', { account, password: PASSWORD }));
  return visitor;
}

/** A user's view of their own data, with the bytes of each file. */
export async function contentOf({ api }: TestVisitor): Promise<unknown> {
  const { list } = expectOk(await api.call('templateList', { size: 100 }));
  const fonts = expectOk(await api.call('fontList', {})).list.filter((family) => family.own);
  const paths = [...list.flatMap(({ file, image }) => [file, image]), ...fonts.map(({ url }) => url)];
  const files = await Promise.all(
    paths.map(async (path) => Buffer.from(expectOk(await api.fetchFile(path))).toString('hex')),
  );
  return { list, fonts, files };
}

export async function fill(url: string, name: string): Promise<TestUser> {
  const user = await createUser(url, name);
  for (const label of ['Box', 'Überraschung 日本', 'Third']) await createSavedTemplate(user, label);
  await addTestFont(user, 'Own font');
  return user;
}

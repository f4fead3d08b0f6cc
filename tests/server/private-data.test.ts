import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createAssistant } from '#print-assistant/assistant.ts';
import {
  addTestFont,
  createSavedTemplate,
  createTestFolder,
  createTestServer,
  createUser,
} from './create-test-server.ts';
import { onServers } from './test-storage.ts';

/** Every entry on which other users have any permission, with its mode. */
async function sharedEntries(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const modes = await Promise.all(
    ['.', ...names].map(async (name) => ({ name, mode: (await stat(join(folder, name))).mode & 0o777 })),
  );
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name, mode }) => `${name} ${mode.toString(8)}`);
}

async function openToAll(folder: string): Promise<void> {
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, name);
    await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644);
  }
}

async function use(url: string, name: string): Promise<void> {
  const user = await createUser(url, name);
  await createSavedTemplate(user, 'Box');
  await addTestFont(user, 'Own font');
}

describe.skipIf(onServers)('the data folder', () => {
  test('is private from the start: database, its log, files', async () => {
    const parent = await createTestFolder();
    const dataDir = join(parent, 'deep', 'data');
    const { url } = await createTestServer({ dataDir });
    await use(url, 'ana');
    const names = await readdir(dataDir, { recursive: true });
    expect(names).toEqual(expect.arrayContaining(['labelwright.db', 'labelwright.db-wal', 'labelwright.db-shm']));
    expect(names.length).toBeGreaterThan(6);
    expect(await sharedEntries(dataDir)).toEqual([]);
  });

  test('of an earlier version is made private at the next start', async () => {
    const dataDir = join(await createTestFolder(), 'data');
    await mkdir(join(dataDir, 'fonts'), { recursive: true });
    const first = await createTestServer({ dataDir });
    await use(first.url, 'ben');
    await first.server.close();
    await writeFile(join(dataDir, 'fonts', 'notes.txt'), 'mine');
    await openToAll(dataDir);
    const second = await createTestServer({ dataDir });
    await use(second.url, 'bob');
    expect(await sharedEntries(dataDir)).toEqual([]);
  });

  test('that had other contents before keeps its mode; only our own files in it are made private', async () => {
    const dataDir = join(await createTestFolder(), 'home');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'letter.txt'), 'dear');
    await openToAll(dataDir);
    const { url } = await createTestServer({ dataDir });
    await use(url, 'carl');
    expect(await sharedEntries(dataDir)).toEqual(['. 755', 'letter.txt 644']);
  });
});

test('the assistant’s pages and records are private, also those of an earlier version', async () => {
  const folder = join(await createTestFolder(), 'assistant');
  await mkdir(join(folder, 'pages', 'job'), { recursive: true });
  await mkdir(join(folder, 'jobs'));
  await writeFile(join(folder, 'pages', 'job', 'page.png'), 'x');
  await writeFile(join(folder, 'jobs', 'one.log'), 'x');
  await openToAll(folder);
  const assistant = await createAssistant({
    port: 0,
    origins: [],
    openOrigins: [],
    pairingKey: null,
    folder,
    folderFormat: 'png',
    configuredPrinters: [],
    cupsServer: null,
    discovery: null,
    usbClass: null,
    log: () => undefined,
  });
  await assistant.close();
  expect(await readdir(folder, { recursive: true })).toContain('jobs/instance');
  expect(await sharedEntries(folder)).toEqual([]);
});

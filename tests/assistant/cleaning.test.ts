import { lutimes, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUp, type KeepLimits } from '#print-assistant/cleaning.ts';
import { jobFolder } from '#print-assistant/printers/folder-printer.ts';
import { createOutputPage } from './create-page.ts';
import { connectRaw } from './raw-connection.ts';
import { createFolder, startAssistant } from './start-assistant.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 5, 1);

interface Job {
  readonly id: string;
  readonly days: number;
  readonly end?: 'finished' | 'cancelled';
  readonly kilobytes?: number;
}

async function putJobs(folder: string, jobs: readonly Job[]): Promise<void> {
  await mkdir(join(folder, 'jobs'), { recursive: true });
  await mkdir(join(folder, 'pages'), { recursive: true });
  await writeFile(join(folder, 'jobs/instance'), 'first');
  for (const { id, days, end, kilobytes = 1 } of jobs) {
    const header = { jobId: id, jobName: id, printer: 'Folder', openedAt: '2026-01-01T00:00:00Z' };
    const log = join(folder, 'jobs', `${id}.log`);
    const pages = jobFolder(join(folder, 'pages'), header);
    await writeFile(log, `${JSON.stringify(header)}\naccepted 1 aa\nspooled 1\n${end === undefined ? '' : `${end}\n`}`);
    await mkdir(pages);
    await writeFile(join(pages, '1.png'), Buffer.alloc(kilobytes * 1024));
    const at = new Date(NOW - days * DAY_MS);
    for (const path of [log, join(pages, '1.png'), pages]) await utimes(path, at, at);
  }
}

async function left(folder: string): Promise<string[]> {
  const names = [...(await readdir(join(folder, 'jobs'))), ...(await readdir(join(folder, 'pages')))];
  return names
    .filter((name) => name !== 'instance')
    .map((name) => name.replace(/^2026-01-01-|\.log$|-[0-9a-f]{8}$/g, ''));
}

async function clean(folder: string, keep: Partial<KeepLimits>, atStart = false): Promise<void> {
  const folders = { pagesFolder: join(folder, 'pages'), jobsFolder: join(folder, 'jobs') };
  const limits = { days: 30, bytes: 10_000_000, ...keep };
  await cleanUp({ ...folders, keep: limits, now: () => NOW, log: () => undefined }, atStart);
}

test('jobs that ended long ago are deleted with their pages, and open ones are kept', async () => {
  await using folder = await createFolder();
  await putJobs(folder.path, [
    { id: 'old', days: 31, end: 'finished' },
    { id: 'called-off', days: 40, end: 'cancelled' },
    { id: 'open', days: 40 },
    { id: 'young', days: 2, end: 'finished' },
  ]);
  await clean(folder.path, {});
  expect((await left(folder.path)).toSorted()).toEqual(['open', 'open', 'young', 'young']);
  expect(await readFile(join(folder.path, 'jobs/instance'), 'utf8')).toBe('first');
});

test('deletes the oldest jobs first when space is short, until there is enough', async () => {
  await using folder = await createFolder();
  await putJobs(folder.path, [
    { id: 'third', days: 3, end: 'finished', kilobytes: 300 },
    { id: 'first', days: 9, end: 'finished', kilobytes: 300 },
    { id: 'second', days: 6, end: 'finished', kilobytes: 300 },
    { id: 'today', days: 0.5, end: 'finished', kilobytes: 300 },
  ]);
  await clean(folder.path, { bytes: 700 * 1024 });
  expect((await left(folder.path)).toSorted()).toEqual(['third', 'third', 'today', 'today']);
  // Nothing is deleted of a run that may just have ended.
  await clean(folder.path, { bytes: 1 });
  expect(await left(folder.path)).toEqual(['today', 'today']);
});

test('an abandoned open job is deleted at a start, and clients are notified that something was', async () => {
  await using folder = await createFolder();
  await putJobs(folder.path, [
    { id: 'open', days: 31 },
    { id: 'recent', days: 5 },
  ]);
  await clean(folder.path, {}, true);
  expect(await left(folder.path)).toEqual(['recent', 'recent']);
  expect(await readFile(join(folder.path, 'jobs/instance'), 'utf8')).toMatch(/^[0-9a-f-]{36}$/);
});

test('pages without a record are deleted, too; targets of links are kept', async () => {
  await using folder = await createFolder();
  await using elsewhere = await createFolder();
  await putJobs(folder.path, []);
  await writeFile(join(elsewhere.path, 'mine.txt'), 'mine');
  const lost = join(folder.path, 'pages/lost');
  await mkdir(lost);
  await symlink(elsewhere.path, join(lost, 'link'));
  const at = new Date(NOW - 50 * DAY_MS);
  await lutimes(join(lost, 'link'), at, at);
  await utimes(lost, at, at);
  await clean(folder.path, {});
  expect(await left(folder.path)).toEqual([]);
  expect(await readdir(elsewhere.path)).toEqual(['mine.txt']);
});

test('the assistant cleans up when it starts, and still prints no page of a stored job twice', async () => {
  await using folder = await createFolder();
  await putJobs(folder.path, [{ id: 'old', days: 31, end: 'finished' }]);
  {
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    await line.ask('outputPrintting', createOutputPage({ sequence: 1 }));
  }
  await using again = await startAssistant(folder.path, { keep: { days: 1, bytes: 1 } });
  expect(await left(folder.path)).not.toContain('old');
  await using line = await connectRaw(again.port);
  expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1 }))).toMatchObject({
    data: { outcome: 'duplicate' },
  });
});

import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { openClaims } from '#cli/watch/claims.ts';
import { lockFolder } from '#cli/watch/folder-lock.ts';
import { createInbox } from '#cli/watch/inbox.ts';
import { parseWatchArguments } from '#cli/watch/watch-options.ts';

async function createWatched(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-watch-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a file is complete once it is unchanged for the set time, and older files are first', async () => {
  const folder = await createWatched();
  let now = 0;
  const inbox = createInbox(folder, 1000, () => now);
  const put = (name: string, text = 'a,b\n'): Promise<void> => writeFile(join(folder, name), text);
  for (const name of ['10.csv', '9.json', 'x.csv.part', '.hidden.csv', '~$a.xlsx', 'a.xlsx', 'b.txt', 'n.csv']) {
    await put(name);
  }
  await put('n.csv.lock');
  await put('empty.csv', '');
  await mkdir(join(folder, 'folder.csv'));
  expect(await inbox.ready()).toEqual([]);
  now = 999;
  await put('1.csv');
  await appendFile(join(folder, '10.csv'), 'c');
  expect(await inbox.ready()).toEqual([]);
  now = 1000;
  expect(await inbox.ready()).toEqual(['9.json']);
  now = 2500;
  expect(await inbox.ready()).toEqual(['9.json', '10.csv', '1.csv']);
  await rm(join(folder, 'n.csv.lock'));
  await rm(join(folder, '~$a.xlsx'));
  now = 30_000;
  expect(await inbox.ready()).toEqual(['9.json', '10.csv', 'a.xlsx', 'empty.csv', 'n.csv', '1.csv']);
});

test('a file is in one place at each step, and an interrupted step is recovered in order', async () => {
  const folder = await createWatched();
  const claims = expectOk(await openClaims(folder, () => new Date('2026-01-02T03:04:05.678Z')));
  const long = `${'标'.repeat(80)}.csv`;
  await writeFile(join(folder, 'b b.csv'), 'b');
  await writeFile(join(folder, long), 'a');
  const first = expectOk(await claims.take('b b.csv'));
  expect(first).toMatchObject({ id: '20260102T030405678Z-0001 b b.csv', name: 'b b.csv' });
  expect(expectOk(await claims.take('gone.csv'))).toBeNull();
  const second = expectOk(await claims.take(long));
  expect(Buffer.byteLength(second?.id ?? '')).toBeLessThan(200);
  await mkdir(join(folder, 'working', '20250102T030405678Z-0001 never taken.csv'));
  const left = expectOk(await claims.left());
  expect(left.map(({ id }) => id)).toEqual([first?.id, second?.id]);
  expect(await readdir(join(folder, 'working'))).toHaveLength(2);
  for (const claim of left) expectOk(await claims.end(claim, claim === left[0] ? 'done' : 'failed'));
  expect(await readdir(join(folder, 'done', first?.id ?? ''))).toEqual(['b b.csv']);
  expect(await readdir(join(folder, 'failed'))).toEqual([second?.id]);
});

test('only one process watches a folder', async () => {
  const folder = await createWatched();
  const first = lockFolder(folder);
  expect(first.ok).toBe(true);
  expect(lockFolder(folder)).toMatchObject({ ok: false, error: { code: 'watch.taken' } });
  if (first.ok) first.value[Symbol.dispose]();
  expect(lockFolder(folder).ok).toBe(true);
});

test.each([
  [[], 'DIR'],
  [['--template', 'a.tprt'], 'DIR'],
  [['in'], '--template'],
  [['in', '--template', 'a.tprt', '--data', 'x.csv'], 'watch'],
  [['in', '--template', 'a.tprt', '--start=7'], 'watch'],
  [['in', '--template', 'a.tprt', '--printer', 'P', '--out', 'o'], '--out'],
  [['in', '--template', 'a.tprt', '--settle', '0'], '--settle'],
])('%j is rejected', (argv, path) => {
  expect(parseWatchArguments(argv, {})).toMatchObject({ ok: false, error: { code: 'input.invalid', path } });
});

test('the other options are those of render', () => {
  const argv = ['in', '--template', 'a.tprt', '--settle=0.5', '--out', 'pages', '--format', 'zpl', '--sheet', 'S'];
  expect(parseWatchArguments(argv, {})).toMatchObject({
    ok: true,
    value: { settleMs: 500, pagesDirectory: 'pages', render: { format: 'zpl', sheet: 'S' } },
  });
});

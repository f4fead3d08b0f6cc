import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { openDataFile, openNamed } from '#headless/rows/open-files.ts';
import { createRenderFolder, readReport, renderIn, renderInterrupted, visibleIn } from '#tests/support/command-line.ts';

/** Several pages of rows in Latin-1. */
const ROWS = 60_000;
const FIRST_LATE = 50_000;

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-long-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function writeRows(path: string): Promise<void> {
  const lines = Array.from({ length: ROWS }, (_, row) => `${row},"Thé n° ${row}\nin two lines"\n`);
  await writeFile(path, `number,name\n${lines.join('')}`, 'latin1');
}

describe('a long CSV that stays open', () => {
  let path = '';
  const files: FileHandle[] = [];
  beforeEach(async () => {
    path = join(await createFolder(), 'rows.csv');
    await writeRows(path);
    onTestFinished(async () => {
      for (const file of files.splice(0)) await file.close();
    });
  });

  test('gives the same rows as in memory', async () => {
    const [paged, whole] = [await openDataFile(path, {}, openNamed, files), await openDataFile(path, {})].map(expectOk);
    expect(files).toHaveLength(1);
    expect(paged?.info).toEqual(whole?.info);
    expect(paged?.info.text?.encoding).toBe('windows-1252');
    const windows = [paged, whole].map((data) => data?.rows('Sheet1', ['name', 'number'], FIRST_LATE, 2000));
    expect(windows[0]).toEqual(windows[1]);
    expect(windows[0]).toMatchObject({
      ok: true,
      value: { rows: expect.arrayContaining([['Thé n° 50001\nin two lines', '50001']]) },
    });
  });

  test.each([
    ['is shorter now', (file: string) => truncate(file, 1_000_000)],
    ['has other content of the same length', (file: string) => writeFile(file, 'x'.repeat(1_700_000))],
  ])('gives data.changed and no rows once the file %s', async (_, change) => {
    const data = expectOk(await openDataFile(path, {}, openNamed, files));
    expect(data.rows('Sheet1', ['name'], 0, 1).ok).toBe(true);
    await change(path);
    expect(data.rows('Sheet1', ['name'], FIRST_LATE, 1)).toEqual({
      ok: false,
      error: { code: 'data.changed', params: { file: path }, path },
    });
  });

  test('is closed at once where the caller does not close it', async () => {
    const opened: FileHandle[] = [];
    const openFile = async (name: string): Promise<FileHandle> => {
      const file = await openNamed(name);
      opened.push(file);
      return file;
    };
    expectOk(await openDataFile(path, {}, openFile));
    expectOk(await openDataFile(path, {}, openFile, files));
    expect(opened.map((file) => file.fd >= 0)).toEqual([false, true]);
  });
});

test('a run over a long CSV that is interrupted leaves whole pages, and goes on with the next row', async () => {
  const folder = await createRenderFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const rows = 120;
  const note = `"${'A long note, n° 1,\n'.repeat(600)}"`;
  const lines = Array.from({ length: rows }, (_, row) => `${note},Thé ${row},${row}\n`);
  await writeFile(join(folder, 'long.csv'), `note,name,code\n${lines.join('')}`, 'latin1');
  const run = ['--template', 'label.tprt', '--data', 'long.csv', '--dpi', '100', '--workers', '1', '--out', 'pages'];
  const args = [...run, '--report', 'report.jsonl'];
  const stopped = await renderInterrupted(folder, args, () => existsSync(join(folder, 'pages/page-00001.png')));
  expect(stopped.status).toBe(4);
  const pages = await visibleIn(join(folder, 'pages'));
  expect(pages.length).toBeLessThan(rows);
  expect(pages).toEqual(pages.map((_, i) => `page-${String(i + 1).padStart(5, '0')}.png`));
  for (const page of pages) expect(PNG.sync.read(await readFile(join(folder, 'pages', page))).width).toBeGreaterThan(0);

  expect((await renderIn(folder, [...args, '--resume'])).status).toBe(0);
  const { labels } = await readReport(join(folder, 'report.jsonl'));
  expect(labels.map(({ page, symbols }) => [page, symbols.map(({ decoded }) => decoded)])).toEqual(
    Array.from({ length: rows }, (_, row) => [row + 1, [String(row), `Thé ${row}`]]),
  );
});

import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createRenderFolder,
  type Outcome,
  readReport,
  renderIn,
  renderInterrupted,
  renderWhile,
  startIn,
  visibleIn,
} from '#tests/support/command-line.ts';

let folder: string;
beforeAll(async () => {
  folder = await createRenderFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const RENDER = ['--template', 'label.tprt', '--data', 'rows.csv'];
function render(...args: readonly string[]): Promise<Outcome> {
  return renderIn(folder, [...RENDER, ...args]);
}

describe('the output folder', () => {
  test('with pages of another run is rejected, or only these are removed', async () => {
    const out = join(folder, 'used');
    await mkdir(out);
    for (const name of ['page-00009.png', 'page-00010.svg.part', 'pages.zpl', 'page-one.png', 'notes.txt']) {
      await writeFile(join(out, name), name);
    }
    const refused = await render('--out', 'used');
    expect([refused.status, refused.errors]).toEqual([2, expect.stringContaining('3 pages of another run')]);
    expect(await readdir(out)).toHaveLength(5);
    const cleaned = await render('--out', 'used', '--clean');
    expect([cleaned.status, cleaned.errors]).toEqual([1, '']);
    expect(await visibleIn(out)).toEqual(['notes.txt', 'page-00001.png', 'page-00002.png', 'page-one.png']);
  });

  test('that cannot be created is named, and nothing is rendered', async () => {
    await writeFile(join(folder, 'file'), '');
    const { status, errors, out } = await render('--out', 'file/pages');
    expect([status, out]).toEqual([2, '']);
    expect(errors).toMatch(/file\/pages cannot be written: .*ENOTDIR/);
  });

  test('of a report that does not exist is named before anything is rendered', async () => {
    const { status, errors, out } = await render('--out', 'early', '--report', 'nowhere/report.jsonl');
    expect([status, out]).toEqual([2, '']);
    expect(errors).toMatch(/nowhere\/report\.jsonl cannot be written: .*ENOENT/);
  });
});

describe('an interrupted run', () => {
  const BLOCKED = 'page-00400.png';
  const LONG = ['--template', 'label.tprt', '--data', 'long.csv', '--dpi', '100'];
  /** A number that no computer finishes before the signal reaches it. */
  const ENDLESS = LONG.with(3, 'endless.csv');
  beforeAll(async () => {
    await writeFile(join(folder, 'long.csv'), `name,code\n${'Tea,00123\n'.repeat(500)}`);
    await writeFile(join(folder, 'endless.csv'), `name,code\n${'Tea,00123\n'.repeat(40_000)}`);
  });

  async function expectWhole(out: string, report: string, asked: number): Promise<void> {
    const names = (await readdir(join(folder, out))).filter((name) => /^page-\d{5}\.png/.test(name)).sort();
    const pages = names.filter((name) => name !== BLOCKED);
    expect(pages).toEqual(pages.map((_, i) => `page-${String(i + 1).padStart(5, '0')}.png`));
    for (const name of pages) PNG.sync.read(await readFile(join(folder, out, name)));
    const { labels, end } = await readReport(join(folder, report));
    expect(end).toMatchObject({ asked, verified: labels.length, complete: false });
    const reported = labels.map(({ page }) => page).filter((page) => page !== null);
    expect(reported).toEqual(reported.map((_, i) => i + 1));
    expect(pages.length).toBeGreaterThanOrEqual(reported.length);
  }

  test('reports a write error with a status of its own; pages and report are complete', async () => {
    const args = [...LONG, '--out', 'blocked', '--report', 'blocked.jsonl'];
    const command = startIn(folder, args);
    await expect.poll(() => existsSync(join(folder, 'blocked/page-00001.png')), { interval: 2 }).toBe(true);
    // A folder in place of a page has the same effect as a full disk.
    mkdirSync(join(folder, `blocked/${BLOCKED}`));
    const [status, errors] = [await command.ended, command.errors()];
    expect([status, errors]).toEqual([
      3,
      expect.stringMatching(/labels were not rendered: .*cannot be written: EISDIR/),
    ]);
    await expectWhole('blocked', 'blocked.jsonl', 500);
  });

  test('reports the interruption', async () => {
    const args = [...ENDLESS, '--out', 'interrupted', '--report', 'interrupted.jsonl'];
    const first = 'interrupted/page-00001.png';
    const { status, errors } = await renderWhile(folder, args, first, (child) => void child.kill('SIGINT'));
    expect([status, errors]).toEqual([
      4,
      expect.stringMatching(/^Stopped before the end; \d+ labels were not rendered/),
    ]);
    await expectWhole('interrupted', 'interrupted.jsonl', 40_000);
  });

  test('leaves no file that looks complete and has only some of the pages', async () => {
    const args = [...ENDLESS, '--out', 'half', '--format', 'zpl', '--report', 'half.jsonl'];
    const { status } = await renderInterrupted(folder, args, () => existsSync(join(folder, 'half/pages.zpl.part')));
    expect(status).toBe(4);
    expect(await visibleIn(join(folder, 'half'))).toEqual(['pages.zpl.part']);
  });

  test('reports a full disk while it writes the report', async () => {
    const { status, errors } = await renderIn(folder, [...LONG, '--out', 'full', '--report', '/dev/full']);
    expect([status, errors]).toEqual([3, expect.stringMatching(/\/dev\/full cannot be written: ENOSPC/)]);
  });
});

describe('the rendered rows', () => {
  test('are the requested ones, as often as requested', async () => {
    const args = ['--rows', '4, 2', '--copies', '2', '--out', 'some', '--report', 'some.jsonl'];
    const { status, out } = await render(...args);
    expect([status, out]).toEqual([
      0,
      expect.stringContaining('Requested 4, verified 4, rejected 0. Pages written: 4.'),
    ]);
    const { labels } = await readReport(join(folder, 'some.jsonl'));
    expect(labels.map(({ row, page }) => [row, page])).toEqual([
      [2, 1],
      [2, 2],
      [4, 3],
      [4, 4],
    ]);
  });

  test.each([
    [['--rows', '1-9'], 'rows 2 to 4'],
    [['--rows', 'all'], 'rows 2 to 4'],
    [['--copies', '0'], '1 … 9999'],
  ])('%j is rejected', async (options, reason) => {
    const { status, errors } = await render('--out', 'none', ...options);
    expect([status, errors.toLowerCase()]).toEqual([2, expect.stringContaining(reason)]);
  });
});

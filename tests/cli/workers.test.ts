import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import { parseArguments, type RenderArguments } from '#cli/arguments.ts';
import { type RenderListener, renderRows, type RenderOutcome } from '#cli/render.ts';
import { openPool, type OpenThreads } from '#headless/threads/worker-pool.ts';
import { boundColumn, readReport, visibleIn } from '#tests/support/command-line.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { openKeptThreads } from '#tests/support/kept-threads.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-workers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ended extends RenderOutcome {
  readonly labels: readonly LabelOutcome[];
}

/** `npm run render` in this process; its workers are threads of their own. */
async function renderHere(given: readonly string[], openThreads: OpenThreads = openKeptThreads): Promise<Ended> {
  const args = expectOk(parseArguments(given)) as RenderArguments;
  const labels: LabelOutcome[] = [];
  const nothing = (): void => undefined;
  const listener: RenderListener = {
    measured: () => undefined,
    notice: nothing,
    resumed: nothing,
    proofs: () => undefined,
    inDoubt: nothing,
    faults: nothing,
    away: nothing,
    pairingCode: () => Promise.resolve(null),
    labels: (some: readonly LabelOutcome[]): void => void labels.push(...some),
  };
  const ended = await renderRows(args, new AbortController().signal, listener, { openThreads });
  return { ...expectOk(ended), labels };
}

describe('any number of workers', () => {
  const ROWS = 240;
  /** Irregular, and some of them consecutive. */
  const isRefused = (i: number): boolean => i % 23 === 5 || i % 31 < 2 || (i > 120 && i < 160);

  beforeAll(async () => {
    const place = { xMm: 5, yMm: 5, widthMm: 50, heightMm: 10 };
    const code = createTestElement('barcode', { ...place, sources: [boundColumn('code')] });
    const size = { widthMm: 60, heightMm: 25 };
    await writeFile(join(folder, 'label.tprt'), writeTemplate(createTestTemplate([code], size)));
    const sheet = { ...size, rows: 2, columns: 2, rowSpacingMm: 2, columnSpacingMm: 3 };
    await writeFile(join(folder, 'sheet.tprt'), writeTemplate(createTestTemplate([code], sheet)));
    const rows = Array.from({ length: ROWS }, (_, i) => (isRefused(i) ? '标签' : `C-${i}`));
    await writeFile(join(folder, 'rows.csv'), `code\n${rows.join('\n')}\n`);
  });

  async function filesOf(template: string, format: string, workers: number): Promise<Map<string, string>> {
    const name = `${template}-${format}-${workers}`;
    const given = ['--format', format, '--report', join(folder, `${name}.jsonl`), '--workers', String(workers)];
    const from = ['--template', join(folder, `${template}.tprt`), '--data', join(folder, 'rows.csv'), '--dpi', '100'];
    const { stopped } = await renderHere([...from, ...given, '--out', join(folder, name)]);
    expect(stopped).toBe(null);
    const files = new Map<string, string>();
    for (const file of await visibleIn(join(folder, name))) {
      files.set(file, await readFile(join(folder, name, file), 'latin1'));
    }
    return files.set('report', await readFile(join(folder, `${name}.jsonl`), 'utf8'));
  }

  test.each(['png', 'svg', 'zpl', 'pdf'])('makes the same %s and the same report', async (format) => {
    const one = await filesOf('label', format, 1);
    const three = await filesOf('label', format, 3);
    expect([...three.keys()]).toEqual([...one.keys()]);
    for (const [file, content] of one) expect(three.get(file) === content, file).toBe(true);
  });

  test('fills sheets over rejected labels: each verified one takes the next cell', async () => {
    const one = await filesOf('sheet', 'png', 1);
    const three = await filesOf('sheet', 'png', 3);
    expect(three).toEqual(one);
    const { labels, pages, end } = await readReport(join(folder, 'sheet-png-3.jsonl'));
    let verified = 0;
    const expected = Array.from({ length: ROWS }, (_, i) => [
      i + 2,
      isRefused(i) ? null : Math.floor(verified++ / 4) + 1,
    ]);
    expect(labels.map(({ row, page }) => [row, page])).toEqual(expected);
    expect(pages.map(({ page }) => page)).toEqual(pages.map((_, i) => i + 1));
    expect(end).toMatchObject({ verified, refused: ROWS - verified, pages: Math.ceil(verified / 4), complete: true });
    expect(new Set(pages.map(({ pngHash }) => pngHash)).size).toBe(pages.length);
  });

  test('finds the same rows with --check', async () => {
    const from = ['--template', join(folder, 'label.tprt'), '--data', join(folder, 'rows.csv'), '--check'];
    const one = await renderHere([...from, '--workers', '1']);
    expect(await renderHere([...from, '--workers', '3'])).toEqual(one);
    const refused = Array.from({ length: ROWS }, (_, i) => i).filter(isRefused);
    expect(one.labels.filter(({ verified }) => !verified).map(({ row }) => row - 2)).toEqual(refused);
  });

  test.each(['0', '1.5', 'all', '257'])('cannot be %s', (workers) => {
    const parsed = parseArguments(['--template', 'label.tprt', '--out', 'none', '--workers', workers]);
    expect(parsed).toMatchObject({ ok: false, error: { code: 'input.invalid', path: '--workers' } });
  });
});

describe('a worker that crashes', () => {
  const THREAD = new URL('../support/crashing-rows-thread.ts', import.meta.url);

  async function run(
    name: string,
    rows: readonly string[],
    more: readonly string[] = [],
  ): Promise<Ended & { readonly pages: readonly string[] }> {
    const path = (file: string): string => join(folder, file);
    const text = createTestElement('text', { sources: [boundColumn('page')] });
    await writeFile(path(`${name}.tprt`), writeTemplate(createTestTemplate([text])));
    await writeFile(path(`${name}.csv`), `page\n${rows.join('\n')}\n`);
    const given = ['--template', path(`${name}.tprt`), '--data', path(`${name}.csv`), '--out', path(name), ...more];
    const ended = await renderHere(given, (started, size) => {
      const settings = { ...started.settings, fontPaths: [path(`${name}.tprt`)] };
      return openPool(THREAD, { ...started, settings }, size);
    });
    const names = (await readdir(path(name))).filter((file) => file.startsWith('page')).sort();
    return { ...ended, pages: await Promise.all(names.map((file) => readFile(path(join(name, file)), 'utf8'))) };
  }

  const rowsWith = (values: Readonly<Record<number, string>>): string[] =>
    Array.from({ length: 300 }, (_, i) => values[i] ?? `page ${i}`);

  test('is replaced, and its rows are made again', async () => {
    const { summary, stopped, labels, pages } = await run('once', rowsWith({ 100: 'ends once' }), ['--workers', '3']);
    expect(existsSync(join(folder, 'once.tprt.ended'))).toBe(true);
    expect([stopped, summary]).toEqual([null, expect.objectContaining({ verified: 300, refused: 0, pages: 300 })]);
    expect(labels.map(({ row }) => row)).toEqual(labels.map((_, i) => i + 2));
    expect(pages).toEqual(rowsWith({ 100: 'ends once' }));
  });

  test('twice at a row makes that row a problem, and the others are made', async () => {
    const rows = rowsWith({ 7: 'ends', 150: 'ends', 151: 'ends once', 299: 'ends' });
    const { summary, stopped, labels, pages } = await run('twice', rows, ['--workers', '2']);
    expect([stopped, summary]).toEqual([null, expect.objectContaining({ verified: 297, refused: 3, pages: 297 })]);
    const refused = labels.filter(({ verified }) => !verified);
    expect(refused.map(({ row, problems }) => [row, problems[0]?.problem.code])).toEqual(
      [9, 152, 301].map((row) => [row, 'render.rowCrashed']),
    );
    expect(pages).toEqual(rows.filter((row) => row !== 'ends'));
    const ends = (await readFile(join(folder, 'twice.tprt.ended'), 'utf8')).match(/ends(?! once)/g);
    expect(ends).toHaveLength(6);
  });

  test('before it is ready is retried, and in the end named', async () => {
    const ended = run('none', rowsWith({}), ['--workers', '2']);
    await expect(ended).rejects.toThrow(/render\.cannotStart.*no such engine/s);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  test('in the middle of a file that only one can make ends the run', async () => {
    const more = ['--format', 'pdf-vector', '--workers', '2'];
    const { stopped, pages } = await run('stream', rowsWith({ 200: 'ends once' }), more);
    expect([stopped?.code, pages]).toEqual(['render.crashed', []]);
  });
});

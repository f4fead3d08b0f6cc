import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordSource } from '#model/data/record-source.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import type { ExportedPage, LabelOutcome } from '#protocol/render.ts';
import { parseArguments } from '#cli/arguments.ts';
import { chunksInOrder } from '#headless/threads/chunks-in-order.ts';
import type { WorkerPool } from '#headless/threads/worker-pool.ts';
import { columnSource, createPrintFixture, createRecord } from '#tests/print/create-print-core-fixture.ts';
import {
  checkpointsIn,
  type Outcome,
  readReport,
  renderIn,
  renderInterrupted,
  renderWhile,
  textOfPdf,
} from '#tests/support/command-line.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

const SHEET = { widthMm: 40, heightMm: 20, rows: 3, columns: 2, rowSpacingMm: 2.3, columnSpacingMm: 3.1 };
const CELLS = SHEET.rows * SHEET.columns;
const ROWS = 300;
/** More labels at the beginning than fit on a sheet, and all those of a first chunk's end. */
const isRefused = (i: number): boolean => i < 9 || i % 23 === 5 || (i > 120 && i < 160);
const codeOf = (i: number): string => (isRefused(i) ? '标签' : `C-${i}`);
const TEMPLATE = createTestTemplate(
  [
    createTestElement('barcode', {
      sources: [columnSource('code')],
      xMm: 3,
      yMm: 3,
      widthMm: 34,
      heightMm: 12,
    }),
  ],
  SHEET,
);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-first-label-'));
  await writeFile(join(folder, 'sheet.tprt'), writeTemplate(TEMPLATE));
  await writeFile(join(folder, 'rows.csv'), `code\n${Array.from({ length: ROWS }, (_, i) => codeOf(i)).join('\n')}\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const RUN = ['--template', 'sheet.tprt', '--data', 'rows.csv', '--dpi', '100', '--workers', '2'];
const argsFor = (out: string, ...more: readonly string[]): string[] => [
  ...RUN,
  '--out',
  out,
  '--report',
  `${out}.jsonl`,
  ...more,
];
const render = (out: string, ...more: readonly string[]): Promise<Outcome> => renderIn(folder, argsFor(out, ...more));
const bytesOf = (out: string, file: string): Promise<Buffer> => readFile(join(folder, out, file));

/** The positions of a sheet that have ink, counted from 1. */
function inked(png: Buffer): readonly number[] {
  const { width, height, data } = PNG.sync.read(png);
  const found = new Set<number>();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[4 * (y * width + x)] !== 0) continue;
      found.add(Math.floor((y * SHEET.rows) / height) * SHEET.columns + Math.floor((x * SHEET.columns) / width) + 1);
    }
  }
  return [...found].sort((a, b) => a - b);
}

describe('--first-label', () => {
  test.each(['1', '3', '6'])('%s: the pages are those of a run in the browser', async (first) => {
    const { status, errors } = await render(`first-${first}`, '--first-label', first);
    expect([status, errors]).toEqual([1, '']);
    const { labels, pages, end } = await readReport(join(folder, `first-${first}.jsonl`));
    const used = Number(first) - 1;
    let verified = 0;
    expect(labels.map(({ row, page }) => [row, page])).toEqual(
      Array.from({ length: ROWS }, (_, i) => [
        i + 2,
        isRefused(i) ? null : Math.floor((used + verified++) / CELLS) + 1,
      ]),
    );
    expect(end).toMatchObject({ verified, pages: Math.ceil((used + verified) / CELLS), complete: true });
    // The worker that makes the pages of a run in the browser, with the same first cell.
    const { core } = await createPrintFixture();
    const { runId } = expectOk(await core.openRun({ template: TEMPLATE, dpi: 100 }));
    const rows = Array.from({ length: ROWS }, (_, i) => createRecord(i + 2, { code: codeOf(i) }));
    const printed = expectOk(await core.printRecords(runId, rows, 'print', used)).pages;
    expect(pages.map(({ pngHash }) => pngHash)).toEqual(printed.map(({ pngHash }) => pngHash));
    const places = Array.from({ length: CELLS - used }, (_, i) => used + i + 1);
    expect(inked(await bytesOf(`first-${first}`, 'page-00001.png'))).toEqual(places);
    // The report marks only the first page as partly used.
    expect(pages.map((page) => Reflect.get(page, 'firstLabel') as unknown)).toEqual(
      pages.map((_, i) => (i === 0 && used > 0 ? used + 1 : undefined)),
    );
  });

  test('applies to vector output and to printer formats, too', async () => {
    const some = ['--rows', '11-30'];
    for (const format of ['svg', 'pdf-vector', 'zpl'] as const) {
      const whole = await render(`whole-${format}`, '--format', format, ...some);
      const used = await render(`used-${format}`, '--format', format, ...some, '--first-label', '4');
      expect([whole.errors, used.errors]).toEqual(['', '']);
    }
    const placesOf = (svg: Buffer): readonly string[] => svg.toString().match(/transform="translate\([^"]*"/g) ?? [];
    const [whole, used] = [await bytesOf('whole-svg', 'page-00001.svg'), await bytesOf('used-svg', 'page-00001.svg')];
    expect(placesOf(whole)).toHaveLength(CELLS);
    expect(placesOf(used)).toEqual(placesOf(whole).slice(3));
    const [first = '', second = ''] = (await textOfPdf(join(folder, 'used-pdf-vector', 'pages.pdf'))).split('\f');
    expect([first.match(/C-\d+/g), second.match(/C-\d+/g)]).toEqual([
      ['C-9', 'C-10', 'C-11'],
      ['C-12', 'C-13', 'C-14', 'C-15', 'C-16', 'C-17'],
    ]);
    const zpl = await readReport(join(folder, 'used-zpl.jsonl'));
    expect(zpl.pages[0]).toMatchObject({ page: 1, firstLabel: 4 });
    expect((await bytesOf('used-zpl', 'pages.zpl')).equals(await bytesOf('whole-zpl', 'pages.zpl'))).toBe(false);
  });

  test('a vector PDF keeps the position while no label of a chunk can be made', async () => {
    const lines = Array.from({ length: 80 }, (_, i) => (i < 70 ? '标签' : `C-${i}`));
    await writeFile(join(folder, 'late.csv'), `code\n${lines.join('\n')}\n`);
    const { status } = await render('late', '--data', 'late.csv', '--format', 'pdf-vector', '--first-label', '5');
    expect(status).toBe(1);
    const { pages, labels } = await readReport(join(folder, 'late.jsonl'));
    expect(pages[0]).toMatchObject({ page: 1, firstLabel: 5 });
    expect(labels.slice(70).map(({ page }) => page)).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 3, 3]);
  });

  test('lists the available positions, and makes nothing', async () => {
    const { status, errors, out } = await render('none', '--first-label', '7');
    expect([status, out]).toEqual([2, '']);
    expect(errors).toBe('--first-label: The first label must be in one of the sheet’s places, 1 to 6.\n');
    const check = await renderIn(folder, [...RUN, '--check', '--first-label', '7']);
    expect([check.status, check.errors]).toEqual([2, errors]);
    await expect(bytesOf('none', 'page-00001.png')).rejects.toThrow('ENOENT');
    for (const wrong of ['0', '-1', '1.5', 'two', '']) {
      expect(parseArguments(['--template', 't', '--out', 'o', `--first-label=${wrong}`])).toMatchObject({
        ok: false,
        error: { code: 'input.invalid', path: '--first-label' },
      });
    }
  });

  test.each(['Ctrl-C', 'SIGKILL'] as const)('is kept by --resume after %s, and no other is accepted', async (end) => {
    if (!existsSync(join(folder, 'whole.jsonl'))) await render('whole', '--first-label', '5');
    const name = `cut-${end}`;
    const given = argsFor(name, '--first-label', '5', '--workers', '1');
    const isBegun = (): boolean => checkpointsIn(join(folder, name)) >= 1;
    const { status } =
      end === 'SIGKILL'
        ? await renderWhile(folder, given, isBegun, (child) => void child.kill(end))
        : await renderInterrupted(folder, given, isBegun);
    expect(status).toBe(end === 'SIGKILL' ? -1 : 4);
    for (const other of [[], ['--first-label', '4']]) {
      const refused = await render(name, ...other, '--resume');
      expect(refused).toMatchObject({ status: 2, errors: expect.stringContaining('other options') });
    }
    expect((await render(name, '--first-label', '5', '--resume')).status).toBe(1);
    const report = (out: string): Promise<string> => readFile(join(folder, `${out}.jsonl`), 'utf8');
    expect(await report(name)).toBe(await report('whole'));
    const { pages } = await readReport(join(folder, `${name}.jsonl`));
    for (const { page } of pages) {
      const file = `page-${String(page).padStart(5, '0')}.png`;
      expect((await bytesOf(name, file)).equals(await bytesOf('whole', file)), file).toBe(true);
    }
  });
});

describe('chunks of pages', () => {
  interface OnPage extends ExportedPage {
    readonly firstCell: number;
    readonly rows: readonly number[];
  }

  /** Threads that lay out sheets and nothing else: each chunk on a sheet of its own, as a thread does. */
  function createPool(cells: number, isBad: (row: number) => boolean): Pick<WorkerPool, 'opened' | 'make'> {
    return {
      opened: { cells, widthDots: 8, heightDots: 8 },
      async make({ records, isLast, firstCell }) {
        await new Promise((resolve) => setImmediate(resolve));
        const pages: OnPage[] = [];
        let at = firstCell;
        let waiting: number[] = [];
        const give = (): void => {
          const rows = waiting.map((place) => records[place]?.row ?? -1);
          pages.push({ pngHash: '', labelCount: rows.length, firstCell: at, rows });
          at = 0;
          waiting = [];
        };
        const labels = records.map(({ row }, place): LabelOutcome => {
          const verified = !isBad(row);
          if (verified) waiting.push(place);
          if (at + waiting.length === cells) give();
          return { row, verified, symbols: [], problems: [], warnings: [] };
        });
        if (isLast && waiting.length > 0) give();
        const done = waiting[0] ?? records.length;
        return ok({ done, labels: labels.slice(0, done), ahead: labels.slice(done), pages, pieces: [], verified: [] });
      },
    };
  }

  test('are placed as by a single thread, with any rejections and after any resume', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          count: fc.integer({ min: 1, max: 60 }),
          cells: fc.constantFrom(1, 2, 6, 12),
          used: fc.nat(11),
          refused: fc.oneof(fc.constant<number[]>([]), fc.array(fc.nat(59), { maxLength: 45 })),
          size: fc.integer({ min: 1, max: 4 }),
          pagesAtOnce: fc.integer({ min: 1, max: 3 }),
          stopsAfter: fc.nat(12),
        }),
        async ({ count, cells, used, refused, size, pagesAtOnce, stopsAfter }) => {
          const firstCell = used % cells;
          const pool = createPool(cells, (row) => refused.includes(row));
          const records: RecordSource = {
            count,
            read: (first, wanted) =>
              Promise.resolve(
                ok(Array.from({ length: Math.min(wanted, count - first) }, (_, i) => ({ row: first + i, values: {} }))),
              ),
          };
          const made: OnPage[] = [];
          const rows: number[] = [];
          let next = 0;
          // The run ends once, and continues from its position.
          for (const chunks of [stopsAfter, Infinity]) {
            const cell = made.length === 0 ? firstCell : 0;
            const order = { from: next, rowsAtOnce: pagesAtOnce * cells, size, firstCell: cell };
            let left = chunks;
            if (left === 0) continue;
            for await (const chunk of chunksInOrder(pool, records, order, new AbortController().signal)) {
              const { done, labels, pages } = expectOk(chunk);
              next += done;
              rows.push(...labels.map(({ row }) => row));
              made.push(...((pages ?? []) as readonly OnPage[]));
              if (--left === 0) break;
            }
          }
          expect(rows).toEqual(Array.from({ length: count }, (_, i) => i));
          const sheets: number[][] = [];
          const good = rows.filter((row) => !refused.includes(row));
          for (const [i, row] of good.entries()) (sheets[Math.floor((i + firstCell) / cells)] ??= []).push(row);
          expect(made.map((page) => page.rows)).toEqual(sheets);
          expect(made.map((page) => page.firstCell)).toEqual(sheets.map((_, i) => (i === 0 ? firstCell : 0)));
        },
      ),
      { numRuns: 300 },
    );
  });
});

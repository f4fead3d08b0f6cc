import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestedColumn } from '#model/data/cell-form.ts';
import { openFrozenRecords, type FrozenData } from '#model/data/frozen-data.ts';
import type { RecordSource, RowReader } from '#model/data/record-source.ts';
import { rowSetOf } from '#model/data/row-set.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { dataFrom, dataOfRows } from '#printing/repeat.ts';
import { firstRemaining, printedLabels, type PrintedLabels, runLabels, type RunLabels } from '#printing/run-labels.ts';
import { startPrintRun } from '#printing/run-print.ts';
import type { PrintReport } from '#printing/report.ts';
import type { KeptRun } from '#protocol/printing.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import {
  createPorts,
  createRenderer,
  createRequest,
  createSink,
  createTemplate,
  type PaperSheet,
} from './create-run.ts';
import { createDisk, createDiskJournal, pagesOf } from './mortal-page.ts';

const { signal } = new AbortController();

interface Work {
  /** Number of labels in the column of copies for each row. */
  readonly counts: readonly number[];
  readonly copies: number;
  readonly cells: number;
  readonly refusedEvery: number;
  /** The rows that are left out, counted from 0. */
  readonly leftOut: readonly number[];
}

const someWork = fc.record({
  counts: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 25 }),
  copies: fc.integer({ min: 1, max: 3 }),
  cells: fc.constantFrom(1, 2, 6),
  refusedEvery: fc.integer({ min: 2, max: 9 }),
  leftOut: fc.array(fc.nat(24), { maxLength: 5 }),
});

const refuses =
  ({ refusedEvery }: Work) =>
  (row: number): boolean =>
    row % refusedEvery === 0;

function createBound(work: Work): {
  readonly template: Template;
  readonly reader: RowReader;
  readonly data: FrozenData;
} {
  const place = { connection: 'sha256:a', fileName: 'a.xlsx', sheet: 'Data', column: 'Name' };
  const source = { type: 'column' as const, ...place, firstValue: '', text: '' };
  const template = { ...createTemplate(work.cells, 1), elements: [createTestElement('text', { sources: [source] })] };
  const { counts, leftOut } = work;
  const reader: RowReader = {
    extent: () => Promise.resolve(ok({ count: counts.length })),
    rows: ({ columns }, first, count) =>
      Promise.resolve(
        ok({
          rows: counts
            .slice(first, first + count)
            .map((number, i) =>
              columns.map((request) =>
                requestedColumn(request).column === 'Count' ? String(number) : `ware ${first + i}`,
              ),
            ),
          errors: [],
        }),
      ),
  };
  const rows = rowSetOf(counts.map((_, i) => i).filter((i) => !leftOut.includes(i)));
  return { template, reader, data: { count: counts.length, rows, copiesColumn: 'Count', mostCopies: 9, edits: [] } };
}

/** The rows of all accepted labels, from first to last. */
function expectedRows(work: Work, rows: readonly number[]): readonly number[] {
  return rows
    .map((i) => ({ row: i + 2, labels: (work.counts[i] ?? 0) * work.copies }))
    .filter(({ row }) => !refuses(work)(row))
    .flatMap(({ row, labels }) => Array.from({ length: labels }, () => row));
}

interface Printed {
  readonly kept: KeptRun;
  readonly report: PrintReport;
  /** The rows of the printed labels, in their order. */
  readonly hand: readonly number[];
  readonly labels: RunLabels;
  readonly printed: PrintedLabels;
  readonly records: RecordSource;
}

/** Prints the rows of the data; the run is canceled after this number of printed pages. */
async function print(work: Work, data: FrozenData, copies: number, stopsAfter = Infinity): Promise<Printed | null> {
  const { template, reader } = createBound(work);
  const records = expectOk(await openFrozenRecords(template, data, reader, signal));
  if (records.count === 0) return null;
  const sink = createSink();
  const disk = createDisk();
  const openJournal = (): Promise<ReturnType<typeof ok<ReturnType<typeof createDiskJournal>>>> =>
    Promise.resolve(ok(createDiskJournal(disk)));
  const ports = createPorts({ renderer: createRenderer(work.cells, refuses(work)), sink, openJournal });
  const keep = { templateId: 'template-1', data, fonts: [] };
  const repeats = { jobId: 'job-0', startedAt: 5 };
  const run = startPrintRun(createRequest({ template, records, copies, keep, repeats }), ports);
  let kept: KeptRun | null = null;
  run.subscribe(({ counts, phase }) => {
    ({ kept } = disk.kept === null ? { kept } : disk);
    if (counts.spooled >= stopsAfter && phase.type === 'running') run.cancel();
  });
  const report = await run.done;
  if (kept === null) throw new Error('the run was not kept');
  const labels = runLabels(records, copies);
  const hand = sink.paper.flatMap(({ rows, copies: times }: PaperSheet) =>
    rows.flatMap((row) => Array.from({ length: times }, () => row)),
  );
  return { kept, report, hand, labels, records, printed: printedLabels(pagesOf(disk), labels, work.cells) };
}

test('exactly the labels after the last good one are printed, with any output before the jam', async () => {
  const property = fc.asyncProperty(someWork, fc.nat(60), fc.nat(60), fc.nat(60), async (work, stop, a, b) => {
    const { data } = createBound(work);
    const first = await print(work, data, work.copies, stop);
    if (first === null) return;
    const whole = expectedRows(
      work,
      work.counts.map((_, i) => i).filter((i) => !work.leftOut.includes(i)),
    );
    expect(first.printed.count).toBe(first.hand.length);
    expect(first.hand).toEqual(whole.slice(0, first.hand.length));
    const good = a % (first.hand.length + 1);
    const rest = await printBehind(work, first, good);
    expect([...first.hand.slice(0, good), ...(rest?.hand ?? [])]).toEqual(whole);
    if (rest === null) return;
    expect(rest.report.repeats).toEqual({ jobId: 'job-0', startedAt: 5 });
    // And once more, when the paper jams again.
    const goodThen = b % (rest.hand.length + 1);
    const last = await printBehind(work, rest, goodThen);
    expect([...first.hand.slice(0, good), ...rest.hand.slice(0, goodThen), ...(last?.hand ?? [])]).toEqual(whole);
  });
  await fc.assert(property, { numRuns: 150 });
});

/** Null when nothing is left after the n-th printed label. */
async function printBehind(work: Work, run: Printed, n: number): Promise<Printed | null> {
  const { labels, printed, records, kept } = run;
  const good = n === 0 ? -1 : printed.nth(n);
  if (good === null) throw new Error(`no label ${n}`);
  if (n > 0) expect(printed.numberOf(good)).toBe(n);
  if (good + 1 >= labels.count) return null;
  const record = expectOk(await records.read(labels.spot(good + 1).record, 1, signal))[0];
  return print(work, dataFrom(kept, labels, good + 1, record?.index ?? 0, 'new'), 1);
}

test('selected rows are printed with all of their copies, as far as the run requested them', async () => {
  const property = fc.asyncProperty(someWork, fc.array(fc.nat(24), { maxLength: 9 }), async (work, chosen) => {
    const { data } = createBound(work);
    const first = await print(work, data, work.copies);
    if (first === null) return;
    const again = await print(work, dataOfRows(first.kept, rowSetOf(chosen), 'new'), 1);
    const rows = work.counts.map((_, i) => i).filter((i) => chosen.includes(i) && !work.leftOut.includes(i));
    expect(again?.hand ?? []).toEqual(expectedRows(work, rows));
  });
  await fc.assert(property, { numRuns: 60 });
});

const WORK: Work = { counts: [1, 2, 0, 1, 3], copies: 1, cells: 1, refusedEvery: 99, leftOut: [] };

test('labels have the numbers of the earlier run only on request', async () => {
  const { data, reader, template } = createBound(WORK);
  const first = await print(WORK, data, 1);
  if (first === null) throw new Error('nothing was printed');
  const placesOf = async (repeated: FrozenData): Promise<readonly (number | undefined)[]> => {
    const source = expectOk(await openFrozenRecords(template, repeated, reader, signal));
    return expectOk(await source.read(0, 9, signal)).map(({ place }) => place);
  };
  expect(await placesOf(data)).toEqual([0, 1, 2, 3]);
  const rows = rowSetOf([3, 4]);
  expect(await placesOf(dataOfRows(first.kept, rows, 'new'))).toEqual([0, 1]);
  const same = dataOfRows(first.kept, rows, 'same');
  expect(await placesOf(same)).toEqual([2, 3]);
  // Also when labels of the second run are printed once more.
  expect(await placesOf(dataOfRows({ data: same, copies: 1 }, rowSetOf([4]), 'same'))).toEqual([3]);
});

test('unconfirmed labels are counted, and named as such', () => {
  const labels = runLabels({ count: 6 }, 2);
  const page = { jobId: 'j', rows: [2], labels: 2, refused: [], pngHash: '' };
  const printed = printedLabels(
    [
      { ...page, sequence: 1, places: [0], state: 'spooled' },
      { ...page, sequence: 2, places: [1], state: 'notPrinted' },
      { ...page, sequence: 3, places: [3], state: 'inDoubt' },
      { ...page, sequence: 4, places: [4], state: 'sent' },
    ],
    labels,
    1,
  );
  expect(printed.count).toBe(6);
  expect([1, 2, 3, 4, 5, 6, 7].map((n) => printed.nth(n))).toEqual([0, 1, 6, 7, 8, 9, null]);
  expect([1, 2, 3, 6].map((label) => printed.numberOf(label))).toEqual([2, null, null, 3]);
  expect(firstRemaining(printed)).toBe(10);
  expect([0, 2, 3, 4, 6].map((n) => printed.inDoubt(n))).toEqual([0, 0, 1, 2, 4]);
});

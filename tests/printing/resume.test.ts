import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ok } from '#model/kernel/result.ts';
import { discardKept } from '#printing/discard.ts';
import type { PrintReport } from '#printing/report.ts';
import { doubtAll, planResume } from '#printing/resume.ts';
import { startPrintRun } from '#printing/run-print.ts';
import { notPrinted } from '#printing/run-state.ts';
import { KEPT_FORMAT, type KeptRun } from '#protocol/printing.ts';
import {
  createRecords,
  createRenderer,
  createRequest,
  createSink,
  createTemplate,
  expectSound,
  NONE,
  until,
  type Fault,
  type MemorySink,
} from './create-run.ts';
import { createDisk, createDiskJournal, createMortalPage, pagesOf, type Disk } from './mortal-page.ts';

interface Work {
  readonly rows: number;
  readonly copies: number;
  readonly cells: number;
  /** Used cells of the first sheet. */
  readonly used: number;
  readonly refusedEvery: number;
}

/** Arbitrary data that the run only keeps. */
const KEEP = { templateId: 'template-1', data: {} as KeptRun['data'], fonts: [] };
const refuser =
  ({ refusedEvery }: Work) =>
  (row: number): boolean =>
    row % refusedEvery === 0;

/** Prints until a page dies or the run is over; continues from the disk when possible. */
async function live(
  work: Work,
  sink: MemorySink,
  disk: Disk,
  diesAt: number | null,
  isAfter: boolean,
): Promise<PrintReport | 'dead'> {
  const { rows, copies, cells } = work;
  const template = createTemplate(cells, 1);
  const firstCell = work.used % cells;
  const request = createRequest({ template, copies, records: createRecords(rows), firstCell });
  const renderer = createRenderer(cells, refuser(work));
  const page = createMortalPage({ renderer, sink, disk }, diesAt, isAfter);
  const { kept } = disk;
  const point = kept === null ? null : planResume(kept, pagesOf(disk));
  if (point?.ok === false) throw new Error(point.error.code);
  const readings = { parts: disk.readings.length, through: point?.value.nextPlace ?? 0, complete: true };
  const more = kept === null || point === null ? { keep: KEEP } : { resume: { kept, point: point.value, readings } };
  const run = startPrintRun({ ...request, ...more }, page.ports);
  run.subscribe((state) => {
    if (state.phase.type === 'held') queueMicrotask(() => run.resume());
  });
  return Promise.race([run.done, page.death]);
}

function repeated(rows: readonly number[], times: number): readonly number[] {
  return rows.flatMap((row) => Array.from({ length: times }, () => row));
}

function labelsOnPaper(sink: MemorySink, counts: (sequence: number) => boolean): number {
  return sink.paper
    .filter(({ sequence }) => counts(sequence))
    .reduce((sum, { rows, copies }) => sum + rows.length * copies, 0);
}

const someWork = fc.record({
  rows: fc.integer({ min: 1, max: 40 }),
  copies: fc.integer({ min: 1, max: 3 }),
  cells: fc.constantFrom(1, 2, 6),
  used: fc.nat(5),
  refusedEvery: fc.integer({ min: 2, max: 9 }),
});
const someDeaths = fc.array(fc.record({ diesAt: fc.integer({ min: 1, max: 60 }), isAfter: fc.boolean() }), {
  maxLength: 4,
});
const someFaults = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constant<Fault>('none') },
    fc.constantFrom<Fault>('lostBefore', 'lostAfter', { crash: true, printed: true }, { crash: true, printed: false }),
  ),
  { maxLength: 40 },
);

describe('a run whose page is killed', () => {
  test('continues from its journal, any number of times: nothing twice, nothing lost, the counts add up', async () => {
    let interrupted = 0;
    await fc.assert(
      fc.asyncProperty(someWork, someDeaths, someFaults, async (work, deaths, faults) => {
        const coming = [...faults];
        const sink = createSink(() => coming.shift() ?? 'none');
        const disk = createDisk();
        let report: PrintReport | 'dead' = 'dead';
        for (const { diesAt, isAfter } of deaths) {
          if (disk.outcome === null) report = await live(work, sink, disk, diesAt, isAfter);
          if (report === 'dead' && disk.pages.size > 0) interrupted++;
        }
        if (report === 'dead' && disk.outcome === null) report = await live(work, sink, disk, null, false);
        const sequences = sink.paper.map(({ sequence }) => sequence);
        expect(new Set(sequences).size).toBe(sequences.length);
        // A page that was killed after its last write has no observer left.
        if (report === 'dead') return;
        expectSound(report);
        expect(report).toMatchObject({ outcome: 'finished', notPrinted: 0 });
        const all = Array.from({ length: work.rows }, (_, i) => i + 2);
        const refused = all.filter(refuser(work));
        expect([report.asked, report.refused]).toEqual([work.rows * work.copies, refused.length * work.copies]);
        expect([...new Set(report.refusals.map(({ row }) => row))]).toEqual(refused);
        expect(report.refusedRows).toBe(refused.length);
        const onSheet = (sequence: number): number => work.cells - (sequence === 1 ? work.used % work.cells : 0);
        for (const { sequence, rows } of sink.paper) expect(rows.length).toBeLessThanOrEqual(onSheet(sequence));
        expect(report.sent).toBe(labelsOnPaper(sink, (sequence) => !sink.doubtful.has(sequence)));
        const doubtful = report.doubtfulPages.flatMap((page) => page.rows);
        const sure = sink.paper
          .filter(({ sequence }) => !sink.doubtful.has(sequence))
          .flatMap(({ rows, copies }) => (work.cells === 1 ? repeated(rows, copies) : rows));
        const doubted = work.cells === 1 ? repeated(doubtful, work.copies) : doubtful;
        expect([...sure, ...doubted].sort((a, b) => a - b)).toEqual(
          repeated(
            all.filter((row) => !refuser(work)(row)),
            work.copies,
          ),
        );
      }),
      { numRuns: 300 },
    );
    expect(interrupted).toBeGreaterThan(100);
  });

  test('reports every label, before any question, as confirmed, unconfirmed, rejected or left', async () => {
    await fc.assert(
      fc.asyncProperty(someWork, fc.integer({ min: 1, max: 60 }), fc.boolean(), async (work, diesAt, isAfter) => {
        const sink = createSink();
        const disk = createDisk();
        await live(work, sink, disk, diesAt, isAfter);
        if (disk.kept === null) return;
        const point = planResume(disk.kept, pagesOf(disk));
        if (!point.ok) throw new Error(point.error.code);
        const { counts, out } = point.value.state;
        const open = [...out.values()].reduce((sum, page) => sum + page.labels, 0);
        // The printer has all confirmed labels, and none that is neither confirmed nor unconfirmed.
        const printed = labelsOnPaper(sink, () => true);
        expect(printed).toBeGreaterThanOrEqual(counts.spooled);
        expect(printed).toBeLessThanOrEqual(counts.spooled + open);
        expect(notPrinted(point.value.state) - open).toBeGreaterThanOrEqual(0);
        expect(counts.asked).toBe(work.rows * work.copies);
      }),
      { numRuns: 200 },
    );
  });

  test('can be ended instead: the assistant is notified, and the report has its answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        someWork,
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        fc.boolean(),
        async (work, diesAt, isAfter, isDown) => {
          const sink = createSink();
          const disk = createDisk();
          await live(work, sink, disk, diesAt, isAfter);
          const { kept } = disk;
          if (kept === null) return;
          // Pages in transit have arrived by then.
          for (let i = 0; i < 400; i++) await new Promise(setImmediate);
          sink.down = isDown;
          const point = planResume(kept, pagesOf(disk));
          if (!point.ok) throw new Error(point.error.code);
          const report = await discardKept(kept, point.value, true, sink, createDiskJournal(disk), 5);
          if (!report.ok) throw new Error(report.error.code);
          expectSound(report.value);
          expect([report.value.outcome, disk.outcome, disk.kept]).toEqual(['cancelled', 'cancelled', null]);
          const printed = labelsOnPaper(sink, () => true);
          if (isDown) expect(report.value.sent + report.value.inDoubt).toBeGreaterThanOrEqual(printed);
          else expect([report.value.sent, report.value.inDoubt, sink.ended]).toEqual([printed, 0, 'cancelled']);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('keeps the values that were taken for it, and the texts of its labels', async () => {
    const disk = createDisk();
    const page = createMortalPage({ renderer: createRenderer(1, NONE), sink: createSink(), disk }, 8, true);
    const template = createTemplate(1, 1);
    const taken = { ...template, label: { ...template.label, name: 'with serial numbers' } };
    startPrintRun(createRequest({ keep: KEEP, takeValues: () => Promise.resolve(ok(taken)) }), page.ports);
    await page.death;
    expect(disk.kept).toMatchObject({ ...KEEP, template: taken, asked: 20, instance: 'memory', format: KEPT_FORMAT });
    const { kept } = disk;
    if (kept === null) return;
    const point = planResume(kept, pagesOf(disk));
    if (!point.ok) throw new Error(point.error.code);
    const renderer = createRenderer(1, NONE);
    const setups: unknown[] = [];
    const openRun: typeof renderer.openRun = (setup, signal) => {
      setups.push(setup);
      return renderer.openRun(setup, signal);
    };
    const later = createMortalPage({ renderer: { ...renderer, openRun }, sink: createSink(), disk }, null, false);
    const readings = { parts: 0, through: point.value.nextPlace, complete: true };
    const resume = { kept, point: point.value, readings };
    const run = startPrintRun(createRequest({ template: kept.template, resume }), later.ports);
    expect(await run.done).toMatchObject({ outcome: 'finished', startedAt: kept.startedAt });
    expect(setups).toEqual([expect.objectContaining({ template: taken, now: kept.now, fonts: KEEP.fonts })]);
  });

  test("has written the assistant's confirmations when it is suspended", async () => {
    const disk = createDisk();
    const sink = createSink();
    const { sendPage } = sink;
    // The fifth page gets no answer, and neither does any after it: no more intents are written.
    sink.sendPage = (page, signal) => (page.sequence < 5 ? sendPage(page, signal) : new Promise(() => undefined));
    const page = createMortalPage({ renderer: createRenderer(1, (row) => row === 3), sink, disk }, null, false);
    const run = startPrintRun(createRequest({ keep: KEEP }), page.ports);
    await until(run, (state) => state.counts.spooled === 4 && state.counts.sent === 19);
    run.suspend();
    await vi.waitFor(() => expect(pagesOf(disk).filter(({ state }) => state === 'spooled')).toHaveLength(4));
    const point = planResume({ asked: 20 }, pagesOf(disk));
    expect(point).toMatchObject({ value: { state: { counts: { asked: 20, spooled: 4, sent: 19, refused: 1 } } } });
    expect(disk.readings.flatMap(({ places }) => places)).toEqual([1]);
  });

  test('does not continue with other data, and does not end either', async () => {
    const work: Work = { rows: 20, copies: 1, cells: 1, used: 0, refusedEvery: 50 };
    const sink = createSink();
    const disk = createDisk();
    expect(await live(work, sink, disk, 12, true)).toBe('dead');
    const report = await live({ ...work, rows: 21 }, sink, disk, null, false);
    expect(report).toMatchObject({ outcome: 'failed', problem: { code: 'print.keptChanged' } });
    expect([disk.outcome, disk.kept?.jobId]).toEqual([null, 'job-1']);
    expect(await live(work, sink, disk, null, false)).toMatchObject({ outcome: 'finished', sent: 20 });
  });

  test('treats pages printed under another record of the assistant as unconfirmed', async () => {
    const work: Work = { rows: 20, copies: 1, cells: 1, used: 0, refusedEvery: 50 };
    const sink = createSink();
    const disk = createDisk();
    await live(work, sink, disk, 12, true);
    const { connect } = sink;
    sink.connect = async (signal) => {
      const info = await connect(signal);
      return info.ok ? ok({ ...info.value, instance: 'another' }) : info;
    };
    const open = pagesOf(disk).filter(({ state }) => state === 'sent').length;
    expect(open).toBeGreaterThan(0);
    expect(await live(work, sink, disk, null, false)).toMatchObject({ outcome: 'finished', inDoubt: open });
  });

  test('reports that it cannot continue when a page is missing in its journal', async () => {
    const disk = createDisk();
    await live({ rows: 20, copies: 1, cells: 1, used: 0, refusedEvery: 50 }, createSink(), disk, 14, true);
    const [, ...others] = pagesOf(disk);
    expect(planResume({ asked: 20 }, others)).toMatchObject({ ok: false, error: { code: 'print.keptChanged' } });
    // It can be ended all the same, and then claims nothing.
    const { kept } = disk;
    if (kept === null) throw new Error('nothing was kept');
    const report = await discardKept(kept, doubtAll(kept), false, createSink(), createDiskJournal(disk), 5);
    expect(report).toMatchObject({ value: { outcome: 'cancelled', asked: 20, sent: 0, inDoubt: 20, notPrinted: 0 } });
    expect(disk.outcome).toBe('cancelled');
  });
});

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { PrintRequest } from '#printing/print-request.ts';
import { startPrintRun } from '#printing/run-print.ts';
import type { VerifiedPage } from '#protocol/render.ts';
import {
  createPorts,
  createRecords,
  createRenderer,
  createRequest,
  createSink,
  createTemplate,
  expectSound,
  isHeld,
  NONE,
  until,
  type Fault,
} from './create-run.ts';

describe('a print run', () => {
  test.each(['finished', 'cancelled'] as const)(
    'has the location of written files in its report, when it is %s',
    async (end) => {
      const sink = createSink();
      sink.folder = '/pages/2026-01-31-Tags';
      const run = startPrintRun(createRequest(), createPorts({ renderer: createRenderer(1, NONE), sink }));
      if (end === 'cancelled') {
        await until(run, ({ counts }) => counts.spooled > 0);
        run.cancel();
      }
      expect(await run.done).toMatchObject({ outcome: end, folder: sink.folder });
    },
  );

  test('prints every row once, names the rejected ones, and says so', async () => {
    const sink = createSink();
    const renderer = createRenderer(1, (row) => row === 5 || row === 21);
    const ports = createPorts({ renderer, sink });
    const run = startPrintRun(createRequest({ copies: 3 }), ports);
    const report = await run.done;
    // For names of files: 20 rows, a page each.
    expect(sink.pages).toBe(20);
    expect(report).toMatchObject({
      outcome: 'finished',
      asked: 60,
      verified: 54,
      sent: 54,
      refused: 6,
      inDoubt: 0,
      notPrinted: 0,
      refusedRows: 2,
      refusals: [
        { row: 5, elementName: 'Barcode 1', problem: { code: 'symbol.character' } },
        { row: 21, elementName: 'Barcode 1', problem: { code: 'symbol.character' } },
      ],
    });
    expect(report.templateHash).toMatch(/^[0-9a-f]{64}$/);
    expect(report.dataHash).toMatch(/^[0-9a-f]{64}$/);
    const rows = Array.from({ length: 20 }, (_, i) => i + 2).filter((row) => row !== 5 && row !== 21);
    expect(sink.paper).toEqual(rows.map((row, i) => ({ sequence: i + 1, rows: [row], copies: 3 })));
    expect(sink.ended).toBe('finished');
    expect(sink.inFlightAtMost).toBeGreaterThan(1);
    expect([renderer.closed, ports.journal.closed, ports.locks]).toEqual([1, true, { held: 0, taken: 1 }]);
    expect(ports.journal.outcome).toBe('finished');
    expect(run.state().phase).toEqual({ type: 'finished' });
  });

  test('a column of copies: the printer copies each page, and a row without a number is rejected by name', async () => {
    const sink = createSink();
    const fault = problem('data.badCopies', { column: 'Qty', value: 'x', max: 9999 });
    const records = createRecords(4, (i) => (i === 2 ? { fault } : { copies: [2, 5, 0, 1][i] ?? 1 }));
    const ports = createPorts({ renderer: createRenderer(1, (row) => row === 4), sink });
    const report = await startPrintRun(createRequest({ copies: 3, records }), ports).done;
    expect(report).toMatchObject({
      outcome: 'finished',
      asked: 27,
      sent: 24,
      refused: 3,
      notPrinted: 0,
      refusedRows: 1,
    });
    expect(sink.paper.map(({ rows, copies }) => [rows, copies])).toEqual([
      [[2], 6],
      [[3], 15],
      [[5], 3],
    ]);
    expectSound(report);
    const edited = createRequest({ jobId: 'job-3', records: { ...createRecords(1), editedCells: 2 } });
    const second = await startPrintRun(edited, createPorts({ renderer: createRenderer(1, NONE), sink: createSink() }))
      .done;
    expect([report.editedCells, second.editedCells]).toEqual([0, 2]);
    // The printed rows have changed, so the hash of the data has too.
    const plain = createRequest({ jobId: 'job-2', copies: 3, records: createRecords(4) });
    const other = await startPrintRun(plain, createPorts({ renderer: createRenderer(1, NONE), sink: createSink() }))
      .done;
    expect(other.dataHash).not.toBe(report.dataHash);
  });

  test('a column of copies: on sheets the copies of a row are side by side', async () => {
    const sink = createSink();
    const records = createRecords(3, (i) => ({ copies: [2, 1, 3][i] ?? 1 }));
    const ports = createPorts({ renderer: createRenderer(4, NONE), sink });
    const request = createRequest({ copies: 2, records, template: createTemplate(2, 2) });
    const report = await startPrintRun(request, ports).done;
    expect(report).toMatchObject({ outcome: 'finished', asked: 12, sent: 12, refused: 0 });
    expect(sink.paper.map(({ rows, copies }) => [rows, copies])).toEqual([
      [[2, 2, 2, 2], 1],
      [[3, 3, 4, 4], 1],
      [[4, 4, 4, 4], 1],
    ]);
  });

  test('renders and sends few large pages at a time', async () => {
    const sink = createSink();
    const heavy = { length: 40 * 1024 * 1024 } as Uint8Array;
    const renderer = createRenderer(1, NONE, (labels) => ({ labels, png: heavy }) as unknown as VerifiedPage);
    const { printRecords } = renderer.run;
    const asked: number[] = [];
    renderer.run.printRecords = (records, ...rest) => {
      asked.push(records.length);
      return printRecords(records, ...rest);
    };
    const template = createTemplate(1, 1);
    const large = { ...template, label: { ...template.label, widthMm: 400, heightMm: 3000 } };
    const request = createRequest({ template: large, dpi: 600, records: createRecords(5) });
    expect(await startPrintRun(request, createPorts({ renderer, sink })).done).toMatchObject({ sent: 5 });
    expect(asked).toEqual([1, 1, 1, 1, 1]);
    // The second is sent while the first has less than the limit; the third has to wait.
    expect(sink.inFlightAtMost).toBe(2);
  });

  test('writes each intent before its page is sent', async () => {
    const sink = createSink();
    const ports = createPorts({ renderer: createRenderer(1, NONE), sink });
    const sent: string[] = [];
    const { sendPage } = sink;
    sink.sendPage = (page, signal) => {
      expect(ports.journal.log).toContain(`intend ${page.sequence}`);
      sent.push(`intend ${page.sequence}`);
      return sendPage(page, signal);
    };
    await startPrintRun(createRequest(), ports).done;
    expect(sent).toHaveLength(20);
    expect([...ports.journal.pages.values()].every((state) => state === 'spooled')).toBe(true);
  });

  test.each([
    ['7 copies of an unbound label on sheets of 2 x 3', 1, 7, 2, 3, [6, 1]],
    ['3 rows, 2 copies, on sheets of 2 x 2', 3, 2, 2, 2, [4, 2]],
    ['3 rows, 2 copies, single labels', 3, 2, 1, 1, [1, 1, 1]],
  ])('lays out %s', async (_what, rows, copies, sheetRows, sheetColumns, labelsOfPages) => {
    const sink = createSink();
    const cells = sheetRows * sheetColumns;
    const ports = createPorts({ renderer: createRenderer(cells, NONE), sink });
    const template = createTemplate(sheetRows, sheetColumns);
    const report = await startPrintRun(createRequest({ template, copies, records: createRecords(rows) }), ports).done;
    expect(sink.paper.map((sheet) => sheet.rows.length)).toEqual(labelsOfPages);
    expect(sink.paper.every((sheet) => sheet.copies === (cells === 1 ? copies : 1))).toBe(true);
    expect(report).toMatchObject({ outcome: 'finished', asked: rows * copies, sent: rows * copies });
  });

  test.each([
    ['no row', { records: createRecords(0) }, {}, 'print.noRows'],
    ['no printer', { printer: '' }, {}, 'print.noPrinter'],
    ['no copies', { copies: 0 }, {}, 'print.badCopies'],
    ['half a copy', { copies: 1.5 }, {}, 'print.badCopies'],
    ['nothing on the label', { template: { ...createTemplate(1, 1), elements: [] } }, {}, 'print.noContent'],
    ['no journal', {}, { openJournal: () => Promise.resolve(err(problem('print.noJournal'))) }, 'print.noJournal'],
    [
      'a printer that cannot be locked',
      {},
      { lockPrinter: () => Promise.resolve(err(problem('print.noJournal'))) },
      'print.noJournal',
    ],
  ])('does not start with %s', async (_what, request, over, code) => {
    const sink = createSink();
    const ports = createPorts({ renderer: createRenderer(1, NONE), sink, ...over });
    const report = await startPrintRun(createRequest(request), ports).done;
    expect(report).toMatchObject({ outcome: 'failed', problem: { code }, sent: 0 });
    expectSound(report);
    expect(sink.paper).toEqual([]);
    expect(ports.locks.held).toBe(0);
  });

  describe('takes values permanently', () => {
    const withValues = (taken: string[]): Partial<PrintRequest> => ({
      takeValues: async () => {
        taken.push('taken');
        return ok({ ...createTemplate(1, 1), label: { ...createTemplate(1, 1).label, name: 'taken' } });
      },
    });

    test.each([
      ['no row', { records: createRecords(0) }, {}],
      ['no journal', {}, { openJournal: () => Promise.resolve(err(problem('print.noJournal'))) }],
      ['a printer that cannot be locked', {}, { lockPrinter: () => Promise.resolve(err(problem('print.noJournal'))) }],
    ])('not with %s', async (_what, request, over) => {
      const taken: string[] = [];
      const ports = createPorts({ renderer: createRenderer(1, NONE), sink: createSink(), ...over });
      const report = await startPrintRun(createRequest({ ...withValues(taken), ...request }), ports).done;
      expect([report.outcome, taken]).toEqual(['failed', []]);
    });

    test('takes none without the assistant, while it is paused, or after it was canceled', async () => {
      const taken: string[] = [];
      const sink = createSink();
      sink.down = true;
      const ports = createPorts({ renderer: createRenderer(1, NONE), sink });
      expect(await startPrintRun(createRequest(withValues(taken)), ports).done).toMatchObject({ outcome: 'failed' });
      sink.down = false;
      let hashes = 0;
      const digest: typeof ports.digest = (bytes) => {
        hashes++;
        return ports.digest(bytes);
      };
      const paused = startPrintRun(createRequest(withValues(taken)), { ...ports, digest });
      paused.pause();
      // The rows are checked last.
      await vi.waitFor(() => expect(hashes).toBeGreaterThan(0));
      for (let i = 0; i < 3; i++) await new Promise(setImmediate);
      paused.cancel();
      expect(await paused.done).toMatchObject({ outcome: 'cancelled' });
      expect(taken).toEqual([]);
    });

    test('once, and makes its pages of them', async () => {
      const taken: string[] = [];
      const renderer = createRenderer(1, NONE);
      const names: string[] = [];
      const openRun: typeof renderer.openRun = (setup, signal) => {
        names.push(setup.template.label.name);
        return renderer.openRun(setup, signal);
      };
      const sink = createSink();
      const ports = createPorts({ renderer: { ...renderer, openRun }, sink });
      const run = startPrintRun(createRequest(withValues(taken)), ports);
      run.pause();
      await vi.waitFor(() => expect(ports.locks.held).toBe(1));
      run.resume();
      expect(await run.done).toMatchObject({ outcome: 'finished', sent: 20 });
      expect([taken, names]).toEqual([['taken'], ['taken']]);
    });

    test('and fails with the reason when it gets none', async () => {
      const sink = createSink();
      const ports = createPorts({ renderer: createRenderer(1, NONE), sink });
      const takeValues = () => Promise.resolve(err(problem('server.unreachable')));
      const report = await startPrintRun(createRequest({ takeValues }), ports).done;
      expect(report).toMatchObject({ outcome: 'failed', problem: { code: 'server.unreachable' }, sent: 0 });
      expect([sink.paper, ports.locks.held]).toEqual([[], 0]);
    });
  });

  test('does not start without the assistant', async () => {
    const sink = createSink();
    sink.down = true;
    const report = await startPrintRun(createRequest(), createPorts({ renderer: createRenderer(1, NONE), sink })).done;
    expect(report).toMatchObject({ outcome: 'failed', problem: { code: 'assistant.notRunning' }, notPrinted: 20 });
  });

  test('is held when the connection breaks, continues when resumed, prints nothing twice', async () => {
    let sent = 0;
    const sink = createSink(() => (++sent === 4 ? 'lostAfter' : sent === 5 ? 'lostBefore' : 'none'));
    const run = startPrintRun(createRequest(), createPorts({ renderer: createRenderer(1, NONE), sink }));
    await until(run, isHeld);
    expect(run.state().phase).toMatchObject({ problem: { code: 'assistant.wentAway' } });
    await until(run, (state) => state.out.size <= 2);
    expect([...run.state().out.values()]).toEqual([
      { sequence: 4, rows: [5], labels: 1 },
      { sequence: 5, rows: [6], labels: 1 },
    ]);
    sink.down = true;
    run.resume();
    await until(run, (state) => state.phase.type === 'held' && state.phase.problem.code === 'assistant.notRunning');
    sink.down = false;
    run.resume();
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 20, inDoubt: 0 });
    expect(sink.paper.map((sheet) => sheet.sequence).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
  });

  test('does not send again to an assistant without memory if the page may have been printed', async () => {
    let sent = 0;
    const sink = createSink(() => (++sent === 4 ? 'lostBefore' : 'none'));
    const run = startPrintRun(createRequest(), createPorts({ renderer: createRenderer(1, NONE), sink }));
    await until(run, isHeld);
    const { connect } = sink;
    sink.connect = async (signal) => {
      const info = await connect(signal);
      return info.ok ? ok({ ...info.value, instance: 'another' }) : info;
    };
    run.resume();
    const report = await run.done;
    expect(report).toMatchObject({ outcome: 'finished', sent: 19, inDoubt: 1 });
    expect(report.doubtfulPages).toEqual([{ sequence: 4, rows: [5], labels: 1 }]);
  });

  test('counts unanswered pages as unconfirmed when it is canceled with the assistant disconnected', async () => {
    let sent = 0;
    const sink = createSink(() => (++sent === 2 ? 'lostAfter' : 'none'));
    const run = startPrintRun(createRequest(), createPorts({ renderer: createRenderer(1, NONE), sink }));
    await until(run, isHeld);
    sink.down = true;
    run.cancel();
    const report = await run.done;
    expect(report.outcome).toBe('cancelled');
    expect(report.inDoubt).toBeGreaterThanOrEqual(1);
    expectSound(report);
  });

  test('ends as failed when the renderer dies, with a report of the printed pages', async () => {
    const renderer = createRenderer(1, NONE);
    const { printRecords } = renderer.run;
    let calls = 0;
    renderer.run.printRecords = (...call) =>
      ++calls === 2 ? Promise.reject(new Error('worker gone')) : printRecords(...call);
    const ports = createPorts({ renderer, sink: createSink() });
    const report = await startPrintRun(createRequest(), ports).done;
    expect(report).toMatchObject({ outcome: 'failed', problem: { code: 'render.crashed' }, refused: 0 });
    expectSound(report);
    expect([ports.locks.held, ports.journal.closed]).toEqual([0, true]);
  });

  test('is held when the rows cannot be read, and reads them again', async () => {
    const good = createRecords(20);
    let reads = 0;
    const records = {
      count: 20,
      // The first read is for the hash of the data.
      read: (...call: Parameters<typeof good.read>) =>
        ++reads === 2 ? Promise.resolve(err(problem('data.timeout'))) : good.read(...call),
    };
    const run = startPrintRun(
      createRequest({ records }),
      createPorts({ renderer: createRenderer(1, NONE), sink: createSink() }),
    );
    await until(run, isHeld);
    run.resume();
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 20 });
  });

  test('with any fault: nothing lost, nothing doubled, the counts add up', async () => {
    const fault: fc.Arbitrary<Fault> = fc.oneof(
      { weight: 6, arbitrary: fc.constant<Fault>('none') },
      fc.constantFrom<Fault>(
        'lostBefore',
        'lostAfter',
        'refused',
        { crash: true, printed: true },
        { crash: true, printed: false },
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          faults: fc.array(fault, { maxLength: 40 }),
          rows: fc.integer({ min: 1, max: 40 }),
          copies: fc.integer({ min: 1, max: 3 }),
          cells: fc.constantFrom(1, 2, 6),
          refusedEvery: fc.integer({ min: 2, max: 9 }),
          cancelAfter: fc.option(fc.nat(30), { nil: null }),
        }),
        async ({ faults, rows, copies, cells, refusedEvery, cancelAfter }) => {
          const coming = [...faults];
          const sink = createSink(() => coming.shift() ?? 'none');
          const refuses = (row: number): boolean => row % refusedEvery === 0;
          const ports = createPorts({ renderer: createRenderer(cells, refuses), sink });
          const template = createTemplate(cells, 1);
          const run = startPrintRun(createRequest({ template, copies, records: createRecords(rows) }), ports);
          run.subscribe((state) => {
            if (cancelAfter !== null && state.counts.sent > cancelAfter) queueMicrotask(() => run.cancel());
            if (state.phase.type === 'held') queueMicrotask(() => run.resume());
          });
          const report = await run.done;
          expectSound(report);
          const sequences = sink.paper.map((sheet) => sheet.sequence);
          expect(new Set(sequences).size).toBe(sequences.length);
          const labels = (sheet: (typeof sink.paper)[number]): number => sheet.rows.length * sheet.copies;
          const sure = sink.paper.filter((sheet) => !sink.doubtful.has(sheet.sequence));
          expect(report.sent).toBe(sure.reduce((sum, sheet) => sum + labels(sheet), 0));
          expect(sink.paper.flatMap((sheet) => sheet.rows).some(refuses)).toBe(false);
          if (report.outcome === 'finished') {
            expect(report.notPrinted).toBe(0);
            const refused = Array.from({ length: rows }, (_, i) => i + 2).filter(refuses).length;
            expect([report.refused, report.refusedRows]).toEqual([refused * copies, refused]);
          } else {
            expect(cancelAfter).not.toBeNull();
          }
          expect(ports.locks.held).toBe(0);
        },
      ),
      { numRuns: 200 },
    );
  });
});

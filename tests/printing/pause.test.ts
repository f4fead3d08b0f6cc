import { describe, expect, test } from 'vitest';
import { startPrintRun } from '#printing/run-print.ts';
import {
  createPorts,
  createRecords,
  createRenderer,
  createRequest,
  createSink,
  expectSound,
  NONE,
  until,
} from './create-run.ts';

describe('a print run', () => {
  test('pauses and goes on', async () => {
    const sink = createSink();
    const records = createRecords(400);
    const run = startPrintRun(createRequest({ records }), createPorts({ renderer: createRenderer(1, NONE), sink }));
    await until(run, (state) => state.counts.spooled >= 3);
    run.pause();
    const printed = sink.paper.length;
    expect(printed).toBeLessThan(20);
    await new Promise((resolve) => setTimeout(resolve, 30));
    // Those that waited for the printer have been called back, and are not in doubt.
    expect(run.state()).toMatchObject({ phase: { type: 'paused' }, counts: { spooled: printed, inDoubt: 0 } });
    expect(run.state().out.size).toBeGreaterThan(20);
    run.resume();
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 400 });
    expect(sink.paper.map((sheet) => sheet.sequence)).toEqual(Array.from({ length: 400 }, (_, i) => i + 1));
  });

  test('goes on in order when it is told to before its pages have come back', async () => {
    const sink = createSink();
    const records = createRecords(400);
    const run = startPrintRun(createRequest({ records }), createPorts({ renderer: createRenderer(1, NONE), sink }));
    await until(run, (state) => state.counts.spooled >= 3);
    run.pause();
    run.resume();
    expect(run.state().phase).toEqual({ type: 'paused' });
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 400 });
    expect(sink.paper.map((sheet) => sheet.sequence)).toEqual(Array.from({ length: 400 }, (_, i) => i + 1));
  });

  test('cancelled while it is paused, leaves nothing in doubt, even with the assistant gone', async () => {
    const sink = createSink();
    const records = createRecords(400);
    const run = startPrintRun(createRequest({ records }), createPorts({ renderer: createRenderer(1, NONE), sink }));
    await until(run, (state) => state.counts.spooled >= 3);
    run.pause();
    await new Promise((resolve) => setTimeout(resolve, 30));
    sink.down = true;
    run.cancel();
    expect(await run.done).toMatchObject({ outcome: 'cancelled', sent: sink.paper.length, inDoubt: 0 });
  });

  test('can be paused before it is ready, and then sends nothing until it goes on', async () => {
    const sink = createSink();
    const renderer = createRenderer(1, NONE);
    const ports = createPorts({ renderer, sink });
    const run = startPrintRun(createRequest(), ports);
    run.pause();
    expect(run.state()).toMatchObject({ phase: { type: 'paused' }, started: false });
    await until(run, (state) => state.started);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(run.state().phase).toEqual({ type: 'paused' });
    expect([sink.paper, ports.journal.log]).toEqual([[], ['begin job-1']]);
    run.resume();
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 20 });
  });

  test('goes on getting ready when a pause is taken back at once', async () => {
    const sink = createSink();
    const run = startPrintRun(createRequest(), createPorts({ renderer: createRenderer(1, NONE), sink }));
    run.pause();
    run.resume();
    expect(run.state().phase).toEqual({ type: 'preparing' });
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 20 });
  });

  test('paused before it is ready, it can be cancelled, and says why it could not start', async () => {
    const sink = createSink();
    const cancelled = startPrintRun(createRequest(), createPorts({ renderer: createRenderer(1, NONE), sink }));
    cancelled.pause();
    cancelled.cancel();
    expect(await cancelled.done).toMatchObject({ outcome: 'cancelled', sent: 0, notPrinted: 20 });
    sink.down = true;
    const failing = startPrintRun(createRequest(), createPorts({ renderer: createRenderer(1, NONE), sink }));
    failing.pause();
    expect(await failing.done).toMatchObject({ outcome: 'failed', problem: { code: 'assistant.notRunning' } });
  });

  test('stops when cancelled, and knows what was printed', async () => {
    const sink = createSink();
    const run = startPrintRun(
      createRequest({ records: createRecords(5000) }),
      createPorts({ renderer: createRenderer(1, NONE), sink }),
    );
    await until(run, (state) => state.counts.spooled >= 3);
    run.cancel();
    const report = await run.done;
    expect(report).toMatchObject({ outcome: 'cancelled', sent: sink.paper.length, inDoubt: 0 });
    expectSound(report);
    expect(sink.ended).toBe('cancelled');
    expect(sink.paper.length).toBeLessThan(5000);
  });
});

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
  test('pauses and continues', async () => {
    const sink = createSink();
    const records = createRecords(400);
    const run = startPrintRun(createRequest({ records }), createPorts({ renderer: createRenderer(1, NONE), sink }));
    await until(run, (state) => state.counts.spooled >= 3);
    run.pause();
    const printed = sink.paper.length;
    expect(printed).toBeLessThan(20);
    await new Promise((resolve) => setTimeout(resolve, 30));
    // Pages that waited for the printer were recalled, and are not unconfirmed.
    expect(run.state()).toMatchObject({ phase: { type: 'paused' }, counts: { spooled: printed, inDoubt: 0 } });
    expect(run.state().out.size).toBeGreaterThan(20);
    run.resume();
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 400 });
    expect(sink.paper.map((sheet) => sheet.sequence)).toEqual(Array.from({ length: 400 }, (_, i) => i + 1));
  });

  test('continues in order when it is resumed before its pages have been recalled', async () => {
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

  test('canceled while it is paused, leaves nothing unconfirmed, even with the assistant disconnected', async () => {
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

  test('can be paused before it is ready, and then sends nothing until it is resumed', async () => {
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

  test('continues preparing when a pause is canceled at once', async () => {
    const sink = createSink();
    const run = startPrintRun(createRequest(), createPorts({ renderer: createRenderer(1, NONE), sink }));
    run.pause();
    run.resume();
    expect(run.state().phase).toEqual({ type: 'preparing' });
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 20 });
  });

  test('paused before it is ready, it can be canceled, and reports why it could not start', async () => {
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

  test('stops when canceled, and reports the printed pages', async () => {
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

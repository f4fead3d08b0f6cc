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
    const run = startPrintRun(createRequest(), createPorts({ renderer: createRenderer(1, NONE), sink }));
    await until(run, (state) => state.counts.spooled >= 3);
    run.pause();
    await until(run, (state) => state.out.size === 0);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const printed = sink.paper.length;
    expect(run.state().phase).toEqual({ type: 'paused' });
    expect(printed).toBeLessThan(20);
    run.resume();
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 20 });
    expect(sink.paper).toHaveLength(20);
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

import { describe, expect, test } from 'vitest';
import { startPrintRun } from '#printing/run-print.ts';
import { createPorts, createRecords, createRenderer, createRequest, createSink, NONE } from './create-run.ts';

describe('a print run', () => {
  test('limits the pages in transit and the ready ones, and writes intents in groups', async () => {
    const sink = createSink();
    const renderer = createRenderer(1, NONE);
    const ports = createPorts({ renderer, sink });
    const groups: number[] = [];
    let ahead = 0;
    const { intend } = ports.journal;
    ports.journal.intend = (pages, ended) => {
      groups.push(pages.length);
      return intend(pages, ended);
    };
    const run = startPrintRun(createRequest({ records: createRecords(600) }), ports);
    run.subscribe(({ counts }) => (ahead = Math.max(ahead, counts.verified - counts.sent)));
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 600 });
    expect(sink.inFlightAtMost).toBe(128);
    // Waiting ones, those whose intents are being written, and new ones.
    expect(ahead).toBeLessThanOrEqual(64 + 64 + 32);
    expect(groups.length).toBeLessThan(600);
    expect([...ports.journal.pages.values()].every((state) => state === 'spooled')).toBe(true);
  });

  test('renders few labels first, then more at a time', async () => {
    const renderer = createRenderer(1, NONE);
    const sizes: number[] = [];
    const counting: typeof renderer = {
      ...renderer,
      async openRun(setup, signal) {
        const opened = await renderer.openRun(setup, signal);
        if (!opened.ok) return opened;
        const run = opened.value;
        const printRecords: typeof run.printRecords = (records, ...rest) => {
          sizes.push(records.length);
          return run.printRecords(records, ...rest);
        };
        return { ok: true, value: { ...run, printRecords } };
      },
    };
    const ports = createPorts({ renderer: counting, sink: createSink() });
    const run = startPrintRun(createRequest({ records: createRecords(200) }), ports);
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 200 });
    expect(sizes[0]).toBe(8);
    expect(Math.max(...sizes)).toBe(32);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(200);
  });
});

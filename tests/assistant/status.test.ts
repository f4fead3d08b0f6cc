import { describe, expect, test } from 'vitest';
import type { PrinterFault } from '#protocol/printer-info.ts';
import { IPP_TAG, keyword, type IppMessage } from '#print-assistant/ipp/ipp-message.ts';
import { ESCPOS_STATUS } from '#printing/status/escpos-status.ts';
import { ippFaults } from '#print-assistant/ipp/ipp-status.ts';
import { NODE_CLOCK } from '#print-assistant/printers/printer-driver.ts';
import { createReadiness, type StatusAnswer } from '#printing/status/readiness.ts';
import { ZPL_STATUS } from '#printing/status/zpl-status.ts';
import { createOutputPage } from './create-page.ts';
import { startFakeRawPrinter } from './fake-raw-printer.ts';
import { connectRaw, type RawReply } from './raw-connection.ts';
import { addressed, createFolder, startAssistant } from './start-assistant.ts';
import { hostStatus } from '#tests/support/host-status.ts';

describe('the answer to ~HS', () => {
  test.each<[Buffer, readonly PrinterFault[]]>([
    [hostStatus(), []],
    [hostStatus({ paper: 1, pause: 1 }), ['paperOut']],
    [hostStatus({ head: 1, pause: 1 }), ['headOpen']],
    [hostStatus({ ribbon: 1, paper: 1 }), ['paperOut', 'ribbonOut']],
    [hostStatus({ pause: 1 }), ['paused']],
    [hostStatus({ hot: 1 }), ['fault']],
  ])('%# says what keeps the printer from printing', (answer, faults) => {
    expect(ZPL_STATUS.read(answer)).toEqual(faults);
  });

  test('is not complete before its last byte', () => {
    const whole = hostStatus({ paper: 1 });
    for (let length = 0; length < whole.length; length++)
      expect(ZPL_STATUS.read(whole.subarray(0, length))).toBe('more');
  });

  test.each([
    'HTTP/1.1 400 Bad Request\r\nServer: x\r\n\r\n',
    hostStatus().toString('latin1').replace('030,0,0', '030,7,0'),
    hostStatus().toString('latin1').replace('1245', '12a5'),
    hostStatus().toString('latin1').replace('\x02000', '000'),
    `${hostStatus().toString('latin1')}x`,
  ])('%# is none when anything in it is not as the manual has it', (text) => {
    expect(ZPL_STATUS.read(Buffer.from(text, 'latin1'))).toBe(null);
  });
});

describe('the answer to DLE EOT', () => {
  test.each<[readonly number[], readonly PrinterFault[] | 'more' | null]>([
    [[0x16, 0x12, 0x12], []],
    [[0x1e, 0x32, 0x72], ['paperOut']],
    [[0x1e, 0x16, 0x12], ['headOpen']],
    [[0x1e, 0x52, 0x12], ['fault']],
    [[0x1e, 0x12, 0x12], ['offline']],
    // Near the end of the roll, printing continues.
    [[0x12, 0x12, 0x1e], []],
    [[0x12, 0x12], 'more'],
    [[0x12, 0x12, 0x80], null],
    [[0x48, 0x54, 0x54], null],
    [[0x12, 0x12, 0x12, 0x12], null],
  ])('%j says %j', (bytes, faults) => {
    expect(ESCPOS_STATUS.read(Uint8Array.from(bytes))).toEqual(faults);
  });
});

describe('the state of an IPP printer', () => {
  test.each<[number, readonly string[], readonly PrinterFault[]]>([
    [3, ['none'], []],
    [5, ['media-empty-error', 'paused'], ['paperOut']],
    [5, ['cover-open'], ['headOpen']],
    [5, ['marker-supply-empty-error'], ['ribbonOut']],
    [5, ['paused'], ['paused']],
    [5, ['offline'], ['offline']],
    [5, ['media-empty-warning', 'com.example-odd'], []],
    [4, ['media-empty-error'], []],
  ])('%i with %j says %j', (state, reasons, faults) => {
    const attributes = new Map([
      ['printer-state', [{ type: 'enum', value: state } as const]],
      ['printer-state-reasons', reasons.map(keyword)],
    ]);
    const message: IppMessage = { code: 0, requestId: 1, groups: [{ tag: IPP_TAG.printerAttributes, attributes }] };
    expect(ippFaults(message)).toEqual(faults);
  });
});

describe('the frequency of status queries', () => {
  const READY: StatusAnswer = { type: 'faults', faults: [] };
  const SILENT: StatusAnswer = { type: 'noResponse' };
  /** A printer with these answers, the last one forever, and the number of answers. */
  function printerThatSays(...answers: StatusAnswer[]): { ask(): Promise<StatusAnswer>; asked(): number } {
    let asked = 0;
    const ask = async (): Promise<StatusAnswer> => answers[Math.min(asked++, answers.length - 1)] ?? SILENT;
    return { ask, asked: () => asked };
  }
  const LONG = { readyMs: 1e9, silentMs: 1e9, againMs: 0 };
  const never = new AbortController().signal;

  test('is one per page sent first, whatever the earlier status, and none for the next pages', async () => {
    const printer = printerThatSays(READY, { type: 'faults', faults: ['paperOut'] }, READY);
    const readiness = createReadiness({ ...printer, clock: NODE_CLOCK, times: LONG });
    expect(await readiness.faults()).toEqual([]);
    expect(await readiness.faults()).toEqual([]);
    expect(printer.asked()).toBe(1);
    await readiness.wait(never);
    expect(printer.asked()).toBe(3);
    await readiness.wait(never);
    expect(await readiness.faults()).toEqual([]);
    expect(printer.asked()).toBe(3);
  });

  test('one query without an answer is not the last one', async () => {
    const printer = printerThatSays(READY, SILENT, { type: 'faults', faults: ['headOpen'] }, READY, SILENT);
    const readiness = createReadiness({ ...printer, clock: NODE_CLOCK, times: { ...LONG, readyMs: 0 } });
    await readiness.wait(never);
    await readiness.wait(never);
    expect(await readiness.faults()).toEqual(['headOpen']);
    await readiness.wait(never);
    for (let silence = 1; silence < 5; silence++) expect(await readiness.faults()).toEqual([]);
    expect(await readiness.faults()).toBe(null);
    expect(await readiness.faults()).toBe(null);
    await readiness.wait(never);
    expect(printer.asked()).toBe(9);
  });
});

describe('a printer that runs out of paper', () => {
  test('gets no page before it has some again, and then each once', async () => {
    await using folder = await createFolder();
    await using printer = await startFakeRawPrinter();
    const configuredPrinters = [addressed('Zebra', `socket://127.0.0.1:${printer.port}?language=zpl`)];
    await using assistant = await startAssistant(folder.path, { configuredPrinters });
    await using line = await connectRaw(assistant.port);
    await using watcher = await connectRaw(assistant.port);
    printer.say(() => hostStatus({ paper: 1, pause: 1 }));
    for (const sequence of [1, 2, 3]) {
      line.send(
        `hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data: createOutputPage({ sequence, printer: 'Zebra' }) })}`,
      );
    }
    await expect
      .poll(() => watcher.ask('printerFaults', { printer: 'Zebra' }))
      .toMatchObject({ data: { faults: ['paperOut'] } });
    await expect.poll(() => printer.questions()).toBeGreaterThan(2);
    expect(printer.taken).toEqual([]);
    printer.say(() => hostStatus());
    for (const sequence of [1, 2, 3]) {
      expect(await line.next()).toMatchObject({ code: 200, data: { sequence, outcome: 'spooled' } });
    }
    expect(printer.taken).toHaveLength(3);
    expect(await watcher.ask('printerFaults', { printer: 'Zebra' })).toMatchObject({ data: { faults: [] } });
    const { data } = await watcher.ask('getComputerPrinters', { detail: true });
    expect(data).toContainEqual(expect.objectContaining({ name: 'Zebra', faults: [] }));
  });

  test('returns its page when the job is paused, canceled, or the assistant ends', async () => {
    await using folder = await createFolder();
    await using printer = await startFakeRawPrinter();
    printer.say(() => Uint8Array.of(0x1e, 0x32, 0x72));
    const configuredPrinters = [addressed('Till', `socket://127.0.0.1:${printer.port}?language=escpos`)];
    const assistant = await startAssistant(folder.path, { configuredPrinters });
    const line = await connectRaw(assistant.port);
    const send = async (jobId: string): Promise<void> => {
      const data = createOutputPage({ jobId, sequence: 1, printer: 'Till' });
      line.send(`hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data })}`);
      const before = printer.questions();
      await expect.poll(() => printer.questions()).toBeGreaterThan(before);
    };
    const both = async (answer: Promise<RawReply>): Promise<readonly RawReply[]> => [await answer, await line.next()];
    await send('paused');
    expect(await both(line.ask('callBackJob', { jobId: 'paused' }))).toMatchObject([
      { data: { problem: { code: 'print.calledBack' } } },
      { fun: 'callBackJob', code: 200, data: { spooled: [], inDoubt: [] } },
    ]);
    await send('cancelled');
    const cancelled = await both(line.ask('cancelJob', { jobId: 'cancelled' }));
    expect(cancelled.toSorted((one, other) => other.code - one.code)).toMatchObject([
      { data: { problem: { code: 'print.cancelled' } } },
      { fun: 'cancelJob', code: 200, data: { spooled: [], inDoubt: [] } },
    ]);
    await send('ended');
    const given = line.next();
    await assistant.close();
    expect(await given).toMatchObject({ data: { problem: { code: 'assistant.wentAway' } } });
    expect(printer.taken).toEqual([]);
    printer.say(() => Uint8Array.of(0x16, 0x12, 0x12));
    await using again = await startAssistant(folder.path, { configuredPrinters });
    await using later = await connectRaw(again.port);
    for (const jobId of ['paused', 'ended']) {
      const page = createOutputPage({ jobId, sequence: 1, printer: 'Till' });
      expect(await later.ask('outputPrintting', page)).toMatchObject({ data: { outcome: 'spooled' } });
    }
    expect(printer.taken).toHaveLength(2);
  });

  test('without a status prints as before, and is queried once a minute', async () => {
    await using folder = await createFolder();
    await using printer = await startFakeRawPrinter();
    const configuredPrinters = [addressed('Zebra', `socket://127.0.0.1:${printer.port}?language=zpl`)];
    await using assistant = await startAssistant(folder.path, { configuredPrinters });
    await using line = await connectRaw(assistant.port);
    for (const sequence of [1, 2, 3]) {
      const page = createOutputPage({ sequence, printer: 'Zebra' });
      expect(await line.ask('outputPrintting', page)).toMatchObject({ data: { outcome: 'spooled' } });
    }
    expect([printer.taken.length, printer.questions()]).toEqual([3, 1]);
    expect(await line.ask('printerFaults', { printer: 'Zebra' })).toMatchObject({ data: { faults: null } });
  });
});

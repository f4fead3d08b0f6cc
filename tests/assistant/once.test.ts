import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JobStatus } from '#protocol/assistant.ts';
import { createBits, createOutputPage, encodeTestPng, PAGE_DOTS } from './create-page.ts';
import { startFakeIppServer } from './fake-ipp-server.ts';
import { connectRaw, type RawReply } from './raw-connection.ts';
import { createFolder, startAssistant, addressed } from './start-assistant.ts';

describe('a page is printed once', () => {
  test('also when it is sent again, on another connection, and after a restart', async () => {
    await using printer = await startFakeIppServer();
    await using folder = await createFolder();
    const options = { configuredPrinters: [addressed('Labels', printer.uri)] };
    const page = createOutputPage({ sequence: 1, printer: 'Labels' });
    {
      await using assistant = await startAssistant(folder.path, options);
      await using line = await connectRaw(assistant.port);
      expect(await line.ask('outputPrintting', page)).toMatchObject({ data: { outcome: 'spooled' } });
      expect(await line.ask('outputPrintting', page)).toMatchObject({
        code: 200,
        data: { jobId: 'job-1', sequence: 1, outcome: 'duplicate' },
      });
      await using other = await connectRaw(assistant.port);
      expect(await other.ask('outputPrintting', page)).toMatchObject({ data: { outcome: 'duplicate' } });
    }
    await using assistant = await startAssistant(folder.path, options);
    await using line = await connectRaw(assistant.port);
    expect(await line.ask('outputPrintting', page)).toMatchObject({ data: { outcome: 'duplicate' } });
    expect(printer.printed).toEqual(['Price tags 1']);
  });

  test('when two with one number arrive at once', async () => {
    await using folder = await createFolder();
    await using printer = await startFakeIppServer();
    await using assistant = await startAssistant(folder.path, {
      configuredPrinters: [addressed('Labels', printer.uri)],
    });
    await using a = await connectRaw(assistant.port);
    await using b = await connectRaw(assistant.port);
    const page = createOutputPage({ sequence: 1, printer: 'Labels' });
    const replies = await Promise.all([a.ask('outputPrintting', page), b.ask('outputPrintting', page)]);
    expect(replies.map(({ data }) => (data as { outcome: string }).outcome).sort()).toEqual(['duplicate', 'spooled']);
    expect(printer.printed).toHaveLength(1);
  });

  test('when many arrive together: all are recorded before any is printed', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    const numbers = Array.from({ length: 30 }, (_, i) => i + 1);
    // One of them twice, and one that is damaged.
    const sent = [...numbers.slice(0, 20), 7, ...numbers.slice(20)];
    for (const sequence of sent) {
      const page = createOutputPage({ sequence });
      const data = sequence === 25 ? { ...page, image: page.image.slice(0, -40) } : page;
      line.send(`hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data })}`);
    }
    const replies: RawReply[] = [];
    while (replies.length < sent.length) replies.push(await line.next());
    const outcomes = replies.map(({ data }) => data as { sequence: number; outcome?: string });
    expect(outcomes.map(({ sequence }) => sequence)).toEqual(sent);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(
      sent.map((sequence, i) => (sequence === 25 ? undefined : i === 20 ? 'duplicate' : 'spooled')),
    );
    const log = await readFile(join(folder.path, 'jobs/job-1.log'), 'utf8');
    expect(log).toMatch(/(\naccepted \d+ \w{32}){5}/);
    const files = (await readdir(join(folder.path, 'pages'), { recursive: true })).filter((name) =>
      name.endsWith('.png'),
    );
    expect(files).toHaveLength(29);
  });

  test('a printer that takes page after page has one at a time, and returns the others', async () => {
    await using printer = await startFakeIppServer();
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, {
      configuredPrinters: [addressed('Labels', printer.uri)],
    });
    await using line = await connectRaw(assistant.port);
    const pages = [1, 2, 3, 4].map((sequence) => createOutputPage({ sequence, printer: 'Labels', jobName: 'L' }));
    printer.behave(() => 'hang');
    for (const data of pages) line.send(`hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data })}`);
    await expect.poll(() => printer.printed.length).toBe(1);
    line.send(`hmarkwebclient ${JSON.stringify({ fun: 'callBackJob', data: { jobId: 'job-1' } })}`);
    for (const sequence of [2, 3, 4]) {
      expect(await line.next()).toMatchObject({ data: { sequence, problem: { code: 'print.calledBack' } } });
    }
    expect(await line.next()).toMatchObject({ fun: 'callBackJob', data: { accepted: [[1, 1]], spooled: [] } });
    printer.behave(() => 'print');
    printer.release();
    expect(await line.next()).toMatchObject({ data: { sequence: 1, outcome: 'spooled' } });
    for (const data of pages.slice(1)) {
      expect(await line.ask('outputPrintting', data)).toMatchObject({ data: { outcome: 'spooled' } });
    }
    expect(printer.printed).toEqual(['L 1', 'L 2', 'L 3', 'L 4']);
  });

  test('rejects a number that was used for another picture', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    await line.ask('outputPrintting', createOutputPage({ sequence: 1 }));
    const other = encodeTestPng(createBits(PAGE_DOTS.widthDots, PAGE_DOTS.heightDots, 99));
    const image = Buffer.from(other).toString('base64');
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1, image }))).toMatchObject({ code: 400 });
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 2, printer: 'Folder 2' }))).toMatchObject({
      code: 404,
    });
  });

  test('accepts a rejected page again, but not an unconfirmed one', async () => {
    await using printer = await startFakeIppServer();
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, {
      configuredPrinters: [addressed('Labels', printer.uri)],
    });
    await using line = await connectRaw(assistant.port);
    const ask = (sequence: number) =>
      line.ask('outputPrintting', createOutputPage({ sequence, printer: 'Labels', jobName: 'L' }));
    printer.behave((name) => (name === 'L 1' ? 0x0400 : name === 'L 2' ? 'swallow' : 'print'));
    expect(await ask(1)).toMatchObject({ code: 500, data: { problem: { code: 'assistant.deliveryFailed' } } });
    expect(await ask(2)).toMatchObject({ code: 202, data: { outcome: 'inDoubt' } });
    expect(await ask(3)).toMatchObject({ code: 200 });
    expect((await line.ask('jobStatus', { jobId: 'job-1' })).data).toEqual({
      jobId: 'job-1',
      known: true,
      state: 'open',
      accepted: [],
      spooled: [[3, 3]],
      inDoubt: [[2, 2]],
      failed: [[1, 1]],
    });
    printer.behave(() => 'print');
    expect(await ask(1)).toMatchObject({ code: 200, data: { outcome: 'spooled' } });
    expect(await ask(2)).toMatchObject({ code: 202, data: { outcome: 'inDoubt' } });
    expect(printer.printed).toEqual(['L 2', 'L 3', 'L 1']);
  });
});

describe('after a crash in the middle of a page', () => {
  test.each([
    ['Labels', 'an IPP printer', 'inDoubt'],
    ['Folder', 'the folder printer, which has not got it', 'failed'],
  ] as const)('%s: %s', async (printerName, _what, expected) => {
    await using printer = await startFakeIppServer();
    await using folder = await createFolder();
    const options = { configuredPrinters: [addressed('Labels', printer.uri)] };
    const page = (sequence: number) => createOutputPage({ sequence, printer: printerName });
    {
      await using assistant = await startAssistant(folder.path, options);
      await using line = await connectRaw(assistant.port);
      await line.ask('outputPrintting', page(1));
    }
    // The file after a crash between its record and printing, in the middle of the next line.
    await appendFile(join(folder.path, 'jobs/job-1.log'), 'accepted 2 0123456789abcdef\naccepted 3 01');
    await using assistant = await startAssistant(folder.path, options);
    await using line = await connectRaw(assistant.port);
    const status = (await line.ask('jobStatus', { jobId: 'job-1' })).data as JobStatus;
    expect(status).toMatchObject({ spooled: [[1, 1]], [expected]: [[2, 2]] });
    expect(await line.ask('outputPrintting', page(3))).toMatchObject({ code: 200, data: { outcome: 'spooled' } });
    expect(await readFile(join(folder.path, 'jobs/job-1.log'), 'utf8')).toMatch(
      /\nspooled 1\naccepted 2 \w+\n(doubt|failed) 2\naccepted 3 \w{32}\nspooled 3\n$/,
    );
  });
});

describe('the end of a job', () => {
  test('a canceled one prints nothing more, not even pages that arrive late', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    const asked = [1, 2, 3, 4, 5, 6].map((sequence) => createOutputPage({ sequence }));
    for (const data of asked) line.send(`hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data })}`);
    line.send(`hmarkwebclient ${JSON.stringify({ fun: 'cancelJob', data: { jobId: 'job-1' } })}`);
    const replies = [];
    for (let i = 0; i <= asked.length; i++) replies.push(await line.next());
    const printed = replies.filter(({ fun, code }) => fun === 'outputPrintting' && code === 200).length;
    expect(replies.filter(({ code }) => code === 500)).toHaveLength(asked.length - printed);
    const late = await line.ask('outputPrintting', createOutputPage({ sequence: 7 }));
    expect(late).toMatchObject({ code: 500, data: { problem: { code: 'print.cancelled' } } });
    const files = await readdir(join(folder.path, 'pages'), { recursive: true }).catch(() => []);
    expect(files.filter((file) => file.endsWith('.png'))).toHaveLength(printed);
  });

  test('a finished one accepts no new page, and still knows the old ones', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { folderFormat: 'pdf' });
    await using line = await connectRaw(assistant.port);
    await line.ask('outputPrintting', createOutputPage({ sequence: 1 }));
    const finished = await line.ask('finishJob', { jobId: 'job-1' });
    expect(finished).toMatchObject({ code: 200, data: { known: true, state: 'finished', spooled: [[1, 1]] } });
    // The folder printer reports the location of its files.
    const { folder: written = '' } = finished.data as JobStatus;
    expect(written.startsWith(join(folder.path, 'pages'))).toBe(true);
    expect(await readdir(written)).toContain('labels.pdf');
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1 }))).toMatchObject({
      data: { outcome: 'duplicate' },
    });
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 2 }))).toMatchObject({ code: 400 });
    expect(await line.ask('jobStatus', { jobId: 'unheard-of' })).toMatchObject({ data: { known: false } });
  });
});

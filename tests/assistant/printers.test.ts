import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { readPngChunks } from '#print-assistant/png/png-chunks.ts';
import { createFolderPrinter, jobFolder } from '#print-assistant/printers/folder-printer.ts';
import { createIppPrinter } from '#print-assistant/printers/ipp-printer.ts';
import { createPng } from './create-page.ts';
import { createPrintablePage, describeDriver, NOT_CANCELLED } from './driver-conformance.ts';
import { startFakeIppServer } from './fake-ipp-server.ts';
import { connectRaw } from './raw-connection.ts';
import { createFolder, startAssistant } from './start-assistant.ts';
import { createOutputPage } from './create-page.ts';

const run = promisify(execFile);

describe.each(['png', 'pdf'] as const)('the folder printer (%s)', (format) => {
  describeDriver(async () => {
    const folder = await createFolder();
    return {
      driver: createFolderPrinter(folder.path, format),
      async sheets() {
        const files = await readdir(folder.path, { recursive: true });
        const pdf = files.find((file) => file.endsWith('.pdf'));
        if (format === 'png') return files.filter((file) => file.endsWith('.png')).length;
        if (pdf === undefined) return 0;
        return Number(/\/Count (\d+)/.exec(await readFile(join(folder.path, pdf), 'latin1'))?.[1]);
      },
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  });
});

describe('an IPP printer', () => {
  describeDriver(async () => {
    const server = await startFakeIppServer();
    return {
      driver: createIppPrinter({ name: 'Labels', uri: server.uri }),
      sheets: () => Promise.resolve(server.copies()),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  });

  test('reports a rejected page and a page of unknown status as different', async () => {
    await using server = await startFakeIppServer();
    const driver = createIppPrinter({ name: 'Labels', uri: server.uri });
    const page = createPrintablePage(1, 1);
    for (const [behaviour, outcome] of [
      [0x0400, { type: 'failed', problem: { code: 'assistant.deliveryFailed' } }],
      [0x040b, { type: 'failed', problem: { code: 'assistant.mediaUnsupported' } }],
      ['swallow', { type: 'inDoubt' }],
    ] as const) {
      server.behave(() => behaviour);
      const ready = await driver.prepare(page);
      expect(ready.ok && (await ready.value(NOT_CANCELLED))).toMatchObject(outcome);
    }
    const ready = await driver.prepare(page);
    await server[Symbol.asyncDispose]();
    expect(ready.ok && (await ready.value(NOT_CANCELLED))).toMatchObject({ type: 'failed' });
    expect(await driver.describe()).toMatchObject({ name: 'Labels', state: 'idle' });
    expect(await createIppPrinter({ name: 'Labels', uri: server.uri }).describe()).toMatchObject({
      state: 'unreachable',
    });
  });

  test('of CUPS is found by itself', async () => {
    await using cups = await startFakeIppServer(['Warehouse', 'Shop floor']);
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { cupsServer: cups.server });
    await using line = await connectRaw(assistant.port);
    expect((await line.ask('getComputerPrinters', {})).data).toEqual(['Folder', 'Warehouse', 'Shop floor']);
    const page = createOutputPage({ sequence: 1, printer: 'Shop floor' });
    expect(await line.ask('outputPrintting', page)).toMatchObject({ code: 200 });
    expect(cups.printed).toEqual(['Price tags 1']);
  });
});

describe('the output of the folder printer', () => {
  test('is the unchanged PNG, a file for each copy', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    const page = createOutputPage({ sequence: 12, copies: 2, jobName: '../价签 / "A"' });
    expect(await line.ask('outputPrintting', page)).toMatchObject({ code: 200, data: { outcome: 'spooled' } });
    const [job = ''] = await readdir(join(folder.path, 'pages'));
    expect(job).toMatch(/^\d{4}-\d\d-\d\d-价签_A_-[0-9a-f]{8}$/);
    expect((await readdir(join(folder.path, 'pages', job))).sort()).toEqual([
      'page-00012-copy-2.png',
      'page-00012.png',
    ]);
    const file = await readFile(join(folder.path, 'pages', job, 'page-00012.png'));
    expect(file.toString('base64')).toBe(page.image);
    expect(file.subarray(33 + 4, 33 + 8).toString()).toBe('pHYs');
  });

  test('has names that sort, also in a job of more than 99,999 pages and after a restart', async () => {
    await using folder = await createFolder();
    for (const sequence of [10_001, 100_000]) {
      await using assistant = await startAssistant(folder.path);
      await using line = await connectRaw(assistant.port);
      const page = createOutputPage({ sequence, pages: 120_000 });
      expect(await line.ask('outputPrintting', page)).toMatchObject({ code: 200, data: { outcome: 'spooled' } });
    }
    const [job = ''] = await readdir(join(folder.path, 'pages'));
    expect((await readdir(join(folder.path, 'pages', job))).sort()).toEqual(['page-010001.png', 'page-100000.png']);
    const driver = createFolderPrinter(folder.path, 'png');
    const big = { ...createPrintablePage(7, 1), job: { ...createPrintablePage(7, 1).job, pages: 120_000 } };
    const ready = await driver.prepare(big);
    expect(ready.ok && (await ready.value(NOT_CANCELLED))).toEqual({ type: 'spooled' });
    expect(await driver.recall(big.job, 7)).toBe('spooled');
  });

  test('is a PDF whose pages have the exact dots', async () => {
    await using folder = await createFolder();
    const driver = createFolderPrinter(folder.path, 'pdf');
    for (const [sequence, copies] of [
      [2, 1],
      [1, 2],
    ] as const) {
      const ready = await driver.prepare(createPrintablePage(sequence, copies));
      expect(ready.ok && (await ready.value(NOT_CANCELLED))).toEqual({ type: 'spooled' });
    }
    const { job } = createPrintablePage(1, 1);
    await driver.close(job);
    const target = jobFolder(folder.path, job);
    expect(await readdir(target)).toEqual(['labels.pdf']);
    const pdf = await readFile(join(target, 'labels.pdf'));
    // 472 x 295 dots at 300 dpi are 113.28 x 70.8 points.
    expect(pdf.toString('latin1').match(/\/MediaBox \[0 0 113\.28 70\.8\]/g)).toHaveLength(3);
    const chunks = readPngChunks(createPng(2));
    expect(chunks.ok && pdf.includes(Buffer.from(chunks.value.compressed))).toBe(true);
    await run('pdftoppm', ['-r', '300', '-png', join(target, 'labels.pdf'), join(target, 'page')]);
    const pages = (await readdir(target)).filter((name) => name.endsWith('.png')).sort();
    expect(pages).toHaveLength(3);
    for (const [i, sequence] of [1, 1, 2].entries()) {
      const painted = PNG.sync.read(await readFile(join(target, pages[i] ?? '')));
      const sent = PNG.sync.read(Buffer.from(createPng(sequence)));
      expect([painted.width, painted.height]).toEqual([472, 295]);
      const differing = painted.data.filter((value, at) => value !== sent.data[at]).length;
      expect(differing).toBe(0);
    }
  });
});

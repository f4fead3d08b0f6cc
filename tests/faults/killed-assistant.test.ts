import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startPrintRun, type PrintRun } from '#printing/run-print.ts';
import type { VerifiedPage } from '#protocol/render.ts';
import { startAssistantProcess } from '#tests/assistant/assistant-process.ts';
import { createPng, PAGE_DOTS } from '#tests/assistant/create-page.ts';
import { startFakeIppServer } from '#tests/assistant/fake-ipp-server.ts';
import { createClient, createFolder } from '#tests/assistant/start-assistant.ts';
import { createPorts, createRecords, createRenderer, createRequest } from '#tests/printing/create-run.ts';

/** Several windows of pages, so that there is always something in transit. */
const ROWS = 300;

function createRealPage(labels: VerifiedPage['labels']): VerifiedPage {
  const row = labels[0]?.row ?? 0;
  const page = { png: createPng(row), pngHash: String(row), ...PAGE_DOTS, dpi: 300, labels };
  return page as unknown as VerifiedPage;
}

function held(run: PrintRun): Promise<void> {
  return new Promise((resolve) => {
    const stop = run.subscribe((state) => {
      if (state.phase.type !== 'held' || [...state.out.values()].length === 0) return;
      stop();
      resolve();
    });
  });
}

/** Kills the assistant after this number of pages, starts it again, continues; several times over. */
async function printThroughKills(folder: string, printer: string, env: Record<string, string>, kills: number[]) {
  let assistant = await startAssistantProcess({ ASSISTANT_DIR: folder, ...env });
  const { port } = assistant;
  try {
    using client = createClient(port);
    const ports = createPorts({ renderer: createRenderer(1, () => false, createRealPage), sink: client });
    const run = startPrintRun(createRequest({ records: createRecords(ROWS), printer }), ports);
    for (const after of kills) {
      await new Promise<void>((resolve) => {
        const stop = run.subscribe((state) => {
          if (state.counts.spooled < after) return;
          stop();
          resolve();
        });
      });
      const waiting = held(run);
      await assistant.signal('SIGKILL');
      await waiting;
      assistant = await startAssistantProcess({ ASSISTANT_DIR: folder, ...env, ASSISTANT_PORT: String(port) });
      run.resume();
    }
    return await run.done;
  } finally {
    await assistant[Symbol.asyncDispose]();
  }
}

describe('an assistant that is killed in the middle of a run', () => {
  test('and started again has every page in its folder, byte for byte, with none unconfirmed', async () => {
    await using folder = await createFolder();
    const report = await printThroughKills(folder.path, 'Folder', {}, [7, 80, 150]);
    expect(report).toMatchObject({ outcome: 'finished', sent: ROWS, inDoubt: 0, notPrinted: 0 });
    const [job = ''] = await readdir(join(folder.path, 'pages'));
    const files = (await readdir(join(folder.path, 'pages', job))).filter((name) => name.endsWith('.png')).sort();
    expect(files).toHaveLength(ROWS);
    for (const [i, name] of files.entries()) {
      const bytes = await readFile(join(folder.path, 'pages', job, name));
      expect(bytes.equals(createPng(i + 2)), name).toBe(true);
    }
  });

  test('has printed nothing twice on an IPP printer, and names every lost page', async () => {
    await using printer = await startFakeIppServer();
    await using folder = await createFolder();
    const env = { ASSISTANT_PRINTERS: `Labels=${printer.uri}` };
    const report = await printThroughKills(folder.path, 'Labels', env, [5, 120]);
    expect(report.outcome).toBe('finished');
    expect(report.sent + report.inDoubt).toBe(ROWS);
    // One page at a time is transferred, so a kill leaves one unconfirmed at most.
    expect(report.inDoubt).toBeLessThanOrEqual(2);
    expect(new Set(printer.printed).size).toBe(printer.printed.length);
    const doubtful = report.doubtfulPages.map((page) => `Tags ${page.sequence}`);
    const all = Array.from({ length: ROWS }, (_, i) => `Tags ${i + 1}`);
    expect(all.filter((name) => !printer.printed.includes(name) && !doubtful.includes(name))).toEqual([]);
  });
});

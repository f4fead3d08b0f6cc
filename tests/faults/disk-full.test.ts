import type * as CallbackFileSystem from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { startPrintRun } from '#printing/run-print.ts';
import type { LabelOutcome, VerifiedPage } from '#protocol/render.ts';
import { createPng, PAGE_DOTS } from '#tests/assistant/create-page.ts';
import { createClient, createFolder, startAssistant } from '#tests/assistant/start-assistant.ts';
import {
  createPorts,
  createRecords,
  createRenderer,
  createRequest,
  expectSound,
  isHeld,
  NONE,
  until,
} from '#tests/printing/create-run.ts';

/** Free disk space of the assistant; a larger write leaves half of its data, and fails. */
const disk = vi.hoisted(() => ({ bytesLeft: Infinity }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>();
  async function open(...call: Parameters<typeof real.open>): Promise<FileHandle> {
    const file = await real.open(...call);
    const limited = (write: FileHandle['writeFile']): FileHandle['writeFile'] =>
      async function writeWhatFits(data) {
        const bytes = Buffer.from(data as Uint8Array);
        disk.bytesLeft -= bytes.length;
        if (disk.bytesLeft >= 0) return write.call(file, bytes);
        await write.call(file, bytes.subarray(0, bytes.length >> 1));
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      };
    // eslint-disable-next-line typescript/unbound-method -- called on the file
    const { writeFile, appendFile } = file;
    return Object.assign(file, { writeFile: limited(writeFile), appendFile: limited(appendFile) });
  }
  return { ...real, open };
});

vi.mock('node:fs', async (original) => {
  const real = await original<typeof CallbackFileSystem>();
  function writeFile(file: number, bytes: Uint8Array, done: CallbackFileSystem.NoParamCallback): void {
    disk.bytesLeft -= bytes.length;
    if (disk.bytesLeft >= 0) return real.writeFile(file, bytes, done);
    const noSpace = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    real.writeFile(file, bytes.subarray(0, bytes.length >> 1), () => done(noSpace));
  }
  return { ...real, writeFile };
});

const ROWS = 60;

function createRealPage(labels: readonly LabelOutcome[]): VerifiedPage {
  const row = labels[0]?.row ?? 0;
  return { png: createPng(row), pngHash: String(row), ...PAGE_DOTS, dpi: 300, labels } as unknown as VerifiedPage;
}

describe('a run whose assistant has no disk space left', () => {
  test.each([
    ['for a file in the midst of a group', 120_000],
    ['for the record of the job', 60],
  ])('%s: is held, and prints every page once when there is space again', async (_what, bytesLeft) => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    using client = createClient(assistant.port);
    const ports = createPorts({ renderer: createRenderer(1, NONE, createRealPage), sink: client });
    disk.bytesLeft = bytesLeft;
    const run = startPrintRun(createRequest({ records: createRecords(ROWS) }), ports);
    await until(run, isHeld);
    expect(run.state().phase).toMatchObject({ problem: { code: 'assistant.deliveryFailed' } });
    // Still full: nothing is gained, and nothing is lost.
    const { phase } = run.state();
    run.resume();
    await until(run, (state) => isHeld(state) && state.phase !== phase);
    disk.bytesLeft = Infinity;
    run.subscribe((state) => (isHeld(state) ? setImmediate(() => run.resume()) : undefined));
    run.resume();
    const report = await run.done;
    expectSound(report);
    expect(report).toMatchObject({ outcome: 'finished', sent: ROWS, inDoubt: 0, notPrinted: 0 });
    const [job = ''] = await readdir(join(folder.path, 'pages'));
    const files = (await readdir(join(folder.path, 'pages', job))).toSorted();
    expect(files).toHaveLength(ROWS);
    for (const [i, name] of files.entries()) {
      const bytes = await readFile(join(folder.path, 'pages', job, name));
      expect(bytes.equals(createPng(i + 2)), name).toBe(true);
    }
  });
});

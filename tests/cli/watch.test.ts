import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startAssistantProcess, type AssistantProcess } from '#tests/assistant/assistant-process.ts';
import { startFakeIppServer } from '#tests/assistant/fake-ipp-server.ts';
import { createFolder } from '#tests/assistant/start-assistant.ts';
import {
  type CommandProcess,
  createRenderFolder,
  readReport,
  renderIn,
  spawnIn,
  startIn,
} from '#tests/support/command-line.ts';
import { pairCommandLine } from '#tests/support/paired-command-line.ts';
import { SEED } from '#tests/support/seed.ts';

/** Generous, as the machine may have much else to do. */
const LONG = { interval: 50 };

let folder: string;
beforeAll(async () => {
  folder = await createRenderFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Watching extends CommandProcess {
  end(signal: NodeJS.Signals): Promise<number>;
}

const argsFor = (directory: string, args: readonly string[]): readonly string[] => [
  'watch',
  directory,
  '--template',
  'label.tprt',
  '--settle',
  '0.3',
  '--workers',
  '1',
  ...args,
];

/** `labelwright watch` of this folder in the tests' folder, as a process. */
function startWatch(directory: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): Watching {
  const command = spawnIn(folder, argsFor(directory, args), env);
  onTestFinished(() => void command.child.kill('SIGKILL'));
  return {
    ...command,
    end(signal) {
      command.child.kill(signal);
      return command.ended;
    },
  };
}

async function openAssistant(env: Readonly<Record<string, string>> = {}): Promise<{
  readonly assistant: AssistantProcess;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}> {
  const [made, settings] = [await createFolder(), await createFolder()];
  const assistant = await startAssistantProcess({ ASSISTANT_DIR: made.path, ...env });
  onTestFinished(async () => {
    await assistant[Symbol.asyncDispose]();
    await made[Symbol.asyncDispose]();
    await settings[Symbol.asyncDispose]();
  });
  return { assistant, directory: made.path, env: await pairCommandLine(assistant, settings.path) };
}

/** The folders of processed files, by the names of the files. */
async function endedIn(directory: string, end: 'done' | 'failed' | 'working'): Promise<Map<string, string>> {
  const ids = await readdir(join(folder, directory, end)).catch(() => []);
  return new Map(ids.map((id) => [id.slice(id.indexOf(' ') + 1), join(folder, directory, end, id)]));
}

/** Puts a file like most programs: complete at once. */
async function put(directory: string, name: string, text: string): Promise<void> {
  await writeFile(join(folder, `${name}.draft`), text);
  await rename(join(folder, `${name}.draft`), join(folder, directory, name));
}

test('prints csv, json and xml once each, and writes the rejected rows into files', async () => {
  const { directory, env } = await openAssistant();
  await mkdir(join(folder, 'in'));
  await put('in', 'a.csv', 'name,code\nTea,1\nCoffee,2\n');
  await put(
    'in',
    'b.json',
    JSON.stringify({
      order: 7,
      lines: [
        { name: 'Tea', code: 'A-1' },
        { name: 'X', code: '标签' },
      ],
    }),
  );
  await put('in', 'c.xml', '<rows><row code="3"><name>Milk &amp; tea</name></row></rows>');
  await put('in', 'd.json', '[{"name": "Tea", "code": {"value": 1}}]');
  await writeFile(join(folder, 'in', 'half.csv'), 'name,code\n"never en');
  await writeFile(join(folder, 'in', 'half.csv.part'), '');
  const watching = startIn(folder, argsFor('in', ['--printer', 'Folder']), env);
  await expect.poll(async () => (await endedIn('in', 'done')).size, LONG).toBe(2);
  await expect.poll(async () => (await endedIn('in', 'failed')).size, LONG).toBe(2);
  await appendFile(join(folder, 'in', 'half.csv'), 'ds",9\n');
  await rm(join(folder, 'in', 'half.csv.part'));
  await expect
    .poll(async () => [...(await endedIn('in', 'done')).keys()], LONG)
    .toEqual(['a.csv', 'c.xml', 'half.csv']);
  const second = await renderIn(folder, argsFor('in', ['--printer', 'Folder']), env);
  expect(second.status).toBe(2);
  expect(second.errors).toContain('is watched already');
  watching.interrupt();
  expect(await watching.ended).toBe(0);
  expect(watching.errors()).toMatch(/^Watching .*\nStopped watching/);
  expect(watching.out()).toContain('a.csv: all 2 labels finished, moved to done/');

  const done = await endedIn('in', 'done');
  expect((await readReport(join(done.get('a.csv') ?? '', 'a.csv.report.jsonl'))).end).toMatchObject({ pages: 2 });
  const failed = await endedIn('in', 'failed');
  const errorsOf = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(failed.get(name) ?? '', `${name}.errors.json`), 'utf8'));
  expect(await errorsOf('b.json')).toMatchObject({
    file: 'b.json',
    reason: null,
    summary: { verified: 1, refused: 1 },
    errors: [{ row: 2, element: expect.any(String), text: expect.any(String) }],
  });
  expect(await errorsOf('d.json')).toMatchObject({
    reason: { code: 'data.fieldNotText', row: 1, field: 'code' },
    summary: null,
    errors: [],
  });
  const text = await readFile(join(failed.get('b.json') ?? '', 'b.json.errors.txt'), 'utf8');
  expect(text).toMatch(/^Finished labels: 1, pages: 1\..*\nRow 2, /);
  const printed = await readdir(join(directory, 'pages'), { recursive: true });
  expect(printed.filter((name) => name.endsWith('.png'))).toHaveLength(5);
  expect(await readdir(join(folder, 'in', 'working'))).toEqual([]);
});

test('killed at any moment and started again, it prints each page of each file once', async () => {
  const printer = await startFakeIppServer();
  onTestFinished(() => printer[Symbol.asyncDispose]());
  const { env } = await openAssistant({ ASSISTANT_PRINTERS: `Labels=${printer.uri}` });
  await mkdir(join(folder, 'killed'));
  const sizes = [60, 45, 30];
  for (const [i, rows] of sizes.entries()) {
    const lines = Array.from({ length: rows }, (_, row) => `Tea ${row},A-${row}\n`);
    await put('killed', `file ${i}.csv`, `name,code\n${lines.join('')}`);
  }
  const total = sizes.reduce((sum, rows) => sum + rows, 0);
  // Also before the first page, and right after the end of a file.
  const random = randomOf(SEED);
  const moments = [0, 60, ...Array.from({ length: 3 }, () => Math.floor(random() * total))].sort((a, b) => a - b);
  for (const moment of moments) {
    const watching = startWatch('killed', env, '--printer', 'Labels');
    const isBegun = (): boolean => moment > 0 || watching.out().includes('Processing ');
    await expect.poll(() => isBegun() && printer.printed.length >= moment, LONG).toBe(true);
    await watching.end('SIGKILL');
  }
  const last = startWatch('killed', env, '--printer', 'Labels');
  await expect.poll(async () => (await endedIn('killed', 'done')).size, LONG).toBe(sizes.length);
  expect(await last.end('SIGTERM')).toBe(0);
  const expected = sizes.flatMap((rows) => Array.from({ length: rows }, (_, i) => `Test ${i + 1}`));
  expect(printer.printed.toSorted(), `seed ${SEED}, moments ${moments.join(' ')}`).toEqual(expected.toSorted());
  expect((await endedIn('killed', 'working')).size).toBe(0);
});

test('without a printer the pages are files, and files wait while the template is missing', async () => {
  await mkdir(join(folder, 'made'));
  const watching = startWatch('made', {}, '--out', 'pages', '--format', 'zpl');
  await expect.poll(() => watching.errors(), LONG).toContain('Watching');
  await rename(join(folder, 'label.tprt'), join(folder, 'away.tprt'));
  await put('made', 'a.csv', 'name,code\nTea,1\n');
  await expect.poll(() => watching.errors(), LONG).toContain('a.csv is waiting');
  await rename(join(folder, 'away.tprt'), join(folder, 'label.tprt'));
  await expect.poll(async () => [...(await endedIn('made', 'done')).keys()], LONG).toEqual(['a.csv']);
  const [id = ''] = await readdir(join(folder, 'pages'));
  expect(await readFile(join(folder, 'pages', id, 'pages.zpl'), 'latin1')).toContain('^XA');
  expect(await watching.end('SIGHUP')).toBe(0);
});

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

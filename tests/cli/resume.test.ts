import { type ChildProcess, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  checkpointsIn,
  createLongRenderFolder,
  type Outcome,
  renderIn,
  renderWhile,
  visibleIn,
} from '#tests/support/command-line.ts';

const ROWS = 150;
const RUN = ['--template', 'label.tprt', '--data', 'long.csv', '--dpi', '100', '--workers', '2'];
let folder: string;
beforeAll(async () => {
  folder = await createLongRenderFolder(ROWS);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function render(out: string, ...args: readonly string[]): Promise<Outcome> {
  return renderIn(folder, [...RUN, '--out', out, '--report', `${out}.jsonl`, ...args]);
}

function checkpointsOf(out: string): number {
  return checkpointsIn(join(folder, out));
}

/** Runs until some output is written, then does this to the program. */
function renderUntil(out: string, args: readonly string[], end: (child: ChildProcess) => void): Promise<Outcome> {
  const all = [...RUN, '--out', out, '--report', `${out}.jsonl`, ...args];
  return renderWhile(folder, all, () => checkpointsOf(out) >= 1, end);
}

/** All files of the run, by name. */
async function filesOf(out: string, report: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const name of await visibleIn(join(folder, out))) files.set(name, await readFile(join(folder, out, name)));
  return files.set('report', await readFile(join(folder, report)));
}

async function expectSame(out: string, other: string, report = `${out}.jsonl`): Promise<void> {
  const [found, expected] = [await filesOf(out, report), await filesOf(other, `${other}.jsonl`)];
  expect([...found.keys()]).toEqual([...expected.keys()]);
  for (const [name, bytes] of expected) expect(found.get(name)?.equals(bytes), name).toBe(true);
}

/** Name of a complete, uninterrupted run of this format. */
async function wholeRun(format: string): Promise<string> {
  const name = `whole-${format}`;
  if (!existsSync(join(folder, `${name}.jsonl`))) await render(name, '--format', format, ...TIME);
  return name;
}

/** The metadata of a vector PDF. */
const TIME = ['--time', '2026-03-07T14:05'];
const SUMMARY = `Requested ${ROWS}, verified ${ROWS * 0.9}, rejected ${ROWS * 0.1}. Pages written: ${ROWS * 0.9}.`;

describe('--resume makes the output of one uninterrupted run', () => {
  test.each([
    ['png', 'SIGKILL', 2],
    ['zpl', 'SIGINT', 1],
    ['pdf', 'SIGKILL', 1],
    ['pdf-vector', 'SIGTERM', 1],
  ] as const)('of %s after %s', async (format, signal, workers) => {
    const name = `${format}-${signal}`;
    const options = ['--format', format, ...TIME];
    const own = [...options, '--workers', String(workers)];
    const { status, errors } = await renderUntil(name, own, (child) => void child.kill(signal));
    if (signal === 'SIGKILL') expect(status).toBe(-1);
    else expect([status, errors]).toEqual([4, expect.stringMatching(/^Stopped before the end; \d+ labels were not/)]);
    expect(existsSync(join(folder, name, `pages.${format}`))).toBe(false);
    const kept = existsSync(join(folder, name, 'page-00001.png'))
      ? (await stat(join(folder, name, 'page-00001.png'))).mtimeMs
      : 0;

    const resumed = await render(name, ...options, '--resume');
    expect([resumed.status, resumed.out]).toEqual([1, expect.stringContaining(SUMMARY)]);
    expect(resumed.errors).toMatch(
      format === 'pdf-vector' ? /^$/ : /^Continuing after \d+ labels that were already rendered/,
    );
    await expectSame(name, await wholeRun(format));
    if (format === 'pdf-vector')
      expect((await render(name, ...options, '--resume')).errors).toContain(`Continuing after ${ROWS} `);
    if (kept > 0) expect((await stat(join(folder, name, 'page-00001.png'))).mtimeMs).toBe(kept);
  });
});

describe('--resume', () => {
  /** The expected output for all copies of a run. */
  const COPIED = ['--report', 'copied.jsonl'];
  beforeAll(async () => {
    await wholeRun('png');
    await renderUntil('part', [...COPIED, '--workers', '1'], (child) => void child.kill('SIGKILL'));
    await rename(join(folder, 'copied.jsonl'), join(folder, 'part.jsonl'));
  });

  /** A run that was killed. */
  async function copyPart(name: string): Promise<void> {
    await cp(join(folder, 'part'), join(folder, name), { recursive: true, preserveTimestamps: true });
    await cp(join(folder, 'part.jsonl'), join(folder, 'copied.jsonl'));
  }

  test('without a run starts one', async () => {
    const { status, errors } = await render('begun', '--resume');
    expect([status, errors]).toEqual([1, '']);
    await expectSame('begun', 'whole-png');
  });

  test('leaves a complete run unchanged, and reports the same', async () => {
    const path = join(folder, 'whole-png/page-00100.png');
    const before = await stat(path);
    const { status, out } = await render('whole-png', ...TIME, '--resume');
    expect([status, out]).toEqual([1, expect.stringContaining(SUMMARY)]);
    expect((await stat(path)).mtimeMs).toBe(before.mtimeMs);
  });

  test('rejects another template, other data and other options', async () => {
    await copyPart('other');
    const other = ['--out', 'other', ...COPIED, '--resume'];
    const attempt = (args: readonly string[]): Promise<Outcome> => renderIn(folder, [...RUN, ...other, ...args]);
    await writeFile(join(folder, 'more.csv'), `${await readFile(join(folder, 'long.csv'), 'utf8')}Tea,1\n`);
    expect(await attempt(['--data', 'more.csv'])).toMatchObject({
      status: 2,
      errors: expect.stringContaining('other data'),
    });
    const template = await attempt(['--template', 'label.tprts']);
    expect(template).toMatchObject({ status: 2, errors: expect.stringContaining('another template') });
    for (const option of [
      ['--dpi', '101'],
      ['--rows', '2-4'],
      ['--report', 'elsewhere.jsonl'],
      ['--min-grade', 'D'],
    ]) {
      const refused = await attempt(option);
      expect([option, refused.status, refused.errors]).toEqual([option, 2, expect.stringContaining('other options')]);
    }
    expect(existsSync(join(folder, 'elsewhere.jsonl'))).toBe(false);
    expect(await attempt(['--workers', '1'])).toMatchObject({ status: 1, out: expect.stringContaining(SUMMARY) });
    await expectSame('other', 'whole-png', 'copied.jsonl');
  });

  test('is suggested when pages of a run are in the folder, which --clean removes with its journal', async () => {
    await copyPart('way');
    const refused = await render('way', ...COPIED);
    expect([refused.status, refused.errors]).toEqual([2, expect.stringContaining('--resume')]);
    expect((await render('way', ...COPIED, '--clean')).status).toBe(1);
    await expectSame('way', 'whole-png', 'copied.jsonl');
  });

  test('goes back to before missing or empty files, as after a power cut', async () => {
    await copyPart('lost');
    await truncate(join(folder, 'lost/page-00010.png'), 0);
    await appendFile(join(folder, 'lost/.labelwright-run.jsonl'), '{"type":"checkpoint","next":9');
    await writeFile(join(folder, 'lost/page-00107.png.part'), 'half');
    const { status, out } = await render('lost', ...COPIED, '--resume');
    expect([status, out]).toEqual([1, expect.stringContaining(SUMMARY)]);
    await expectSame('lost', 'whole-png', 'copied.jsonl');
  });

  test('continues when the report is shorter than in the journal', async () => {
    await copyPart('short');
    await truncate(join(folder, 'copied.jsonl'), 100);
    expect((await render('short', ...COPIED, '--resume')).status).toBe(1);
    await expectSame('short', 'whole-png', 'copied.jsonl');
  });

  test.each([
    ['--check', '--out'],
    ['--clean', '--resume | --clean'],
  ])('rejects %s', async (option, reason) => {
    const { status, errors } = await render('none', '--resume', option);
    expect([status, errors]).toEqual([2, expect.stringContaining(reason)]);
  });
});

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const MOUNT = 'd=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs "$d" && umount "$d"; s=$?; rmdir "$d"; exit $s';
const mounts = isRoot && spawnSync('sh', ['-c', MOUNT]).status === 0;

describe('a full disk', () => {
  test.skipIf(!mounts).each(['png', 'zpl'])('(a small one, mounted as root) is resumed: %s', async (format) => {
    const disk = join(folder, `disk-${format}`);
    await mkdir(disk);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=120k', 'tmpfs', disk]).status).toBe(0);
    onTestFinished(() => void spawnSync('umount', ['-l', disk]));
    const args = ['--format', format];
    const out = `disk-${format}/pages`;
    const full = await render(out, ...args);
    expect([full.status, full.errors]).toEqual([
      3,
      expect.stringMatching(/labels were not rendered: .*cannot be written: ENOSPC/),
    ]);
    expect(spawnSync('mount', ['-o', 'remount,size=200m', disk]).status).toBe(0);
    const { status, out: said } = await render(out, ...args, '--resume');
    expect([status, said]).toEqual([1, expect.stringContaining(SUMMARY)]);
    await expectSame(out, await wholeRun(format));
  });
});

test('a closed standard output does not end a run', async () => {
  await renderUntil('closed', ['--workers', '1'], (child) => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  });
  expect(await visibleIn(join(folder, 'closed'))).toHaveLength(ROWS * 0.9);
  expect(await readFile(join(folder, 'closed.jsonl'), 'utf8')).toContain('"complete":true');
});

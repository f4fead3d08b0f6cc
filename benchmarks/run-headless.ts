import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { median, type Figure } from './figure.ts';
import { runHeadless, writeHeadlessRun } from './headless-run.ts';
import { BULK_SIZE, createMemoryLimit } from './page/bulk.ts';

const FOLDER = join(import.meta.dirname, '../.cache/run-headless');
const QUICK_ROWS = 10_000;
const ROWS = 100_000;
/** Goal: 2,500 labels a second where filling and reading takes 0.48 ms. */
const GOAL = 1.2;
const LIMIT_ROUNDS = 60;

/**
 * `npm run render` to verified PNGs, with one worker per core, including its start and the reading of the rows, against
 * filling the RGBA surface of each label and reading it back on one core: the minimum work of a painter of RGBA. The
 * peer runs before and after, so that a slow machine slows both equally.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const rows = quick ? QUICK_ROWS : ROWS;
  await mkdir(FOLDER, { recursive: true });
  try {
    await writeHeadlessRun(FOLDER, rows);
    const before = limitMs();
    const { status, ms, peakMB } = await runHeadless(FOLDER, ['--out', join(FOLDER, 'pages'), '--clean']);
    if (status !== 0) throw new Error(`npm run render ended with ${status}`);
    const peerMs = median([...before, ...limitMs()]);
    return [
      {
        name: 'run-headless',
        ratio: peerMs / (ms / rows),
        goal: GOAL,
        against: 'fill and read RGBA',
        ms: ms / rows,
        peerMs,
        details: { rows, labelsASecond: Math.round((rows / ms) * 1000), peakMB },
      },
    ];
  } finally {
    await rm(FOLDER, { recursive: true, force: true });
  }
}

function limitMs(): number[] {
  const limit = createMemoryLimit(BULK_SIZE.width, BULK_SIZE.height);
  limit();
  return Array.from({ length: LIMIT_ROUNDS }, () => {
    const start = performance.now();
    limit();
    return performance.now() - start;
  });
}

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { median, type Figure } from './figure.ts';
import { createNapiLabels } from './headless-peer.ts';
import { type HeadlessRun, runHeadless, writeHeadlessRun } from './headless-run.ts';

const FOLDER = join(import.meta.dirname, '../.cache/run-headless');
const FEW_ROWS = 10_000;
const ROWS = 100_000;
/**
 * 2,500 labels a second (0.4 ms each) on a machine with two cores, on which the peer takes 30 ms for a label. The peer
 * uses one core and does what any canvas does, so that a machine that is twice as fast is so for both.
 */
const GOAL = 75;
const PEER_LABELS = 12;
/** The pieces of ZPL are made from the same dots as the PNGs: they need neither a PNG nor a file each. */
const ZPL_GOAL = 0.95;
const LIMIT_MB = 300;

/**
 * `npm run render` with one worker per core, including its start and the reading of the rows: verified PNGs, against the
 * same labels drawn by @napi-rs/canvas to PNGs, without encoding or reading their symbols; the memory of that run and of
 * one with a tenth of the rows, against a limit; and ZPL of these few rows against their PNGs. The peer runs before and
 * after, so that a slow machine slows both equally.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const peer = await createNapiLabels();
  try {
    const before = await peerTimes(peer);
    const few = await runRows(FEW_ROWS, 'png');
    const run = quick ? few : await runRows(ROWS, 'png');
    const rows = quick ? FEW_ROWS : ROWS;
    const peerMs = median([...before, ...(await peerTimes(peer))]);
    const ms = run.ms / rows;
    const details = { rows, labelsASecond: Math.round(1000 / ms), peakMB: run.peakMB };
    const speed = { ratio: peerMs / ms, goal: GOAL, against: '@napi-rs/canvas', ms, peerMs, details };
    const main: Figure = { name: 'run-headless', ...speed };
    if (quick) return [main];
    const memory = {
      ratio: LIMIT_MB / Math.max(run.peakMB, few.peakMB),
      goal: 1,
      against: `${LIMIT_MB} MB`,
      ms,
      peerMs: few.ms / FEW_ROWS,
      counts: { peakMB: run.peakMB, fewRowsPeakMB: few.peakMB },
    };
    const zpl = await runRows(FEW_ROWS, 'zpl');
    const commands = {
      ratio: few.ms / zpl.ms,
      goal: ZPL_GOAL,
      against: 'PNG files',
      ms: zpl.ms / FEW_ROWS,
      peerMs: few.ms / FEW_ROWS,
    };
    return [main, { name: 'run-headless-memory', ...memory }, { name: 'run-headless-zpl', ...commands }];
  } finally {
    await rm(FOLDER, { recursive: true, force: true });
  }
}

/** Its files stay until the last run has ended: ext4 makes files slowly for 5 s after others were removed. */
async function runRows(rows: number, format: string): Promise<HeadlessRun> {
  const folder = join(FOLDER, `${rows}-${format}`);
  await mkdir(folder, { recursive: true });
  await writeHeadlessRun(folder, rows);
  const run = await runHeadless(folder, ['--out', join(folder, 'pages'), '--format', format]);
  if (run.status !== 0) throw new Error(`npm run render ended with ${run.status}`);
  return run;
}

async function peerTimes(label: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  await label();
  for (let i = 0; i < PEER_LABELS; i++) {
    const start = performance.now();
    await label();
    times.push(performance.now() - start);
  }
  return times;
}

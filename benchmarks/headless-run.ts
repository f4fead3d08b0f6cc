import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setInterval } from 'node:timers/promises';
import { renderEnvironment } from '../scripts/render-environment.mjs';
import { writeTemplate } from '#model/template/file-format.ts';
import { bulkTexts, createBulkTemplate } from './page/bulk-label.ts';

const MAIN = join(import.meta.dirname, '../cli/main.ts');
const SAMPLE_EVERY_MS = 100;
const LINES_AT_ONCE = 10_000;

/** Writes the bulk label and this many rows of it into the folder. */
export async function writeHeadlessRun(folder: string, rows: number): Promise<void> {
  await writeFile(join(folder, 'label.tprt'), writeTemplate(createBulkTemplate()));
  const file = createWriteStream(join(folder, 'rows.csv'));
  file.write('t0,t1,t2,t3,t4,qr\n');
  for (let first = 0; first < rows; first += LINES_AT_ONCE) {
    const lines: string[] = [];
    for (let n = first; n < Math.min(rows, first + LINES_AT_ONCE); n++) {
      const texts = bulkTexts(n);
      lines.push(`${texts.join(',')},https://example.com/${texts[0]}\n`);
    }
    if (!file.write(lines.join(''))) await once(file, 'drain');
  }
  file.end();
  await finished(file);
}

/** Result of a run of the command line. */
export interface HeadlessRun {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly ms: number;
  /** Peak memory of the process with all its threads, in MB (10^6 bytes); 0 where Linux does not report it. */
  readonly peakMB: number;
}

/** Runs `npm run render` for what `writeHeadlessRun` wrote. `isTime` says when to kill it. */
export async function runHeadless(
  folder: string,
  options: readonly string[],
  isTime: () => boolean = () => false,
): Promise<HeadlessRun> {
  const started = performance.now();
  const files = ['--template', join(folder, 'label.tprt'), '--data', join(folder, 'rows.csv')];
  const child = spawn(process.execPath, [MAIN, ...files, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: renderEnvironment(),
  });
  let peakMB = 0;
  const stop = new AbortController();
  const ended = once(child, 'exit').finally(() => stop.abort());
  try {
    for await (const _ of setInterval(SAMPLE_EVERY_MS, null, { signal: stop.signal })) {
      peakMB = Math.max(peakMB, peakOf(child.pid ?? 0));
      if (isTime()) child.kill('SIGKILL');
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  const [status] = (await ended) as [number | null];
  return { status, ms: performance.now() - started, peakMB: Math.round(peakMB) };
}

function peakOf(pid: number): number {
  try {
    const line = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return (Number(line?.[1] ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}

import { readFile } from 'node:fs/promises';
import { openVitePage } from '#tests/support/vite-page.ts';
import type { Reader, ReadOptions, ReadTimes } from './read-file-page.ts';

export interface Measured extends ReadTimes {
  /** Peak memory of the page's process, in MB. */
  readonly peakMb: number;
}

type ReadFile = (reader: Reader, addresses: readonly string[], options: ReadOptions) => Promise<ReadTimes>;

/** Reads a file with one reader in its own Chromium. `files` are paths below the root of this project. */
export async function measureReader(reader: Reader, files: readonly string[], options: ReadOptions): Promise<Measured> {
  const { page, close } = await openVitePage('/benchmarks/read-file-page.ts', [
    'comlink',
    'xlsx',
    'papaparse',
    'read-excel-file/web-worker',
  ]);
  try {
    await page.waitForFunction(() => 'readFile' in globalThis);
    const times = await page.evaluate(
      ([which, addresses, how]) => (globalThis as unknown as { readFile: ReadFile }).readFile(which, addresses, how),
      [reader, files.map((file) => `/${file}`), options] as const,
    );
    const session = await page.context().browser()?.newBrowserCDPSession();
    const info = await session?.send('SystemInfo.getProcessInfo');
    const peaks = await Promise.all(
      (info?.processInfo ?? []).filter(({ type }) => type === 'renderer').map(({ id }) => peakMb(id)),
    );
    return { ...times, peakMb: Math.max(...peaks) };
  } finally {
    await close();
  }
}

/** Peak memory of a process in MB, as Linux counts it. */
async function peakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

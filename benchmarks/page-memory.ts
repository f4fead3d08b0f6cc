import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';

const SAMPLE_EVERY_MS = 50;
/**
 * Size of V8's sandbox, a reservation of a TiB with JavaScript's heaps, array buffers and the memories of WebAssembly.
 * No other address range in a process of Chromium is nearly as long.
 */
const SANDBOX_BYTES = 2 ** 40;

/** Resident memory in MB (10^6 bytes); allocated but never written memory does not count. */
export interface PageMemory {
  /** JavaScript and WebAssembly, including Skia: all that scripts hold, in the page and its workers. */
  readonly scriptsMB: number;
  /** All of the page's process, including compiled code, the network's copies of files and Chromium itself. */
  readonly processMB: number;
}

/** Measures the page with the largest process, on Linux. */
export async function pageMemory(browser: Browser): Promise<() => PageMemory> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter((process) => process.type === 'renderer').map((process) => process.id);
  return () => pages.map(memoryOf).reduce((most, next) => (next.processMB > most.processMB ? next : most));
}

/** Watches that page. `end` gives the peak above the memory at the start. */
export async function watchMemory(browser: Browser): Promise<{ end(): PageMemory }> {
  const used = await pageMemory(browser);
  const before = used();
  let { scriptsMB, processMB } = before;
  function sample(): void {
    const now = used();
    scriptsMB = Math.max(scriptsMB, now.scriptsMB);
    processMB = Math.max(processMB, now.processMB);
  }
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      sample();
      return { scriptsMB: scriptsMB - before.scriptsMB, processMB: processMB - before.processMB };
    },
  };
}

/** Adjacent address ranges of a process count as one. */
function memoryOf(pid: number): PageMemory {
  let smaps: string;
  try {
    smaps = readFileSync(`/proc/${pid}/smaps`, 'latin1');
  } catch {
    // The process has ended, or this is not Linux.
    return { scriptsMB: 0, processMB: 0 };
  }
  let [scripts, all] = [0, 0];
  let run = { from: 0, to: 0, bytes: 0 };
  const close = (): void => {
    all += run.bytes;
    if (run.to - run.from >= SANDBOX_BYTES) scripts += run.bytes;
  };
  for (const [, from, to, anonymous] of smaps.matchAll(/^([\da-f]+)-([\da-f]+) |^Anonymous: +(\d+) kB/gm)) {
    if (anonymous !== undefined) {
      run.bytes += Number(anonymous) * 1024;
      continue;
    }
    const [start, end] = [Number(`0x${from}`), Number(`0x${to}`)];
    if (start !== run.to) {
      close();
      run = { from: start, to: end, bytes: 0 };
    }
    run.to = end;
  }
  close();
  return { scriptsMB: scripts / 1e6, processMB: all / 1e6 };
}

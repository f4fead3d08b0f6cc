import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';

const SAMPLE_EVERY_MS = 50;
/**
 * V8 keeps JavaScript's heaps, array buffers and the memories of WebAssembly in a reservation of a TiB, its sandbox. No
 * other range of addresses in a process of Chromium is nearly as long.
 */
const SANDBOX_BYTES = 2 ** 40;

/** In MB (10^6 bytes), what is really there: memory that was asked for and never written counts nothing. */
export interface PageMemory {
  /** JavaScript and WebAssembly, Skia's memory among the latter: all that scripts hold, in the page and its workers. */
  readonly scriptsMB: number;
  /** All of the page's process, with compiled code, the network's copies of files and Chromium's own. */
  readonly processMB: number;
}

/** Looks at the page with the largest process, of those that there are now, on Linux. */
export async function pageMemory(browser: Browser): Promise<() => PageMemory> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter((process) => process.type === 'renderer').map((process) => process.id);
  return () => pages.map(memoryOf).reduce((most, next) => (next.processMB > most.processMB ? next : most));
}

/** Watches that page. `end` gives the most that was taken, beyond what there is now. */
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

/** Ranges of a process that lie next to each other count as one. */
function memoryOf(pid: number): PageMemory {
  let smaps: string;
  try {
    smaps = readFileSync(`/proc/${pid}/smaps`, 'latin1');
  } catch {
    // The process is gone, or this is not Linux.
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

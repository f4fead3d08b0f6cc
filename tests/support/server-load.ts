import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { referenceMs } from './machine-speed.ts';

/** Cost of an operation for a server that runs as a process of its own. */
export interface ServerLoad {
  /** Longest wait for an answer of `/healthz` during the work, in milliseconds. */
  readonly longestGapMs: number;
  /**
   * Maximum CPU time of the server's main thread during one wait, in milliseconds of the machine on which the limits were
   * measured. On a busy machine answers wait for the machine too; the rest of the wait is not the server's.
   */
  readonly longestBlockMs: number;
  /** CPU time of all threads of the server's process, in milliseconds. */
  readonly cpuMs: number;
  /** Highest resident memory of the process during the work less that before it, in megabytes. */
  readonly peakMb: number;
}

const CLOCK_TICK_MS = 10;

/** Measures one operation after another. */
export interface LoadMeter {
  measure(work: () => Promise<void>): Promise<ServerLoad>;
  close(): Promise<void>;
}

/** Requests `/healthz` of the server on another thread. Linux only: reads `/proc`. */
export function createLoadMeter(server: { readonly url: string; readonly pid: number }): LoadMeter {
  const poller = new Worker(new URL('./health-poller.ts', import.meta.url), {
    workerData: { url: server.url, pid: server.pid },
  });
  const ask = async (message: 'begin' | 'end'): Promise<unknown> => {
    const answer = once(poller, 'message');
    poller.postMessage(message, []);
    return ((await answer) as readonly unknown[])[0];
  };
  return {
    async measure(work) {
      await ask('begin');
      const cpuBefore = cpuMs(server.pid);
      const memoryBefore = residentMb(server.pid);
      let peakMb = memoryBefore;
      const timer = setInterval(() => (peakMb = Math.max(peakMb, residentMb(server.pid))), 20);
      try {
        await work();
      } finally {
        clearInterval(timer);
      }
      const waits = (await ask('end')) as Pick<ServerLoad, 'longestGapMs' | 'longestBlockMs'>;
      peakMb = Math.max(peakMb, residentMb(server.pid));
      const { longestGapMs, longestBlockMs } = waits;
      return {
        longestGapMs,
        longestBlockMs: referenceMs(longestBlockMs),
        cpuMs: cpuMs(server.pid) - cpuBefore,
        peakMb: peakMb - memoryBefore,
      };
    },
    close: async () => void (await poller.terminate()),
  };
}

/** The cost of one operation. */
export async function measureServerLoad(
  server: { readonly url: string; readonly pid: number },
  work: () => Promise<void>,
): Promise<ServerLoad> {
  const meter = createLoadMeter(server);
  try {
    return await meter.measure(work);
  } finally {
    await meter.close();
  }
}

/**
 * Memory that a server of `startMain` holds: the heap of its main thread and its buffers without garbage, in megabytes.
 * Resident memory falls later or not at all, since the allocator keeps freed pages for the next request.
 */
export async function heldMemoryMb({ url, pid }: { readonly url: string; readonly pid: number }): Promise<number> {
  process.kill(pid, 'SIGUSR2');
  const text = await (await fetch(`${url}/metrics`)).text();
  const bytes = [...text.matchAll(/^nodejs_(?:heap_size_used|external_memory)_bytes (\d+)/gm)];
  return bytes.reduce((sum, [, count]) => sum + Number(count), 0) / 2 ** 20;
}

/** Resident memory of a process, in megabytes. */
function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

/** User and system time of a process, from fields 14 and 15 of `/proc/PID/stat`. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
}

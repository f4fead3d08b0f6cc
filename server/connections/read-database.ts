import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { AddressPolicy, HostAddress } from '../core/net/address-policy.ts';
import { allowedAddresses } from '../core/net/allowed-connection.ts';
import type { Gathered } from './gather-rows.ts';
import { QueryRefused, tooLarge } from './query-refused.ts';
import type { BoundQuery } from './query-text.ts';
import type { DatabaseTarget, DatabaseTask, JsonTask, Reading, RowsAnswer } from './target.ts';

const THREAD = new URL('./rows-thread.ts', import.meta.url);
const MIB = 1024 * 1024;
/** How often the memory and the processor time of the thread are checked. */
const POLL_MS = 100;
/** Time after an abort for the thread to end the query at the database. */
const ENDING_MS = 4_000;

/**
 * Runs a query in a thread of its own and returns the result of its rows. The drivers parse a protocol from an
 * untrusted server: an endless answer keeps one busy forever, a wrong length makes it throw where nothing can catch it.
 * In a thread that ends the query, not the server. Throws `QueryRefused`.
 */
export async function readDatabase<W extends keyof Gathered>(
  target: DatabaseTarget,
  secret: string,
  query: BoundQuery,
  { policy, limits, signal, want, wanted }: Reading & Pick<DatabaseTask<W>, 'want' | 'wanted'>,
): Promise<Gathered[W]> {
  const host = await reachHost(target, { policy, signal });
  const authorities = target.tls === 'verified' ? getCACertificates('default') : [];
  return gatherInThread<W>({ target, secret, host, query, limits, want, wanted, authorities }, signal);
}

/** Starts the thread that reads rows. Throws `QueryRefused`. */
export async function gatherInThread<W extends keyof Gathered>(
  task: DatabaseTask<W> | JsonTask<W>,
  signal: AbortSignal,
): Promise<Gathered[W]> {
  const { limits } = task;
  const thread = new Worker(THREAD, {
    workerData: task,
    // Drivers take settings and passwords from the environment.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.memoryBytes / MIB), maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Gathered[W]>();
  const ended = once(thread, 'exit').catch(() => undefined);
  thread.on('message', (answer: RowsAnswer<W>) =>
    answer.ok ? resolve(answer.value) : reject(new QueryRefused(answer.why, answer.params)),
  );
  thread.on('error', (error) =>
    reject(
      Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY'
        ? tooLarge(limits.bytes)
        : new QueryRefused('query.broken'),
    ),
  );
  thread.on('exit', () => reject(new QueryRefused('query.broken')));
  // Resource limits cover the heap only, not buffers; and a thread in an endless loop doesn't run its own timers.
  const look = setInterval(() => {
    Promise.all([thread.getHeapStatistics(), thread.cpuUsage()]).then(
      ([heap, { user, system }]) => {
        if (heap.used_heap_size + heap.external_memory > limits.memoryBytes) reject(tooLarge(limits.bytes));
        if ((user + system) / 1000 > limits.cpuMs) reject(new QueryRefused('query.tooSlow'));
      },
      () => undefined,
    );
  }, POLL_MS);
  const onAbort = (): void => {
    thread.postMessage('end', []);
    reject(new QueryRefused('query.tooSlow'));
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (signal.aborted) await Promise.race([ended, wait(ENDING_MS, undefined, { ref: false })]);
    clearInterval(look);
    await thread.terminate();
  }
}

/**
 * The address of a database. Rejected unless all addresses of the host are allowed: which of them answers is unknown
 * beforehand.
 */
async function reachHost(
  { host, port }: { readonly host: string; readonly port: number },
  { policy, signal }: { readonly policy: AddressPolicy; readonly signal: AbortSignal },
): Promise<HostAddress> {
  const found = await allowedAddresses({ host, port }, { policy, signal }).catch(() => null);
  const address = found?.[0];
  if (address === undefined) throw new QueryRefused(signal.aborted ? 'query.tooSlow' : 'connection.unreachable');
  return address;
}

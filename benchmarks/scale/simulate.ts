import type { Costs, Place } from './costs.ts';
import { createHeap } from './heap.ts';

export interface Asked {
  readonly workers: number;
  /** Concurrent runs: chunks of one run wait for the lock of its row. */
  readonly runs: number;
  /** Simulated time. */
  readonly seconds: number;
  readonly seed: number;
}

export interface Simulated {
  readonly labelsASecond: number;
  /** Utilization from 0 to 1 of the workers, the cores of the database and the locks of the runs. */
  readonly workersBusy: number;
  readonly databaseBusy: number;
  readonly locksBusy: number;
  readonly connections: number;
  readonly putsASecond: number;
  readonly getsASecond: number;
}

/** A server that handles this many requests at once, in order of arrival. */
interface Station {
  readonly free: number[];
  busy: number;
}

type Stage = 'lease' | 'read' | 'render' | 'put' | 'lock';
const NEXT: Readonly<Record<Stage, Stage>> = {
  lease: 'read',
  read: 'render',
  render: 'put',
  put: 'lock',
  lock: 'lease',
};

/**
 * Simulates workers that process chunks one after the other: each is leased (database), its rows are read (storage), it
 * is rendered, stored (storage), and recorded in a transaction that locks the row of its run (database). Every time is
 * drawn around its measured mean, from the seed. The same workers plan; the labels share that cost.
 */
export function simulate(costs: Costs, place: Place, { workers, runs, seconds, seed }: Asked): Simulated {
  const random = seeded(seed);
  /** A time between half and one and a half of the mean. */
  const around = (ms: number): number => ms * (0.5 + random());
  const station = (size: number): Station => ({ free: Array.from({ length: size }, () => 0), busy: 0 });
  const database = station(place.databaseCores);
  const locks = Array.from({ length: runs }, () => station(1));
  const puts = { next: 0, every: 1000 / place.storagePuts, count: 0 };
  const gets = { next: 0, every: 1000 / place.storageGets, count: 0 };
  const end = seconds * 1000;
  const events = createHeap<{ readonly worker: number; readonly stage: Stage }>();
  let chunks = 0;
  let rendering = 0;

  /** Time at which a request that arrives now is answered. */
  const served = (at: number, { free }: Station, ms: number): number => {
    let least = 0;
    for (let i = 1; i < free.length; i++) if ((free[i] ?? 0) < (free[least] ?? 0)) least = i;
    const until = Math.max(at, free[least] ?? 0) + ms;
    free[least] = until;
    return until;
  };
  const stored = (at: number, rate: typeof puts): number => {
    rate.next = Math.max(at, rate.next + rate.every);
    rate.count++;
    return rate.next + around(costs.storageMs);
  };
  const locked = (at: number, run: number): number => {
    const lock = locks[run];
    const ms = around(costs.lockedMs);
    if (lock === undefined) return at;
    lock.busy += ms;
    database.busy += ms;
    // While it waits for the lock it holds a connection, but no core.
    const begins = Math.max(at, lock.free[0] ?? 0);
    const until = served(begins, database, ms);
    lock.free[0] = until;
    return until;
  };

  const perLabel = costs.renderMs + costs.planMs;
  for (let worker = 0; worker < workers; worker++)
    events.put(around(perLabel * costs.labelsInChunk), { worker, stage: 'lease' });
  for (let event = events.take(); event !== undefined; event = events.take()) {
    const { at } = event;
    if (at >= end) continue;
    const { worker, stage } = event.what;
    let until = at;
    if (stage === 'lease') {
      const ms = around(costs.databaseMs - costs.lockedMs);
      database.busy += ms;
      until = served(at, database, ms);
    } else if (stage === 'read') {
      for (let i = 1; i < costs.storageRequests; i++) until = stored(until, gets);
    } else if (stage === 'render') {
      const ms = around(perLabel * costs.labelsInChunk);
      rendering += ms;
      until = at + ms;
    } else if (stage === 'put') {
      until = stored(at, puts);
    } else {
      until = locked(at, worker % runs);
      if (until < end) chunks++;
    }
    events.put(until, { worker, stage: NEXT[stage] });
  }
  return {
    labelsASecond: (chunks * costs.labelsInChunk) / seconds,
    workersBusy: Math.min(1, rendering / (workers * end)),
    databaseBusy: Math.min(1, database.busy / (place.databaseCores * end)),
    locksBusy: Math.min(1, locks.reduce((sum, { busy }) => sum + busy, 0) / (runs * end)),
    connections: workers * costs.connections + place.otherConnections,
    putsASecond: puts.count / seconds,
    getsASecond: gets.count / seconds,
  };
}

/** Random numbers by mulberry32. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

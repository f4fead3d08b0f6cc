import type { Costs, Place } from './costs.ts';
export interface Asked {
  readonly workers: number;
  /** Runs that are made side by side: chunks of one run wait for the lock of its row. */
  readonly runs: number;
  /** Simulated time. */
  readonly seconds: number;
  readonly seed: number;
}
export interface Simulated {
  readonly labelsASecond: number;
  /** Parts of 1: how busy the workers, the cores of the database and the locks of the runs are. */
  readonly workersBusy: number;
  readonly databaseBusy: number;
  readonly locksBusy: number;
  readonly connections: number;
  readonly putsASecond: number;
  readonly getsASecond: number;
}
/**
 * Workers that take chunks one after the other: each is leased (database), its rows are read (storage), it is rendered, put
 * (storage), and kept in a transaction that locks the row of its run (database). Every time is drawn around its measured mean,
 * from the seed. Planning and joining are work of the same workers, shared by the labels.
 */
export declare function simulate(costs: Costs, place: Place, { workers, runs, seconds, seed }: Asked): Simulated;

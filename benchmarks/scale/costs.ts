/** Cost of the stages of a run, in milliseconds. */
export interface Costs {
  readonly labelsInChunk: number;
  /** A worker's own work for a label: composing, painting, reading back, packing. */
  readonly renderMs: number;
  /** The database's time for a chunk without lock waits: leasing, the journal, the transaction of the result. */
  readonly databaseMs: number;
  /** The part of it during which the row of the run is locked. */
  readonly lockedMs: number;
  /** From a request to the storage until the end of its response. */
  readonly storageMs: number;
  /** Reading rows and storing the result. */
  readonly storageRequests: number;
  /** Time of one worker per label for reading and freezing the rows of a run. */
  readonly planMs: number;
  /** Bytes of a label's packed page. */
  readonly bytes: number;
  /** Database connections of one worker. */
  readonly connections: number;
}

/** Resources and prices that the simulation assumes. */
export interface Place {
  readonly databaseCores: number;
  readonly maxConnections: number;
  /** Connections of the servers, of administration and of backups. */
  readonly otherConnections: number;
  /** Puts and gets per second of one prefix, as S3 guarantees. */
  readonly storagePuts: number;
  readonly storageGets: number;
  /** In US dollars, list prices of a large provider. */
  readonly coreHour: number;
  readonly thousandPuts: number;
  readonly thousandGets: number;
  readonly gigabyteMonth: number;
}

/** `docs/operate/scale.md` says of each where it comes from. */
export const COSTS: Costs = {
  labelsInChunk: 119,
  renderMs: 2.4,
  databaseMs: 9,
  lockedMs: 2.25,
  storageMs: 20,
  storageRequests: 2,
  planMs: 0.09,
  bytes: 4_000,
  connections: 6,
};

export const USUAL_PLACE: Place = {
  databaseCores: 8,
  maxConnections: 100,
  otherConnections: 25,
  storagePuts: 3_500,
  storageGets: 5_500,
  coreHour: 0.04,
  thousandPuts: 0.005,
  thousandGets: 0.0004,
  gigabyteMonth: 0.023,
};

/** What the stages of a run cost. Times are milliseconds. */
export interface Costs {
  readonly labelsInChunk: number;
  /** A worker's own work for a label: composing, painting, reading back, packing. */
  readonly renderMs: number;
  /** The database's time for a chunk that is no waiting for its locks: leasing, the journal, the transaction of the result. */
  readonly databaseMs: number;
  /** Of that, while the row of the run is locked. */
  readonly lockedMs: number;
  /** From a request to the storage to the end of its answer. */
  readonly storageMs: number;
  /** Rows are read, the result is put. */
  readonly storageRequests: number;
  /** One worker reads the rows of a run and freezes them, and joins its pages at the end, for each label. */
  readonly planMs: number;
  readonly joinMs: number;
  /** Of a label's page, packed, in its chunk and once more in the joined file. */
  readonly bytes: number;
  /** Connections to the database of one worker. */
  readonly connections: number;
}

/** What the simulation takes to be there, and what it costs. */
export interface Place {
  readonly databaseCores: number;
  readonly maxConnections: number;
  /** Connections of the servers, of administration and of backups. */
  readonly otherConnections: number;
  /** Puts and gets a second, of one prefix: what S3 promises. */
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
  labelsInChunk: 64,
  renderMs: 2.4,
  databaseMs: 9,
  lockedMs: 4.5,
  storageMs: 20,
  storageRequests: 2,
  planMs: 0.09,
  joinMs: 0.14,
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

import {
  API_CODES,
  type BeginPrintRecordInput,
  type CallName,
  type InputOf,
  type RecordedReport,
} from '#protocol/api.ts';
import type { Reading } from '#protocol/printing.ts';
import type { ApiClient } from '../api/api-client.ts';
import { bareReport, ReadingSelection } from './recorded-readings.ts';
import type { PendingRunRecord, PendingRunRecords } from './pending-run-records.ts';
import { DAY_MS } from '#model/kernel/time.ts';

/** Sends the user's print runs to the server's history, now or when the server is reachable again. Nothing rejects. */
export interface RunRecords {
  begin(start: BeginPrintRecordInput): Promise<void>;
  /** Also counts the template, when something of it was printed. Does nothing for a run that did not begin here. */
  end(report: RecordedReport): Promise<void>;
  /** Sends the pending records. False when something is left for later. */
  sync(): Promise<boolean>;
}

export interface RunRecordPorts {
  readonly api: Pick<ApiClient, 'call'>;
  readonly pending: PendingRunRecords;
  readonly owner: () => string | null;
  /** Calls `take` with each part of a job's symbol readings. */
  readonly eachReadings: (jobId: string, take: (readings: readonly Reading[]) => void) => Promise<boolean>;
  /** Runs `work` unless another page of this browser is doing it for that user. */
  readonly alone: (userId: string, work: () => Promise<boolean>) => Promise<boolean>;
  /** Calls `again` after a delay. */
  readonly later: (again: () => void, attempt: number) => void;
  readonly now: () => number;
}

/** A run that never ended here, as after a crash, is no longer sent after this time. */
const FORGOTTEN_AFTER_MS = 30 * DAY_MS;

/**
 * `away`: the server was not reached, so nothing else can be sent either; `again`: it may be accepted another time;
 * `signedOut`: only after signing in; `never`: not this one.
 */
type SyncResult = 'synced' | 'away' | 'again' | 'signedOut' | 'never';

const NEVER: ReadonlySet<number> = new Set([
  API_CODES.invalid,
  API_CODES.refused,
  API_CODES.forbidden,
  API_CODES.notFound,
  API_CODES.tooLarge,
]);

export function createRunRecords(ports: RunRecordPorts): RunRecords {
  const { api, pending, owner, eachReadings } = ports;
  /** Changes of the store are serialized. */
  let changing: Promise<unknown> = Promise.resolve();
  let syncing: Promise<boolean> | null = null;
  let attempt = 0;
  let waiting = false;

  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const turn = changing.then(change, change);
    changing = turn.catch(() => undefined);
    return turn;
  }

  async function call<Name extends CallName>(name: Name, input: InputOf<Name>): Promise<SyncResult> {
    const answer = await api.call(name, input);
    if (answer.ok) return 'synced';
    const { apiCode } = answer.error;
    if (apiCode === null) return 'away';
    if (apiCode === API_CODES.signedOut) return 'signedOut';
    return NEVER.has(apiCode) ? 'never' : 'again';
  }

  async function syncRun(run: PendingRunRecord): Promise<SyncResult> {
    const { start, report } = run;
    const jobId = start.job_id;
    if (report === null) {
      if (run.startTold) return 'synced';
      const result = await call('beginPrintRecord', start);
      if (result === 'synced') {
        await inTurn(async () => {
          const now = await pending.get(jobId);
          if (now !== null) await pending.put({ ...now, startTold: true });
        });
      }
      return result;
    }
    const selection = new ReadingSelection();
    await eachReadings(jobId, (readings) => selection.add(readings));
    const about = { ...start, readings_total: selection.total };
    let result = await call('endPrintRecord', { ...about, report });
    if (result === 'never') result = await call('endPrintRecord', { ...about, report: bareReport(report) });
    if (isUnsettled(result)) return result;
    if (report.sent > 0) {
      const counted = await count(start);
      if (isUnsettled(counted)) return counted;
    }
    if (result === 'synced') {
      for (const [part, readings] of selection.parts().entries()) {
        const kept = await call('addPrintReadings', { job_id: jobId, part, readings });
        if (isUnsettled(kept)) return kept;
        // The record was deleted, or is full: missing parts are shown as missing.
        if (kept === 'never') break;
      }
    }
    await inTurn(() => pending.delete(jobId));
    return 'synced';
  }

  /** The specification's calls after a print (section 7): two for a common template, one for the user's own. */
  async function count({
    template_id: id,
    template_type: type,
    job_id: jobId,
  }: BeginPrintRecordInput): Promise<SyncResult> {
    if (id === '') return 'synced';
    const input = { id, job_id: jobId, user_id: owner() ?? '' };
    if (type === 'cloud') return call('countCloudUse', input);
    const taken = await call('countDownload', input);
    return isUnsettled(taken) ? taken : call('countCommonUse', input);
  }

  async function syncAll(): Promise<boolean> {
    await changing;
    const oldest = ports.now() - FORGOTTEN_AFTER_MS;
    let isLeft = false;
    for (const run of await pending.all()) {
      if (run.report === null && run.start.started_at < oldest) {
        await inTurn(() => pending.delete(run.start.job_id));
        continue;
      }
      const result = await syncRun(run);
      if (result === 'signedOut') return false;
      if (result === 'again' || result === 'away') isLeft = true;
      if (result === 'away') break;
    }
    if (isLeft) tryLater();
    else attempt = 0;
    return !isLeft;
  }

  function tryLater(): void {
    if (waiting) return;
    waiting = true;
    ports.later(() => {
      waiting = false;
      void sync();
    }, attempt++);
  }

  /** Records that are stored during this round are sent in another one. */
  function sync(): Promise<boolean> {
    const userId = owner();
    if (userId === null) return Promise.resolve(false);
    const round = (): Promise<boolean> =>
      ports.alone(userId, syncAll).catch(() => {
        tryLater();
        return false;
      });
    const next = syncing === null ? round() : syncing.then(round);
    syncing = next;
    void next.finally(() => {
      if (syncing === next) syncing = null;
    });
    return next;
  }

  return {
    async begin(start) {
      await inTurn(() => pending.put({ start, startTold: false, report: null }));
      await sync();
    },
    async end(report) {
      const isKnown = await inTurn(async () => {
        const run = await pending.get(report.jobId);
        if (run !== null) await pending.put({ ...run, report });
        return run !== null;
      });
      if (isKnown) await sync();
    },
    sync,
  };
}

function isUnsettled(result: SyncResult): boolean {
  return result === 'away' || result === 'again' || result === 'signedOut';
}

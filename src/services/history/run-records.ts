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
  tell(): Promise<boolean>;
}

export interface RunRecordPorts {
  readonly api: Pick<ApiClient, 'call'>;
  readonly untold: PendingRunRecords;
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
type SyncResult = 'told' | 'away' | 'again' | 'signedOut' | 'never';

const NEVER: ReadonlySet<number> = new Set([
  API_CODES.invalid,
  API_CODES.refused,
  API_CODES.forbidden,
  API_CODES.notFound,
  API_CODES.tooLarge,
]);

export function createRunRecords(ports: RunRecordPorts): RunRecords {
  const { api, untold, owner, eachReadings } = ports;
  /** Changes of the store are serialized. */
  let changing: Promise<unknown> = Promise.resolve();
  let telling: Promise<boolean> | null = null;
  let attempt = 0;
  let waiting = false;

  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const turn = changing.then(change, change);
    changing = turn.catch(() => undefined);
    return turn;
  }

  async function call<Name extends CallName>(name: Name, input: InputOf<Name>): Promise<SyncResult> {
    const answer = await api.call(name, input);
    if (answer.ok) return 'told';
    const { apiCode } = answer.error;
    if (apiCode === null) return 'away';
    if (apiCode === API_CODES.signedOut) return 'signedOut';
    return NEVER.has(apiCode) ? 'never' : 'again';
  }

  async function syncRun(run: PendingRunRecord): Promise<SyncResult> {
    const { start, report } = run;
    const jobId = start.job_id;
    if (report === null) {
      if (run.startTold) return 'told';
      const told = await call('beginPrintRecord', start);
      if (told === 'told') {
        await inTurn(async () => {
          const now = await untold.get(jobId);
          if (now !== null) await untold.put({ ...now, startTold: true });
        });
      }
      return told;
    }
    const selection = new ReadingSelection();
    await eachReadings(jobId, (readings) => selection.add(readings));
    const about = { ...start, readings_total: selection.total };
    let told = await call('endPrintRecord', { ...about, report });
    if (told === 'never') told = await call('endPrintRecord', { ...about, report: bareReport(report) });
    if (isUnsettled(told)) return told;
    if (report.sent > 0) {
      const counted = await count(start);
      if (isUnsettled(counted)) return counted;
    }
    if (told === 'told') {
      for (const [part, readings] of selection.parts().entries()) {
        const kept = await call('addPrintReadings', { job_id: jobId, part, readings });
        if (isUnsettled(kept)) return kept;
        // The record was deleted, or is full: missing parts are shown as missing.
        if (kept === 'never') break;
      }
    }
    await inTurn(() => untold.delete(jobId));
    return 'told';
  }

  /** The specification's calls after a print (section 7): two for a common template, one for the user's own. */
  async function count({
    template_id: id,
    template_type: type,
    job_id: jobId,
  }: BeginPrintRecordInput): Promise<SyncResult> {
    if (id === '') return 'told';
    const input = { id, job_id: jobId, user_id: owner() ?? '' };
    if (type === 'cloud') return call('countCloudUse', input);
    const taken = await call('countDownload', input);
    return isUnsettled(taken) ? taken : call('countCommonUse', input);
  }

  async function syncAll(): Promise<boolean> {
    await changing;
    const oldest = ports.now() - FORGOTTEN_AFTER_MS;
    let isLeft = false;
    for (const run of await untold.all()) {
      if (run.report === null && run.start.started_at < oldest) {
        await inTurn(() => untold.delete(run.start.job_id));
        continue;
      }
      const told = await syncRun(run);
      if (told === 'signedOut') return false;
      if (told === 'again' || told === 'away') isLeft = true;
      if (told === 'away') break;
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
      void tell();
    }, attempt++);
  }

  /** Records that are stored during this round are sent in another one. */
  function tell(): Promise<boolean> {
    const userId = owner();
    if (userId === null) return Promise.resolve(false);
    const round = (): Promise<boolean> =>
      ports.alone(userId, syncAll).catch(() => {
        tryLater();
        return false;
      });
    const next = telling === null ? round() : telling.then(round);
    telling = next;
    void next.finally(() => {
      if (telling === next) telling = null;
    });
    return next;
  }

  return {
    async begin(start) {
      await inTurn(() => untold.put({ start, startTold: false, report: null }));
      await tell();
    },
    async end(report) {
      const isKnown = await inTurn(async () => {
        const run = await untold.get(report.jobId);
        if (run !== null) await untold.put({ ...run, report });
        return run !== null;
      });
      if (isKnown) await tell();
    },
    tell,
  };
}

function isUnsettled(told: SyncResult): boolean {
  return told === 'away' || told === 'again' || told === 'signedOut';
}

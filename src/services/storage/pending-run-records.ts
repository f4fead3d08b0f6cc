import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { CALLS, type BeginPrintRecordInput, type RecordedReport } from '#protocol/api.ts';
import { withDatabase } from './database.ts';

/** A run that was not completely sent to the server. */
export interface PendingRunRecord {
  readonly start: BeginPrintRecordInput;
  /** The server has recorded its start. */
  readonly startTold: boolean;
  /** Null while it has not ended. */
  readonly report: RecordedReport | null;
}

/** Stores pending records until they are sent. No call rejects. */
export interface PendingRunRecords {
  all(): Promise<readonly PendingRunRecord[]>;
  get(jobId: string): Promise<PendingRunRecord | null>;
  put(run: PendingRunRecord): Promise<void>;
  delete(jobId: string): Promise<void>;
}

/**
 * In the user's database in this browser; records that can't be stored are kept in memory, as long as the page lives.
 */
export function createPendingRunRecords(owner: () => string | null): PendingRunRecords {
  const memory = new Map<string, PendingRunRecord>();
  return {
    async all() {
      const kept = await withDatabase(owner(), (database) => database.getAll('untoldRuns'));
      const runs = kept.ok ? kept.value.map(readRun).filter((run) => run !== null) : [];
      return [...runs.filter((run) => !memory.has(run.start.job_id)), ...memory.values()];
    },
    async get(jobId) {
      const inMemory = memory.get(jobId);
      if (inMemory !== undefined) return inMemory;
      const kept = await withDatabase(owner(), (database) => database.get('untoldRuns', jobId));
      return kept.ok && kept.value !== undefined ? readRun(kept.value) : null;
    },
    async put(run) {
      const jobId = run.start.job_id;
      const kept = await withDatabase(owner(), (database) => database.put('untoldRuns', { jobId, ...run }));
      if (kept.ok) memory.delete(jobId);
      else memory.set(jobId, run);
    },
    async delete(jobId) {
      memory.delete(jobId);
      await withDatabase(owner(), (database) => database.delete('untoldRuns', jobId));
    },
  };
}

const WITH_REPORT = Type.Pick(CALLS.endPrintRecord.input, ['report']);

/** Null for a value that this version can't have stored. */
function readRun(stored: Readonly<Record<string, unknown>>): PendingRunRecord | null {
  const { start, startTold, report } = stored;
  if (!Check(CALLS.beginPrintRecord.input, start)) return null;
  if (report !== null && !Check(WITH_REPORT, { report })) return null;
  return { start, startTold: startTold === true, report: report as RecordedReport | null };
}

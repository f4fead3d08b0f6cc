import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { PrintReport } from '#printing/report.ts';
import type { RunManager, RunStage } from '#app/print/runs/run-manager.ts';
import type { FoundRow } from './find-rows.ts';

/** The result of a scanned key. */
export type ScanState =
  | { readonly type: 'looking' }
  | { readonly type: 'unknown' }
  /** Several rows have the key: the user has to choose. */
  | { readonly type: 'several'; readonly rows: readonly FoundRow[] }
  /** Its row was printed in this session: the user has to confirm another print. */
  | { readonly type: 'repeated'; readonly row: FoundRow; readonly before: number; readonly isQuick: boolean }
  | { readonly type: 'printing'; readonly row: FoundRow; readonly jobId: string; readonly stage: RunStage | null }
  | { readonly type: 'over'; readonly row: FoundRow; readonly report: PrintReport }
  | { readonly type: 'failed'; readonly problem: Problem };

export interface ScanEntry {
  readonly id: number;
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly state: ScanState;
}

/** The settings at the time of a scan: how its key is looked up and its row printed. */
export interface ScanWay {
  find(key: string): Promise<Result<readonly FoundRow[]>>;
  /** Starts the run of a row and returns its job id. */
  print(row: FoundRow): string;
  /** Whether a row is printed again without a question, unless it is scanned twice in quick succession. */
  readonly printsAgain: boolean;
}

/** All scans of one screen, from opening to leaving it. */
export interface ScanSession {
  /** Latest first; the same array until the next change. */
  entries(): readonly ScanEntry[];
  /** Calls the listener after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Looks up and prints keys in the order of the scans. */
  scan(key: string, way: ScanWay): void;
  /** Prints the row that the user has chosen for an entry. */
  print(id: number, row: FoundRow, way: ScanWay): void;
  /** Follows the runs until the returned function is called; the runs continue. */
  follow(): () => void;
}

/** A repeated reading by the scanner comes within this time. */
const QUICK_MS = 1500;

export function createScanSession(
  manager: Pick<RunManager, 'runs' | 'subscribe' | 'dismiss'>,
  now: () => number,
): ScanSession {
  const listeners = new Set<() => void>();
  let entries: readonly ScanEntry[] = [];
  let lastId = 0;
  let queue: Promise<void> = Promise.resolve();

  function show(next: readonly ScanEntry[]): void {
    entries = next;
    for (const listener of listeners) listener();
  }
  function change(id: number, state: ScanState): void {
    show(entries.map((entry) => (entry.id === id ? { ...entry, state } : entry)));
  }
  function start(id: number, row: FoundRow, way: ScanWay): void {
    change(id, { type: 'printing', row, jobId: way.print(row), stage: null });
    follow();
  }
  async function look({ id, key, at }: ScanEntry, way: ScanWay): Promise<void> {
    const found = await way.find(key);
    if (!found.ok) return change(id, { type: 'failed', problem: found.error });
    const [row] = found.value;
    if (row === undefined) return change(id, { type: 'unknown' });
    if (found.value.length > 1) return change(id, { type: 'several', rows: found.value });
    const before = lastPrint(entries, row, id);
    const isQuick = before !== null && at - before.at < QUICK_MS;
    if (before !== null && (isQuick || !way.printsAgain)) {
      return change(id, { type: 'repeated', row, before: before.at, isQuick });
    }
    start(id, row, way);
  }
  /** Copies the progress of the runs; dismisses finished ones, because they are in this list. */
  function follow(): void {
    const ended: string[] = [];
    let isNews = false;
    const next = entries.map((entry): ScanEntry => {
      if (entry.state.type !== 'printing') return entry;
      const { row, jobId, stage } = entry.state;
      const run = manager.runs().find((one) => one.jobId === jobId);
      if (run === undefined || run.stage === stage) return entry;
      isNews = true;
      if (run.stage.type !== 'over') return { ...entry, state: { ...entry.state, stage: run.stage } };
      const { report } = run.stage;
      if (report.outcome === 'finished') ended.push(jobId);
      return { ...entry, state: { type: 'over', row, report } };
    });
    if (isNews) show(next);
    for (const jobId of ended) manager.dismiss(jobId);
  }

  return {
    entries: () => entries,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    scan(key, way) {
      const entry: ScanEntry = { id: ++lastId, key, at: now(), state: { type: 'looking' } };
      show([entry, ...entries]);
      queue = queue.then(() => look(entry, way));
    },
    print: start,
    follow: () => manager.subscribe(follow),
  };
}

/** The latest other entry that printed this row, or may have. */
function lastPrint(entries: readonly ScanEntry[], { index }: FoundRow, except: number): ScanEntry | null {
  return entries.find(({ id, state }) => id !== except && mayBePrinted(state, index)) ?? null;
}

function mayBePrinted(state: ScanState, index: number): boolean {
  if (state.type === 'printing') return state.row.index === index;
  return state.type === 'over' && state.row.index === index && state.report.sent + state.report.inDoubt > 0;
}

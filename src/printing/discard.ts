import { ok, type Result } from '#model/kernel/result.ts';
import type { Journal, KeptRun, PageSink } from '#protocol/printing.ts';
import { createReport, type PrintReport } from './report.ts';
import { findEnds, type ResumePoint } from './resume.ts';
import { reduceRun } from './run-state.ts';

/**
 * Ends a suspended run. If the assistant is reachable, it prints no more of it and reports the status of its pages;
 * otherwise they stay unconfirmed. Problems: those of the journal; the run has no end yet then.
 */
export async function discardKept(
  kept: KeptRun,
  point: ResumePoint,
  readingsComplete: boolean,
  sink: PageSink,
  journal: Journal,
  endedAt: number,
): Promise<Result<PrintReport>> {
  const found = await findEnds(kept, point, sink, 'cancelJob', new AbortController().signal);
  const ended = found.ok ? found.value : [];
  const written = ended.length === 0 ? ok(null) : await journal.settle(ended);
  const end = written.ok ? await journal.end(kept.jobId, 'cancelled') : written;
  if (!end.ok) return end;
  let { state } = point;
  for (const { sequence, end: as } of ended) state = reduceRun(state, { type: 'settled', sequence, as });
  state = reduceRun(state, { type: 'ended', as: 'cancelled' });
  return ok(createReport(kept, state, kept.startedAt, endedAt, readingsComplete, kept.editedCells));
}

import { recordedStart, type RunAbout } from '#app/print/runs/recorded-run.ts';
import type { Services } from '#app/state/services.tsx';
import type { RunManager } from './run-manager.ts';
import { startRun, type PrintOrder } from './start-run.ts';

/** Starts a run, records it in the history and hands it over to the manager. Returns its job id. */
export function orderRun(services: Services, manager: RunManager, about: RunAbout, order: PrintOrder): string {
  const run = startRun(services, order);
  void services.runRecords.begin(recordedStart(run.jobId, Date.now(), about));
  manager.take(run, order);
  return run.jobId;
}

import { setTimeout as wait } from 'node:timers/promises';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { LabelRunRow } from '#server/database/tables.ts';
import type { Lease } from '#server/queue/queue.ts';
import type { RunJob } from '#server/queue/run-job.ts';
import { packResult } from '#server/runs/chunk-result.ts';
import { putRunFile } from '#server/runs/run-files.ts';
import { OPEN_STATES, RUN_LIMITS, type RunState } from '#server/runs/run-settings.ts';
import { failRun, findRun, keepChunk, keepPlan } from '#server/runs/run-steps.ts';
import { beginTry, faultOfTry, noteTry, tryKey, type TryNote, type TryOutcome } from '#server/runs/tries.ts';
import { joinRun } from './join-run.ts';
import { planRun } from './plan-run.ts';
import { frozenRecords, frozenTemplate, openRun, type OpenRun } from './run-folder.ts';
import type { WorkContext } from './work-context.ts';

/** How often a worker without work asks for some, and says of its work that it is still there. */
const ASK_MS = 250;
const BEAT_MS = 1_000;
/** Runs whose renderers are kept ready: work of several users comes in turn. */
const OPEN_RUNS = 2;

/** Does what waits, one job after the other, until it is aborted. `report` hears what goes wrong and is tried again. */
export async function work(context: WorkContext, signal: AbortSignal, report: (error: unknown) => void): Promise<void> {
  const open = new Map<string, OpenRun>();
  const notes: TryNote[] = [];
  try {
    while (!signal.aborted) {
      const busy = await doNext(context, open, notes, signal).catch((error: unknown) => {
        report(error);
        return false;
      });
      if (!busy) await wait(ASK_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    for (const run of open.values()) await run.close();
  }
}

/** False where nothing waits. */
async function doNext(
  context: WorkContext,
  open: Map<string, OpenRun>,
  notes: TryNote[],
  signal: AbortSignal,
): Promise<boolean> {
  const { queue } = context;
  await writeNotes(context, notes);
  const dead = await queue.lease('dead');
  if (dead !== null) {
    // A receiver that never answered was given up by the server that told it.
    if (dead.data.type !== 'tell') await failRun(context, dead.data.runId, problem('run.lost'));
    await context.db.transaction().execute((tx) => queue.complete(tx, dead));
    return true;
  }
  const lease = await queue.lease('render');
  if (lease === null) return false;
  const lost = new AbortController();
  // Who is asked to stop gives the work back; who has lost it stops.
  const beat = setInterval(() => {
    queue.heartbeat(lease).then(
      (held) => held || lost.abort(),
      () => undefined,
    );
  }, BEAT_MS);
  try {
    const done = await doJob(context, open, lease, AbortSignal.any([signal, lost.signal]));
    if (done.ok) return true;
    if (done.error.code !== 'aborted') {
      note(context, notes, lease, 'failed', done.error);
      await failRun(context, lease.data.runId, done.error);
    } else if (lost.signal.aborted) {
      note(context, notes, lease, 'lost', problem('run.workerSilent'));
    } else {
      note(context, notes, lease, 'returned', problem('run.workerStopped'));
      await queue.fail(lease);
    }
  } catch (error) {
    note(context, notes, lease, 'failed', faultOfTry(error));
    await queue.fail(lease);
    throw error;
  } finally {
    clearInterval(beat);
  }
  await writeNotes(context, notes);
  return true;
}

function note({ now }: WorkContext, notes: TryNote[], lease: Lease<RunJob>, outcome: TryOutcome, why: Problem): void {
  const key = tryKey(lease);
  if (key !== null) notes.push({ key, outcome, why, time: now() });
}

/** Those that cannot be written, because the database is away, wait until it is back. */
async function writeNotes({ db }: WorkContext, notes: TryNote[]): Promise<void> {
  for (let first = notes[0]; first !== undefined; first = notes[0]) {
    await noteTry(db, first);
    notes.shift();
  }
}

async function doJob(
  context: WorkContext,
  open: Map<string, OpenRun>,
  lease: Lease<RunJob>,
  signal: AbortSignal,
): Promise<Result<boolean>> {
  const job = lease.data;
  const run = await findRun(context.db, job.runId);
  if (run === null || !OPEN_STATES.includes(run.state as RunState)) {
    return { ok: true, value: await context.db.transaction().execute((tx) => context.queue.complete(tx, lease)) };
  }
  await beginTry(context.db, lease, context.worker, context.now());
  if (job.type === 'plan') {
    const planned = await planRun(context, run, RUN_LIMITS, signal);
    return planned.ok ? { ok: true, value: await keepPlan(context, lease, run, planned.value) } : planned;
  }
  if (job.type === 'join') return joinRun(context, lease, run, signal);
  if (job.type === 'tell') throw new Error('servers tell, workers render');
  return makeChunk(context, open, { ...lease, data: job }, run, signal);
}

async function makeChunk(
  context: WorkContext,
  open: Map<string, OpenRun>,
  lease: Lease<Extract<RunJob, { type: 'chunk' }>>,
  run: LabelRunRow,
  signal: AbortSignal,
): Promise<Result<boolean>> {
  const { generation, first } = lease.data;
  const chunk = await context.db
    .selectFrom('run_chunk')
    .select('label_count')
    .where('run_id', '=', run.id)
    .where('generation', '=', generation)
    .where('first_label', '=', first)
    .executeTakeFirstOrThrow();
  const count = chunk.label_count;
  const opened = await opening(context, open, run);
  if (!opened.ok) return opened;
  const records = await frozenRecords(context, run.id, first, count);
  const isLast = first + count >= run.total;
  const made = await opened.value.pool.make({ first, records, isLast, firstCell: 0 }, signal);
  if (!made.ok) return made;
  const { labels, done } = made.value;
  const pages = made.value.pages ?? [];
  const bytes = packResult({ ...made.value, pages });
  const file = await putRunFile(context.blobs, run.id, 'chunk', generation * run.total + first, bytes, signal);
  const verified = labels.filter((label) => label.verified).length;
  const counts = { file, done, pages: pages.length, verified, refused: labels.length - verified };
  return { ok: true, value: await keepChunk(context, lease, run, lease.data, counts) };
}

/** The run's renderer, which stays ready until others were used more lately. */
async function opening(context: WorkContext, open: Map<string, OpenRun>, run: LabelRunRow): Promise<Result<OpenRun>> {
  const found = open.get(run.id);
  open.delete(run.id);
  if (found !== undefined) {
    open.set(run.id, found);
    return { ok: true, value: found };
  }
  const opened = await openRun(context, run, await frozenTemplate(context, run.id));
  if (!opened.ok) return opened;
  open.set(run.id, opened.value);
  for (const [id, other] of open) {
    if (open.size <= OPEN_RUNS) break;
    open.delete(id);
    await other.close();
  }
  return opened;
}

import { setTimeout as wait } from 'node:timers/promises';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { LabelRunRow } from '#server/core/database/tables.ts';
import { WEBHOOK_JOB, type Lease, type RunJob } from '#server/core/queue/queue.ts';
import { packResult } from '#server/runs/chunks.ts';
import { putRunFile } from '#server/runs/run-files.ts';
import { OPEN_STATES, RUN_LIMITS, type KeptRunSettings, type RunState } from '#server/runs/run-settings.ts';
import { failRun, findRun, keepChunk, putBack } from '#server/runs/run-steps.ts';
import {
  beginAttempt,
  faultOfAttempt,
  noteAttempt,
  attemptKey,
  type AttemptNote,
  type RunAttemptOutcome,
} from '#server/runs/attempts.ts';
import { joinRun } from './join-run.ts';
import { planRun } from './plan-run.ts';
import { proveRun } from './prove-run.ts';
import { createRenderers, type Renderers } from './renderers.ts';
import { frozenRecords, frozenTemplate } from './frozen-run.ts';
import type { WorkContext } from './work-context.ts';

/** Heartbeat interval of a worker's job. */
const BEAT_MS = 1_000;
/** Interval of the check for dead jobs, and the delay after an error. */
const DEAD_MS = 2_000;
const PAUSE_MS = 250;

/** Processes queued jobs one after the other, until it is aborted. `report` receives errors that are retried. */
export async function work(context: WorkContext, signal: AbortSignal, report: (error: unknown) => void): Promise<void> {
  const renderers = createRenderers(context);
  const notes: AttemptNote[] = [];
  let lookAgain = 0;
  try {
    while (!signal.aborted) {
      try {
        if (performance.now() >= lookAgain) {
          while (await endDead(context)) if (signal.aborted) return;
          lookAgain = performance.now() + DEAD_MS;
        }
        if (!(await doNext(context, renderers, notes, signal))) await context.queue.untilWork('render', signal);
      } catch (error) {
        report(error);
        await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  } finally {
    await renderers.close();
  }
}

/** Ends the run of a job with too many attempts. False without such a job. */
async function endDead(context: WorkContext): Promise<boolean> {
  const { db, queue } = context;
  const dead = await queue.lease('dead');
  if (dead === null) return false;
  // A webhook delivery whose receiver never answered has no run to end.
  if (dead.data.type !== WEBHOOK_JOB) await failRun(context, dead.data.runId, problem('run.lost'));
  await db.transaction().execute((tx) => queue.complete(tx, dead));
  return true;
}

/** False when the queue is empty. */
async function doNext(
  context: WorkContext,
  renderers: Renderers,
  notes: AttemptNote[],
  signal: AbortSignal,
): Promise<boolean> {
  const { queue } = context;
  await writeNotes(context, notes);
  const lease = await queue.lease('render');
  if (lease === null) return false;
  const lost = new AbortController();
  // A worker that must stop returns the job; one that has lost it stops.
  const beat = setInterval(() => {
    queue.heartbeat(lease).then(
      (held) => held || lost.abort(),
      () => undefined,
    );
  }, BEAT_MS);
  try {
    const done = await doJob(context, renderers, lease, AbortSignal.any([signal, lost.signal]));
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
    note(context, notes, lease, 'failed', faultOfAttempt(error));
    await queue.fail(lease);
    throw error;
  } finally {
    clearInterval(beat);
  }
  await writeNotes(context, notes);
  return true;
}

function note(
  { now }: WorkContext,
  notes: AttemptNote[],
  lease: Lease<RunJob>,
  outcome: RunAttemptOutcome,
  why: Problem,
): void {
  const key = attemptKey(lease);
  if (key !== null) notes.push({ key, outcome, why, time: now() });
}

/** Those that cannot be written, because the database is away, wait until it is back. */
async function writeNotes({ db }: WorkContext, notes: AttemptNote[]): Promise<void> {
  for (let first = notes[0]; first !== undefined; first = notes[0]) {
    await noteAttempt(db, first);
    notes.shift();
  }
}

async function doJob(
  context: WorkContext,
  renderers: Renderers,
  lease: Lease<RunJob>,
  signal: AbortSignal,
): Promise<Result<boolean>> {
  const job = lease.data;
  const run = await findRun(context.db, job.runId);
  if (run === null || !OPEN_STATES.includes(run.state as RunState)) {
    return { ok: true, value: await context.db.transaction().execute((tx) => context.queue.complete(tx, lease)) };
  }
  if (run.paused_at !== null) return { ok: true, value: await putBack(context, lease, run) };
  await beginAttempt(context.db, lease, context.worker, context.now());
  if (job.type === 'plan') {
    const read = (JSON.parse(run.settings) as KeptRunSettings).proof === true ? proveRun : planRun;
    return read(context, renderers, lease, run, RUN_LIMITS, signal);
  }
  if (job.type === 'join') return joinRun(context, lease, run);
  if (job.type === WEBHOOK_JOB) throw new Error('servers deliver webhooks, workers render');
  return makeChunk(context, renderers, { ...lease, data: job }, run, signal);
}

async function makeChunk(
  context: WorkContext,
  renderers: Renderers,
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
  const opened = await renderers.of(run, () => frozenTemplate(context, run.id));
  if (!opened.ok) return opened;
  const records = await frozenRecords(context, run.id, first, count);
  const isLast = first + count >= run.total;
  const from = performance.now();
  const made = await opened.value.make({ first, records, isLast, firstCell: 0 }, signal);
  if (!made.ok) return made;
  const { labels, done } = made.value;
  const pages = made.value.pages ?? [];
  const bytes = packResult({ ...made.value, pages });
  const file = await putRunFile(context.blobs, run.id, 'chunk', generation * run.total + first, bytes, signal);
  const verified = labels.filter((label) => label.verified).length;
  const ms = performance.now() - from;
  const counts = { file, done, pages: pages.length, verified, refused: labels.length - verified, ms };
  return { ok: true, value: await keepChunk(context, lease, run, lease.data, counts) };
}

import type { ExpressionBuilder, UpdateObject } from 'kysely';
import type { Problem } from '#model/kernel/problem.ts';
import type { Db } from '../core/database/open-database.ts';
import type { LabelRunRow, Tables } from '../core/database/tables.ts';
import { WEBHOOK_JOB, WEBHOOK_LANE, type Lease, type Queue, type RunJob } from '../core/queue/queue.ts';
import type { ChunkPlace } from './chunks.ts';
import { noteRunFiles, type RunFile } from './run-files.ts';
import { endAttempt } from './attempts.ts';
import { OPEN_STATES, type RunPlan, type KeptRunSettings, type RunState } from './run-settings.ts';

/** Services of a run's step. */
export interface StepContext {
  readonly db: Db;
  readonly queue: Queue<RunJob>;
  readonly now: () => number;
}

/** Thrown in the transaction of a step that another worker has done, or that was canceled: it must store nothing. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

const CHUNKS_AT_ONCE = 100;

export async function findRun(db: Db, id: string): Promise<LabelRunRow | null> {
  return (await db.selectFrom('label_run').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Urgent for a user who waits at a screen, else as usual. */
export function levelOf({ preview }: Pick<LabelRunRow, 'preview'>): 0 | 1 {
  return preview === 1 ? 0 : 1;
}

/** Its order among its user's jobs. */
export function orderOf({ priority }: Pick<LabelRunRow, 'priority'>): 0 | 1 | 2 {
  return ({ high: 0, normal: 1, low: 2 } as const)[priority];
}

/** Completes a job together with its result. False if its worker has lost it: then nothing is stored. */
function withResult(context: StepContext, lease: Lease<RunJob>, keep: (tx: Db) => Promise<void>): Promise<boolean> {
  return storing(context, async (tx) => {
    await completed(context, tx, lease);
    await keep(tx);
  });
}

async function completed({ queue, now }: StepContext, tx: Db, lease: Lease<RunJob>): Promise<void> {
  if (!(await queue.complete(tx, lease))) throw new LeaseLost();
  await endAttempt(tx, lease, now());
}

/** False where `LeaseLost` is thrown: then nothing is stored. */
async function storing({ db }: Pick<StepContext, 'db'>, store: (tx: Db) => Promise<void>): Promise<boolean> {
  try {
    await db.transaction().execute(store);
    return true;
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
}

/** A part of a run's plan: what is frozen by now, and the chunks that have all their rows. */
interface PlannedPart {
  readonly plan: RunPlan;
  readonly total: number;
  /** First label of the part, and the one after its last: all before the first are in chunks. */
  readonly from: number;
  readonly to: number;
  readonly files: readonly RunFile[];
  readonly chunks: readonly ChunkPlace[];
}

/**
 * Stores a part of the plan and queues its chunks, which are rendered while the next part is planned. The last one
 * completes the job. False when another worker has stored it, or the run has ended.
 */
export function keepPlanPart(
  context: StepContext,
  lease: Lease<RunJob>,
  run: LabelRunRow,
  part: PlannedPart,
): Promise<boolean> {
  return storing(context, async (tx) => {
    if (part.to >= part.total) await completed(context, tx, lease);
    await storePart(context, tx, run, part);
  });
}

async function storePart(
  { queue, now }: StepContext,
  tx: Db,
  run: LabelRunRow,
  { plan, total, from, files, chunks }: PlannedPart,
): Promise<void> {
  const time = now();
  // Locks the run's row: of two planners one sees the other's part, and so does a cancel.
  const changed = await change(tx, run.id, { state: 'running', plan: JSON.stringify(plan), total, updated_at: time });
  if (changed === undefined || (await plannedLabels(tx, run)) !== from) throw new LeaseLost();
  await noteRunFiles(tx, run, files, time);
  await layOut(tx, queue, run, 0, chunks);
}

/** Number of labels of a run that are in chunks. */
export async function plannedLabels(
  tx: Db,
  { id, generation }: Pick<LabelRunRow, 'id' | 'generation'>,
): Promise<number> {
  const last = await tx
    .selectFrom('run_chunk')
    .select(['first_label', 'label_count'])
    .where('run_id', '=', id)
    .where('generation', '=', generation)
    .orderBy('first_label', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? 0 : last.first_label + last.label_count;
}

/** Returns a job of a paused run to its place until the run resumes. */
export function putBack(context: StepContext, lease: Lease<RunJob>, run: LabelRunRow): Promise<boolean> {
  return withResult(context, lease, async (tx) => {
    // Locks the run's row: a concurrent resume comes before this or finds the job.
    await change(tx, run.id, (eb) => ({ updated_at: eb.ref('updated_at') }));
    await add(tx, context.queue, run, [lease.data]);
  });
}

/** Stores the result of a chunk; the last one of a run that is planned queues the join. */
export function keepChunk(
  context: StepContext,
  lease: Lease<RunJob>,
  run: LabelRunRow,
  place: { readonly generation: number; readonly first: number },
  made: {
    readonly file: RunFile;
    readonly done: number;
    readonly pages: number;
    readonly verified: number;
    readonly refused: number;
    /** The rendering time. */
    readonly ms: number;
  },
): Promise<boolean> {
  const { generation } = place;
  return withResult(context, lease, async (tx) => {
    const time = context.now();
    await noteRunFiles(tx, run, [made.file], time);
    await tx
      .updateTable('run_chunk')
      .set({ done_count: made.done, page_count: made.pages, result_key: made.file.key })
      .where('run_id', '=', run.id)
      .where('generation', '=', generation)
      .where('first_label', '=', place.first)
      .execute();
    // Locks the run's row, so that of two last chunks one sees the other. Last, because all chunks of a run need it.
    const counted = await change(tx, run.id, (eb) => ({
      verified: eb('verified', '+', made.verified),
      refused: eb('refused', '+', made.refused),
      pages: eb('pages', '+', made.pages),
      made: eb('made', '+', made.verified + made.refused),
      render_ms: eb('render_ms', '+', Math.round(made.ms)),
      bytes: eb('bytes', '+', made.file.bytes),
      updated_at: time,
    }));
    if (counted === undefined || !(await isRendered(tx, counted))) return;
    await change(tx, run.id, { state: 'joining' });
    await add(tx, context.queue, run, [{ type: 'join', runId: run.id, generation }]);
  });
}

/** Whether all chunks of a run are rendered, also those that are not planned yet. */
async function isRendered(tx: Db, run: CountedRun): Promise<boolean> {
  if (run.verified + run.refused >= run.total) return true;
  // Labels on an incomplete page don't count, which only sheets of several labels have.
  if ((JSON.parse(run.plan ?? '{}') as RunPlan).cells === 1) return false;
  const open = await tx
    .selectFrom('run_chunk')
    .select('first_label')
    .where('run_id', '=', run.id)
    .where('generation', '=', run.generation)
    .where('result_key', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return open === undefined && (await plannedLabels(tx, run)) >= run.total;
}

export interface KeptChunk extends ChunkPlace {
  readonly key: string;
  readonly pages: number;
}

/** Lays out the labels after rejected ones again. Earlier results stay unchanged. */
export function layOutAgain(
  context: StepContext,
  lease: Lease<RunJob>,
  run: LabelRunRow,
  generation: number,
  kept: readonly KeptChunk[],
  counts: Pick<LabelRunRow, 'verified' | 'refused' | 'pages'>,
  chunks: readonly ChunkPlace[],
): Promise<boolean> {
  return withResult(context, lease, async (tx) => {
    for (const { first, count, key, pages } of kept) {
      const row = { run_id: run.id, generation, first_label: first, label_count: count, done_count: count };
      await tx
        .insertInto('run_chunk')
        .values({ ...row, page_count: pages, result_key: key })
        .execute();
    }
    await change(tx, run.id, { state: 'running', generation, ...counts, updated_at: context.now() });
    await layOut(tx, context.queue, run, generation, chunks);
  });
}

/**
 * Ends a run whose labels are all made, with its last files. A run for a printer waits for it from now on; any other one
 * is done.
 */
export function finishRun(
  context: StepContext,
  lease: Lease<RunJob>,
  run: LabelRunRow,
  pages: number,
  files: readonly RunFile[] = [],
): Promise<boolean> {
  return withResult(context, lease, async (tx) => {
    const time = context.now();
    await noteRunFiles(tx, run, files, time);
    const { printer } = JSON.parse(run.settings) as KeptRunSettings;
    if (printer !== undefined && pages > 0) await beginPrinting(tx, run.id, printer.id, pages, time);
    else await endRun(context, tx, run.id, { state: 'done', finished_at: time, updated_at: time });
  });
}

async function beginPrinting(tx: Db, runId: string, printerId: string, pages: number, time: number): Promise<void> {
  const begun = await tx
    .updateTable('label_run')
    .set({ state: 'printing', updated_at: time })
    .where('id', '=', runId)
    .where('state', 'in', OPEN_STATES)
    .returning('id')
    .executeTakeFirst();
  if (begun === undefined) return;
  await tx
    .insertInto('print_job')
    .values({
      run_id: runId,
      printer_id: printerId,
      state: 'open',
      page_count: pages,
      next_page: 1,
      printed: 0,
      assistant_id: null,
      problem: null,
      created_at: time,
    })
    .execute();
}

/** Ends a run with the fault that stops it, whichever worker has it. */
export async function failRun(context: StepContext, runId: string, why: Problem): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const time = context.now();
    const problem = JSON.stringify(why);
    await endRun(context, tx, runId, { state: 'failed', problem, finished_at: time, updated_at: time });
    await context.queue.cancel(tx, runId);
  });
}

/** Ends a run, and queues its webhook. False for an ended one, which stays unchanged. */
export async function endRun(
  { queue }: Pick<StepContext, 'queue'>,
  tx: Db,
  runId: string,
  set: Update & { readonly state: RunState },
): Promise<boolean> {
  const ended = await tx
    .updateTable('label_run')
    .set(set)
    .where('id', '=', runId)
    .where('state', 'in', OPEN_STATES)
    .returning(['user_id', 'webhook_state', 'state', 'made', 'render_ms', 'bytes'])
    .executeTakeFirst();
  if (ended === undefined) return false;
  await countEnded(tx, ended);
  if (ended.webhook_state !== null) {
    const place = { lane: WEBHOOK_LANE, groupId: webhookGroup(runId), userId: ended.user_id, level: 1 } as const;
    await queue.enqueue(tx, [{ ...place, data: { type: WEBHOOK_JOB, runId } }]);
  }
  return true;
}

/** Adds a run to the totals of all ended ones. */
export async function countEnded(
  tx: Db,
  { state, made, render_ms, bytes }: Pick<LabelRunRow, 'state' | 'made' | 'render_ms' | 'bytes'>,
): Promise<void> {
  await tx
    .insertInto('run_total')
    .values({ state, runs: 1, made, render_ms, bytes })
    .onConflict((conflict) =>
      conflict.column('state').doUpdateSet((eb) => ({
        runs: eb('run_total.runs', '+', 1),
        made: eb('run_total.made', '+', made),
        render_ms: eb('run_total.render_ms', '+', render_ms),
        bytes: eb('run_total.bytes', '+', bytes),
      })),
    )
    .execute();
}

/**
 * The queue group of a run's webhook delivery. Not the run's own group: the webhook of its end is not canceled with its
 * other jobs. The value is stored.
 */
export function webhookGroup(runId: string): string {
  return `tell ${runId}`;
}

async function layOut(
  tx: Db,
  queue: Queue<RunJob>,
  run: LabelRunRow,
  generation: number,
  chunks: readonly ChunkPlace[],
): Promise<void> {
  for (let start = 0; start < chunks.length; start += CHUNKS_AT_ONCE) {
    const rows = chunks.slice(start, start + CHUNKS_AT_ONCE).map(({ first, count }) => ({
      run_id: run.id,
      generation,
      first_label: first,
      label_count: count,
      done_count: null,
      page_count: 0,
      result_key: null,
    }));
    await tx.insertInto('run_chunk').values(rows).execute();
  }
  const jobs = chunks.map(({ first }): RunJob => ({ type: 'chunk', runId: run.id, generation, first }));
  await add(tx, queue, run, jobs);
}

async function add(tx: Db, queue: Queue<RunJob>, run: LabelRunRow, jobs: readonly RunJob[]): Promise<void> {
  const order = orderOf(run);
  const part = { lane: 'render', groupId: run.id, userId: run.user_id, level: levelOf(run), order } as const;
  await queue.enqueue(
    tx,
    jobs.map((data) => ({ ...part, data })),
  );
  // Locks the run's row: a pause or resume comes before this, or finds these jobs.
  const now = await tx.selectFrom('label_run').select('paused_at').where('id', '=', run.id).executeTakeFirst();
  if (now !== undefined && now.paused_at !== null) await queue.hold(tx, run.id);
}

type Update = UpdateObject<Tables, 'label_run', 'label_run'>;
type Change = Update | ((eb: ExpressionBuilder<Tables, 'label_run'>) => Update);

type CountedRun = Pick<LabelRunRow, 'id' | 'generation' | 'total' | 'verified' | 'refused' | 'plan'>;

/** Changes a run that has not ended; undefined for any other one. */
function change(tx: Db, runId: string, set: Change): Promise<CountedRun | undefined> {
  return tx
    .updateTable('label_run')
    .set((eb) => (typeof set === 'function' ? set(eb) : set))
    .where('id', '=', runId)
    .where('state', 'in', OPEN_STATES)
    .returning(['id', 'generation', 'total', 'verified', 'refused', 'plan'])
    .executeTakeFirst();
}

import type { Problem } from '#model/kernel/problem.ts';
import type { Db } from '../../core/database/open-database.ts';
import { endRun, type StepContext } from '../run-steps.ts';

/** How long an assistant holds a printer exclusively, unless it renews it. */
export const HOLD_MS = 10_000;

/** An assistant on one of its connections. */
export interface Holder {
  readonly id: string;
  readonly connection: string;
  /** The name of its record of printed pages. */
  readonly record: string;
}

/** A run with pages for a printer of an assistant. */
export interface PrintJob {
  readonly runId: string;
  readonly printerId: string;
  /** The assistant's name for the printer. */
  readonly printer: string;
  readonly pages: number;
}

/** A page as it is sent to an assistant. */
export interface GivenPage {
  readonly page: number;
  /** How often the user decided to print the page again. */
  readonly round: number;
}

/** An assistant prints each page number of a job once: a page to print again belongs to another job. */
export function jobIdOf(runId: string, round: number): string {
  return round === 0 ? runId : `${runId}-${round}`;
}

/** Assistants that are connected to this process and have work. */
export async function assistantsWithWork(db: Db, server: string): Promise<string[]> {
  const rows = await db
    .selectFrom('assistant')
    .innerJoin('assistant_printer', 'assistant_printer.assistant_id', 'assistant.id')
    .innerJoin('print_job', 'print_job.printer_id', 'assistant_printer.printer_id')
    .innerJoin('label_run', 'label_run.id', 'print_job.run_id')
    .select('assistant.id')
    .distinct()
    .where('assistant.server', '=', server)
    .where('print_job.state', '=', 'open')
    .where((eb) =>
      eb.or([eb('label_run.state', '=', 'printing'), eb('print_job.assistant_id', '=', eb.ref('assistant.id'))]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Ended runs of which this assistant may still have pages. */
export async function jobsToStop(db: Db, assistantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('print_job')
    .innerJoin('label_run', 'label_run.id', 'print_job.run_id')
    .select('print_job.run_id')
    .where('print_job.state', '=', 'open')
    .where('print_job.assistant_id', '=', assistantId)
    .where('label_run.state', '!=', 'printing')
    .execute();
  return rows.map(({ run_id: id }) => id);
}

/** Runs with pages that this assistant has not answered for. */
export async function jobsUnanswered(db: Db, assistantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('print_page')
    .select('run_id')
    .distinct()
    .where('assistant_id', '=', assistantId)
    .where('state', '=', 'given')
    .execute();
  return rows.map(({ run_id: id }) => id);
}

/** Runs with pages that were decided while this assistant was away, and that it may still have. */
export async function jobsRecalled(db: Db, assistantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('print_recall')
    .select('run_id')
    .distinct()
    .where('assistant_id', '=', assistantId)
    .execute();
  return rows.map(({ run_id: id }) => id);
}

/** The jobs of a run to ask this assistant about: with its pages, and recalled ones. */
export async function roundsOf(db: Db, runId: string, assistantId: string): Promise<number[]> {
  const given = await db
    .selectFrom('print_page')
    .select('round')
    .distinct()
    .where('run_id', '=', runId)
    .where('assistant_id', '=', assistantId)
    .where('state', '=', 'given')
    .execute();
  const recalled = await db
    .selectFrom('print_recall')
    .select('round')
    .where('run_id', '=', runId)
    .where('assistant_id', '=', assistantId)
    .execute();
  return [...new Set([...given, ...recalled].map(({ round }) => round))].toSorted((a, b) => a - b);
}

/** All jobs of a run, from the first one. */
export async function allRounds(db: Db, runId: string): Promise<number[]> {
  const job = await db.selectFrom('print_job').select('rounds').where('run_id', '=', runId).executeTakeFirst();
  return Array.from({ length: (job?.rounds ?? 0) + 1 }, (_, round) => round);
}

/** Records that the assistant has returned its pages of the job. */
export async function endRecall(db: Db, runId: string, round: number, assistantId: string): Promise<void> {
  await db
    .deleteFrom('print_recall')
    .where('run_id', '=', runId)
    .where('round', '=', round)
    .where('assistant_id', '=', assistantId)
    .execute();
}

/** The next run for each printer of the assistant: the oldest one without unanswered pages at another assistant. */
export async function jobsInTurn(db: Db, assistantId: string): Promise<PrintJob[]> {
  const rows = await db
    .selectFrom('assistant_printer')
    .innerJoin('print_job', 'print_job.printer_id', 'assistant_printer.printer_id')
    .innerJoin('label_run', 'label_run.id', 'print_job.run_id')
    .select([
      'print_job.run_id as runId',
      'print_job.printer_id as printerId',
      'assistant_printer.name as printer',
      'print_job.page_count as pages',
    ])
    .where('assistant_printer.assistant_id', '=', assistantId)
    .where('print_job.state', '=', 'open')
    .where('label_run.state', '=', 'printing')
    .where('label_run.paused_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('print_page')
            .select('print_page.page')
            .whereRef('print_page.run_id', '=', 'print_job.run_id')
            .where('print_page.state', '=', 'given')
            .where('print_page.assistant_id', '!=', assistantId),
        ),
      ),
    )
    .orderBy('print_job.created_at')
    .orderBy('print_job.run_id')
    .execute();
  const first = new Map<string, PrintJob>();
  for (const job of rows) if (!first.has(job.printerId)) first.set(job.printerId, job);
  return [...first.values()];
}

/**
 * Assigns the printer and the next pages of the job to the assistant, in order. Pages are recorded before they are
 * sent: no other assistant gets them before this one has answered. Assigns none if another assistant has the printer or
 * pages of the job, the run has ended or is paused, or the assistant has a newer connection, which asks for the state
 * of all earlier pages.
 */
export function givePages(
  { db, now }: Pick<StepContext, 'db' | 'now'>,
  { runId, printerId }: PrintJob,
  { id, connection, record }: Holder,
  most: number,
): Promise<GivenPage[]> {
  return db.transaction().execute(async (tx) => {
    const time = now();
    // Locks the assistant, so that a new connection sees what this one was assigned.
    const present = await tx
      .updateTable('assistant')
      .set((eb) => ({ created_at: eb.ref('created_at') }))
      .where('id', '=', id)
      .where('connection', '=', connection)
      .returning('id')
      .executeTakeFirst();
    if (present === undefined) return [];
    const held = await tx
      .updateTable('printer')
      .set({ holder: id, held_until: time + HOLD_MS })
      .where('id', '=', printerId)
      .where((eb) => eb.or([eb('holder', 'is', null), eb('holder', '=', id), eb('held_until', '<=', time)]))
      .returning('id')
      .executeTakeFirst();
    if (held === undefined) return [];
    // Locks the job, so that of two assistants one sees what the other was assigned.
    const job = await tx
      .updateTable('print_job')
      .set((eb) => ({ created_at: eb.ref('created_at') }))
      .where('run_id', '=', runId)
      .where('state', '=', 'open')
      .returning(['next_page', 'page_count'])
      .executeTakeFirst();
    if (job === undefined) return [];
    const run = await tx
      .selectFrom('label_run')
      .select(['state', 'paused_at'])
      .where('id', '=', runId)
      .executeTakeFirst();
    if (run?.state !== 'printing' || run.paused_at !== null) return [];
    const others = await tx
      .selectFrom('print_page')
      .select('page')
      .where('run_id', '=', runId)
      .where('state', '=', 'given')
      .where('assistant_id', '!=', id)
      .limit(1)
      .executeTakeFirst();
    if (others !== undefined) return [];
    const back = await tx
      .selectFrom('print_page')
      .select(['page', 'round'])
      .where('run_id', '=', runId)
      .where('state', '=', 'back')
      .orderBy('page')
      .limit(most)
      .execute();
    const again = back.map(({ page }) => page);
    const fresh: number[] = [];
    for (let page = job.next_page; page <= job.page_count && again.length + fresh.length < most; page++) {
      fresh.push(page);
    }
    if (again.length > 0) {
      await tx
        .updateTable('print_page')
        .set({ state: 'given', assistant_id: id, record })
        .where('run_id', '=', runId)
        .where('page', 'in', again)
        .execute();
    }
    if (fresh.length > 0) {
      const given = { run_id: runId, state: 'given', assistant_id: id, record } as const;
      await tx
        .insertInto('print_page')
        .values(fresh.map((page) => ({ ...given, page })))
        .execute();
    }
    await tx
      .updateTable('print_job')
      .set({ assistant_id: id, next_page: job.next_page + fresh.length })
      .where('run_id', '=', runId)
      .execute();
    return [...back, ...fresh.map((page) => ({ page, round: 0 }))];
  });
}

export type PageEnd = 'printed' | 'back' | 'doubt';

/** Records the results of pages that this assistant was sent. Known results stay unchanged. */
export async function settlePages(
  { db, now }: Pick<StepContext, 'db' | 'now'>,
  runId: string,
  assistantId: string,
  round: number,
  ends: ReadonlyMap<number, PageEnd>,
  why: Problem | null = null,
): Promise<void> {
  if (ends.size === 0) return;
  const pagesOf = (end: PageEnd): number[] => [...ends].flatMap(([page, as]) => (as === end ? [page] : []));
  await db.transaction().execute(async (tx) => {
    let printed = 0;
    for (const some of inParts(pagesOf('printed'))) {
      const deleted = await tx
        .deleteFrom('print_page')
        .where('run_id', '=', runId)
        .where('assistant_id', '=', assistantId)
        .where('state', '=', 'given')
        .where('round', '=', round)
        .where('page', 'in', some)
        .returning('page')
        .execute();
      printed += deleted.length;
    }
    for (const state of ['back', 'doubt'] as const) {
      for (const some of inParts(pagesOf(state))) {
        await tx
          .updateTable('print_page')
          .set({ state })
          .where('run_id', '=', runId)
          .where('assistant_id', '=', assistantId)
          .where('state', '=', 'given')
          .where('round', '=', round)
          .where('page', 'in', some)
          .execute();
      }
    }
    await tx
      .updateTable('print_job')
      .set((eb) => ({
        printed: eb('printed', '+', printed),
        problem: why === null ? null : JSON.stringify(why),
      }))
      .where('run_id', '=', runId)
      .execute();
    await tx.updateTable('label_run').set({ updated_at: now() }).where('id', '=', runId).execute();
  });
}

export function inParts(pages: readonly number[]): number[][] {
  const parts: number[][] = [];
  for (let at = 0; at < pages.length; at += 500) parts.push(pages.slice(at, at + 500));
  return parts;
}

/** The pages that this assistant was sent and has not answered for, with its record at that time. */
export async function givenPages(
  db: Db,
  runId: string,
  assistantId: string,
): Promise<(GivenPage & { readonly record: string | null })[]> {
  return db
    .selectFrom('print_page')
    .select(['page', 'round', 'record'])
    .where('run_id', '=', runId)
    .where('assistant_id', '=', assistantId)
    .where('state', '=', 'given')
    .orderBy('page')
    .execute();
}

/** Whether each page of the job is final: printed or unknown. */
export async function isPrinted(db: Db, runId: string): Promise<boolean> {
  const job = await db
    .selectFrom('print_job')
    .select(['next_page', 'page_count'])
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (job === undefined || job.next_page <= job.page_count) return false;
  const open = await db
    .selectFrom('print_page')
    .select('page')
    .where('run_id', '=', runId)
    .where('state', 'in', ['given', 'back'])
    .limit(1)
    .executeTakeFirst();
  return open === undefined;
}

/**
 * Ends a run once the assistant knows that no more pages come. False if a page is to be printed again, of which the
 * assistant doesn't know yet.
 */
export async function endPrinted({ db, queue, now }: StepContext, runId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Locks the job, so that its pages can't be decided meanwhile.
    await closeJob(tx, runId);
    if (!(await isPrinted(tx, runId))) {
      await tx.updateTable('print_job').set({ state: 'open' }).where('run_id', '=', runId).execute();
      return false;
    }
    const time = now();
    await endRun({ queue }, tx, runId, { state: 'done', finished_at: time, updated_at: time });
    return true;
  });
}

/** Fails a run whose pages the printer doesn't accept. */
export async function failPrinting({ db, queue, now }: StepContext, runId: string, why: Problem): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const time = now();
    await endRun({ queue }, tx, runId, {
      state: 'failed',
      problem: JSON.stringify(why),
      finished_at: time,
      updated_at: time,
    });
  });
}

/** Stops sending pages of the job. */
export async function closeJob(tx: Db, runId: string): Promise<void> {
  await tx.updateTable('print_job').set({ state: 'ended' }).where('run_id', '=', runId).execute();
}

export async function noteTrouble(db: Db, runId: string, why: Problem): Promise<void> {
  await db
    .updateTable('print_job')
    .set({ problem: JSON.stringify(why) })
    .where('run_id', '=', runId)
    .execute();
}

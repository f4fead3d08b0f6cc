import { randomUUID } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';
import type { DoubtDecision, PageInDoubt } from '#protocol/api.ts';
import type { Db } from '../../core/database/open-database.ts';
import { endRun } from '../run-steps.ts';
import { closeJob, inParts, isPrinted } from './print-jobs.ts';
import type { CoreServices } from '../../core/services.ts';

const READ_AT_ONCE = 1_000;
/** Pages of one transaction. For a completed run each batch is reprinted by a run of its own. */
const DECIDED_AT_ONCE = 2_500;

type Needed = Pick<CoreServices, 'db' | 'queue' | 'now'>;

/** A page with an unknown result, or one that was sent to an assistant that is not connected. */
interface OpenPage {
  readonly page: number;
  readonly state: 'given' | 'doubt';
  readonly round: number;
  readonly assistant_id: string | null;
}

/** The pages of a run that can be decided, in order. Those that are being reprinted are excluded. */
export async function pagesInDoubt(db: Db, runId: string, time: number): Promise<PageInDoubt[]> {
  const pages: PageInDoubt[] = [];
  for await (const some of partsInDoubt(db, runId, time)) pages.push(...some);
  return pages;
}

/** The same in batches: a run may have hundreds of thousands of pages. */
export async function* partsInDoubt(db: Db, runId: string, time: number): AsyncGenerator<readonly PageInDoubt[]> {
  for (let last: number | null = 0; last !== null;) {
    const rows = await db
      .selectFrom('print_page')
      .leftJoin('assistant', 'assistant.id', 'print_page.assistant_id')
      .select(['print_page.page', 'print_page.state', 'assistant.name', 'assistant.connected_until as until'])
      .where('print_page.run_id', '=', runId)
      .where('print_page.page', '>', last)
      .where('print_page.state', 'in', ['given', 'doubt'])
      .orderBy('print_page.page')
      .limit(READ_AT_ONCE)
      .execute();
    yield rows
      .filter(({ state, until }) => state === 'doubt' || Number(until ?? 0) <= time)
      .map(({ page, state, name }) => ({
        page,
        state: state === 'given' ? ('unanswered' as const) : ('doubt' as const),
        assistant: name ?? '',
      }));
    last = rows.length < READ_AT_ONCE ? null : (rows.at(-1)?.page ?? null);
    await immediate();
  }
}

export interface Decided {
  /** Pages that were unconfirmed until now. */
  readonly pages: readonly number[];
  /** Pages of a completed run to reprint by runs of their own, by the names of the decisions. */
  readonly again: ReadonlyMap<string, readonly number[]>;
}

/**
 * Decides on unconfirmed pages. `printed`: they are counted, and never sent again. `again`: they are sent again, as
 * pages of another job of the assistant, because its record prevents it from printing a page of a job twice. Other
 * pages are unchanged, so a repeated call changes nothing. An absent assistant must return those it still has
 * before it gets anything else. `only` is null for all. Many pages are decided in batches, each of which blocks other
 * queries.
 */
export async function decidePages(
  services: Needed,
  runId: string,
  decision: DoubtDecision,
  only: readonly number[] | null,
): Promise<Decided> {
  const wanted = only === null ? null : new Set(only);
  const pages: number[] = [];
  let isOpen = false;
  for (let after: number | null = 0; after !== null;) {
    const part: DecidedPart = await decidePart(services, runId, decision, { wanted, after });
    for (const page of part.pages) pages.push(page);
    ({ isOpen, last: after } = part);
    await immediate();
  }
  return { pages, again: isOpen ? new Map() : await toStart(services.db, runId) };
}

interface DecidedPart {
  readonly pages: readonly number[];
  /** Whether the run is open. */
  readonly isOpen: boolean;
  /** The last decided page, if others may follow; null for the end. */
  readonly last: number | null;
}

async function decidePart(
  { db, queue, now }: Needed,
  runId: string,
  decision: DoubtDecision,
  { wanted, after }: { readonly wanted: ReadonlySet<number> | null; readonly after: number },
): Promise<DecidedPart> {
  return db.transaction().execute(async (tx) => {
    const time = now();
    const absent = await lockAbsent(tx, runId, time);
    // Locks the job, so that it does not end meanwhile.
    const job = await tx
      .updateTable('print_job')
      .set((eb) => ({ created_at: eb.ref('created_at') }))
      .where('run_id', '=', runId)
      .returning(['printer_id', 'state', 'rounds'])
      .executeTakeFirst();
    if (job === undefined) return { pages: [], isOpen: true, last: null };
    const run = await tx.selectFrom('label_run').select('state').where('id', '=', runId).executeTakeFirst();
    const isOpen = run?.state === 'printing' && job.state === 'open';
    const found = await openPages(tx, runId, after);
    const open = found.filter(
      ({ page, state, assistant_id: id }) =>
        (wanted === null || wanted.has(page)) && (state === 'doubt' || (id !== null && absent.has(id))),
    );
    const byPage = Map.groupBy(open, ({ page }) => page);
    const decided: OpenPage[] = [];
    const name = randomUUID();
    for (const pages of inParts(open.map(({ page }) => page))) {
      const taken = await takePages(tx, runId, pages, decision, isOpen ? null : name);
      for (const page of taken) decided.push(...(byPage.get(page) ?? []));
    }
    await recall(tx, runId, decided);
    const rounds = decided.reduce((most, { round }) => Math.max(most, round + 1), 0);
    const printed = decision === 'printed' ? decided.length : 0;
    await tx
      .updateTable('print_job')
      .set((eb) => ({
        printed: eb('printed', '+', printed),
        rounds: decision === 'again' && isOpen ? Math.max(job.rounds, rounds) : job.rounds,
      }))
      .where('run_id', '=', runId)
      .execute();
    if (decided.length > 0)
      await tx.updateTable('label_run').set({ updated_at: time }).where('id', '=', runId).execute();
    if (isOpen && (await isPrinted(tx, runId)) && !(await hasAssistant(tx, job.printer_id, time))) {
      // No assistant is connected that could be notified that no more pages come.
      await closeJob(tx, runId);
      await endRun({ queue }, tx, runId, { state: 'done', finished_at: time, updated_at: time });
    }
    const last = found.length < DECIDED_AT_ONCE ? null : (found.at(-1)?.page ?? null);
    return { pages: decided.map(({ page }) => page), isOpen, last };
  });
}

/** Forgets pages whose reprint has started. */
export async function forgetStarted(db: Db, runId: string, name: string): Promise<void> {
  await db
    .deleteFrom('print_page')
    .where('run_id', '=', runId)
    .where('state', '=', 'again')
    .where('record', '=', name)
    .execute();
}

/** Locks the assistants that have not answered for pages of the run, and returns those that are not connected. */
async function lockAbsent(tx: Db, runId: string, time: number): Promise<ReadonlySet<string>> {
  const given = await tx
    .selectFrom('print_page')
    .select('assistant_id')
    .distinct()
    .where('run_id', '=', runId)
    .where('state', '=', 'given')
    .orderBy('assistant_id')
    .execute();
  const absent = new Set<string>();
  for (const { assistant_id: id } of given) {
    if (id === null) continue;
    const row = await tx
      .updateTable('assistant')
      .set((eb) => ({ created_at: eb.ref('created_at') }))
      .where('id', '=', id)
      .returning('connected_until')
      .executeTakeFirst();
    if (Number(row?.connected_until ?? 0) <= time) absent.add(id);
  }
  return absent;
}

/** The next pages after a page, at most one batch. */
async function openPages(tx: Db, runId: string, after: number): Promise<readonly OpenPage[]> {
  const rows = await tx
    .selectFrom('print_page')
    .select(['page', 'state', 'round', 'assistant_id'])
    .where('run_id', '=', runId)
    .where('page', '>', after)
    .where('state', 'in', ['given', 'doubt'])
    .orderBy('page')
    .limit(DECIDED_AT_ONCE)
    .execute();
  return rows.flatMap(({ state, ...page }) => (state === 'given' || state === 'doubt' ? [{ ...page, state }] : []));
}

/** Takes the pages without a concurrent decision. `name` is that of a decision about a completed run. */
async function takePages(
  tx: Db,
  runId: string,
  pages: readonly number[],
  decision: DoubtDecision,
  name: string | null,
): Promise<ReadonlySet<number>> {
  const taken =
    decision === 'printed'
      ? await tx
          .deleteFrom('print_page')
          .where('run_id', '=', runId)
          .where('state', 'in', ['given', 'doubt'])
          .where('page', 'in', pages)
          .returning('page')
          .execute()
      : await tx
          .updateTable('print_page')
          .set((eb) => ({
            state: name === null ? ('back' as const) : ('again' as const),
            round: eb('round', '+', 1),
            assistant_id: null,
            record: name,
          }))
          .where('run_id', '=', runId)
          .where('state', 'in', ['given', 'doubt'])
          .where('page', 'in', pages)
          .returning('page')
          .execute();
  return new Set(taken.map(({ page }) => page));
}

/** Absent assistants may still have pages that wait for the printer. */
async function recall(tx: Db, runId: string, decided: readonly OpenPage[]): Promise<void> {
  const rows = new Map<string, { run_id: string; round: number; assistant_id: string }>();
  for (const { state, round, assistant_id: id } of decided) {
    if (state === 'given' && id !== null) rows.set(`${round} ${id}`, { run_id: runId, round, assistant_id: id });
  }
  if (rows.size === 0) return;
  await tx
    .insertInto('print_recall')
    .values([...rows.values()])
    .onConflict((conflict) => conflict.columns(['run_id', 'round', 'assistant_id']).doNothing())
    .execute();
}

async function hasAssistant(tx: Db, printerId: string, time: number): Promise<boolean> {
  const row = await tx
    .selectFrom('assistant_printer')
    .innerJoin('assistant', 'assistant.id', 'assistant_printer.assistant_id')
    .select('assistant.id')
    .where('assistant_printer.printer_id', '=', printerId)
    .where('assistant.connected_until', '>', time)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Including those of an earlier decision whose server was killed. */
async function toStart(db: Db, runId: string): Promise<Map<string, number[]>> {
  const again = new Map<string, number[]>();
  for (let last: number | null = 0; last !== null;) {
    const rows: { page: number; record: string | null }[] = await db
      .selectFrom('print_page')
      .select(['page', 'record'])
      .where('run_id', '=', runId)
      .where('page', '>', last)
      .where('state', '=', 'again')
      .orderBy('page')
      .limit(READ_AT_ONCE)
      .execute();
    for (const { page, record } of rows) {
      if (record === null) continue;
      const pages = again.get(record);
      if (pages === undefined) again.set(record, [page]);
      else pages.push(page);
    }
    last = rows.length < READ_AT_ONCE ? null : (rows.at(-1)?.page ?? null);
    await immediate();
  }
  return again;
}

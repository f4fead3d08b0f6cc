import type { IDBPDatabase } from 'idb';
import type { EndedPage, JournalPage, KeptPage } from '#protocol/printing.ts';
import type { EndRange, LabelwrightDb, StoredJournalStep } from './database.ts';

type Database = IDBPDatabase<LabelwrightDb>;

/** Writes steps of jobs, each in the order of the calls. */
export class JournalSteps {
  readonly #database: Database;
  /** The number of each job's last step. */
  readonly #last = new Map<string, Promise<number>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Writes pages of one job in one transaction. Throws when nothing was written. */
  async write(
    durability: 'strict' | 'relaxed',
    sent: readonly JournalPage[],
    ended: readonly EndedPage[],
  ): Promise<void> {
    const jobId = sent[0]?.jobId ?? ended[0]?.jobId;
    if (jobId === undefined) return;
    const part = await this.#nextPart(jobId);
    const transaction = this.#database.transaction('printSteps', 'readwrite', { durability });
    const step = { jobId, part, ends: toEndRanges(ended), sent: sent.map(withoutJob) };
    await Promise.all([transaction.store.put(step), transaction.done]);
  }

  #nextPart(jobId: string): Promise<number> {
    const next = (this.#last.get(jobId) ?? this.#findLast(jobId)).then((last) => last + 1);
    this.#last.set(jobId, next);
    next.catch(() => this.#last.delete(jobId));
    return next;
  }

  async #findLast(jobId: string): Promise<number> {
    const { store } = this.#database.transaction('printSteps');
    return (await store.openKeyCursor(stepsOf(jobId), 'prev'))?.key[1] ?? 0;
  }
}

/** The pages of a job, in the order of their sequences. */
export async function readJournalPages(database: Database, jobId: string): Promise<KeptPage[]> {
  const transaction = database.transaction(['printPages', 'printSteps']);
  const [earlier, steps] = await Promise.all([
    transaction.objectStore('printPages').getAll(stepsOf(jobId)),
    transaction.objectStore('printSteps').getAll(stepsOf(jobId)),
  ]);
  const pages = new Map(earlier.map((page) => [page.sequence, page]));
  for (const { ends, sent } of steps) {
    for (const [from, to, end] of ends) {
      for (let sequence = from; sequence <= to; sequence++) {
        const page = pages.get(sequence);
        if (page !== undefined) pages.set(sequence, { ...page, state: end });
      }
    }
    for (const page of sent) pages.set(page.sequence, { ...page, jobId, state: 'sent' });
  }
  return [...pages.values()].sort((a, b) => a.sequence - b.sequence);
}

/** The keys of all steps, or pages, of a job. */
function stepsOf(jobId: string): IDBKeyRange {
  return IDBKeyRange.bound([jobId], [jobId, []]);
}

function withoutJob(page: JournalPage): StoredJournalStep['sent'][number] {
  const { jobId: _, ...others } = page;
  return others;
}

function toEndRanges(ended: readonly EndedPage[]): EndRange[] {
  const ranges: [...EndRange][] = [];
  for (const { sequence, end } of ended) {
    const last = ranges.at(-1);
    if (last !== undefined && last[2] === end && last[1] + 1 === sequence) last[1] = sequence;
    else ranges.push([sequence, sequence, end]);
  }
  return ranges;
}

import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { toRanges, type JobStatus, type PageAck } from '#protocol/assistant.ts';
import type { PageToPrint } from '#protocol/printing.ts';

/** Handed over, certainly not printed, or unknown. */
type PageState = 'spooled' | 'failed' | 'inDoubt';

interface Job {
  state: JobStatus['state'];
  readonly pages: Map<number, PageState>;
  /** Pages that wait for their turn are canceled when this changes. */
  turn: number;
}

/**
 * Hands a page over. `mark` reports its status so far: until it is called nothing of the page has been sent, and it may
 * be sent again; a page that is in doubt when this answers stays so.
 */
export type Deliver = (mark: (state: PageState) => void) => Promise<Result<null>>;

/**
 * The status of the pages of jobs, for a sink without a record on the other side. It hands over one page at a time, and
 * lasts as long as the object.
 */
export class JobMemory {
  readonly #jobs = new Map<string, Job>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * A page that was sent before gets the same answer. Problems: `print.cancelled`, `print.calledBack`, those of
   * `deliver`.
   */
  send({ jobId, sequence }: PageToPrint, deliver: Deliver): Promise<Result<PageAck>> {
    const job = this.#job(jobId);
    const { turn } = job;
    return this.inTurn(async () => {
      const before = job.pages.get(sequence);
      if (before === 'spooled') return ok({ jobId, sequence, outcome: 'duplicate' });
      if (before === 'inDoubt') return ok({ jobId, sequence, outcome: 'inDoubt' });
      if (job.state === 'cancelled') return err(problem('print.cancelled'));
      if (job.turn !== turn) return err(problem('print.calledBack'));
      const delivered = await deliver((state) => job.pages.set(sequence, state));
      return delivered.ok ? ok({ jobId, sequence, outcome: 'spooled' }) : delivered;
    });
  }

  /** Whether some job has no end. */
  get hasOpenJob(): boolean {
    return [...this.#jobs.values()].some(({ state }) => state === 'open');
  }

  status(jobId: string): JobStatus {
    const job = this.#jobs.get(jobId);
    const inState = (state: PageState): JobStatus['spooled'] =>
      toRanges([...(job?.pages ?? [])].flatMap(([sequence, found]) => (found === state ? [sequence] : [])));
    return {
      jobId,
      known: job !== undefined,
      state: job?.state ?? 'open',
      accepted: [],
      spooled: inState('spooled'),
      inDoubt: inState('inDoubt'),
      failed: inState('failed'),
    };
  }

  /** Cancels the pages of the job that wait for their turn. */
  recallPages(jobId: string): Promise<Result<null>> {
    this.#job(jobId).turn++;
    return this.inTurn(() => Promise.resolve(ok(null)));
  }

  end(jobId: string, state: 'finished' | 'cancelled'): JobStatus {
    this.#job(jobId).state = state;
    return this.status(jobId);
  }

  /** Runs work one after the other, in order with the pages. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  #job(jobId: string): Job {
    const job = this.#jobs.get(jobId) ?? { state: 'open', pages: new Map<number, PageState>(), turn: 0 };
    this.#jobs.set(jobId, job);
    return job;
  }
}

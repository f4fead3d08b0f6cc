import { ok, type Result } from '#model/kernel/result.ts';
import { rangesContain, type AssistantInfo, type JobStatus } from '#protocol/assistant.ts';
import type { PageSink } from '#protocol/printing.ts';
import type { Outbox } from './outbox.ts';

/**
 * Finds out the status of pages with lost answers. The assistant keeps a record of each job. A page that is missing in
 * it was not printed, unless the record has been replaced since the page was sent.
 */
export class Recovery {
  readonly #jobId: string;
  readonly #sink: PageSink;
  readonly #outbox: Outbox;
  readonly #hasSpooled: () => boolean;
  #instance = '';
  /** The assistant's status of the job once it has ended. */
  #ended: JobStatus | null = null;

  /** `hasSpooled`: the assistant has reported some page of the job as spooled. */
  constructor(jobId: string, sink: PageSink, outbox: Outbox, hasSpooled: () => boolean) {
    this.#jobId = jobId;
    this.#sink = sink;
    this.#outbox = outbox;
    this.#hasSpooled = hasSpooled;
  }

  /** The folder of the files that the printer wrote, once the job has ended; undefined if it writes none. */
  get folder(): string | undefined {
    return this.#ended?.folder;
  }

  /** Must be called before the first page is sent, with the assistant that keeps the record. */
  begin({ instance }: AssistantInfo): void {
    this.#instance = instance;
  }

  /** Connects again and settles the lost pages with an end that the assistant knows. The others never arrived. */
  async askWhatHappened(signal: AbortSignal): Promise<Result<null>> {
    const assistant = await this.#sink.connect(signal);
    if (!assistant.ok) return assistant;
    if (this.#outbox.lostSequences().length === 0) return ok(null);
    const status = await this.#sink.jobStatus(this.#jobId, signal);
    if (!status.ok) return status;
    const { instance } = assistant.value;
    const isAnother = this.#isAnotherRecord(instance, status.value);
    for (const sequence of this.#outbox.lostSequences()) {
      const end = isAnother ? 'inDoubt' : settledAs(status.value, sequence);
      if (end !== null) this.#outbox.settle(sequence, end);
    }
    this.#instance = instance;
    return ok(null);
  }

  /** Reports that all pages of the job were sent. Problems: those of `finishJob`. */
  async finish(signal: AbortSignal): Promise<Result<JobStatus>> {
    const finished = await this.#sink.finishJob(this.#jobId, signal);
    if (finished.ok) this.#ended = finished.value;
    return finished;
  }

  /**
   * If the assistant is reachable, it prints no more of the job, and the pages that it may have printed are settled.
   * `unanswered` gives these pages.
   */
  async cancelJob(unanswered: () => Iterable<number>, signal: AbortSignal): Promise<void> {
    this.#outbox.giveUpReturned();
    const assistant = await this.#sink.connect(signal);
    const status = assistant.ok ? await this.#sink.cancelJob(this.#jobId, signal) : assistant;
    if (!assistant.ok || !status.ok || this.#isAnotherRecord(assistant.value.instance, status.value)) return;
    this.#ended = status.value;
    for (const sequence of unanswered()) {
      const inDoubt = rangesContain(status.value.accepted, sequence);
      this.#outbox.settle(sequence, settledAs(status.value, sequence) ?? (inDoubt ? 'inDoubt' : 'notPrinted'));
    }
  }

  /**
   * Whether the record belongs to another assistant or has lost entries. A page may then have been printed although it
   * is missing in the record.
   */
  #isAnotherRecord(instance: string, status: JobStatus): boolean {
    return instance !== this.#instance || (!status.known && this.#hasSpooled());
  }
}

/** The end of a page according to the assistant; null when its record doesn't have the page. */
export function settledAs(status: JobStatus, sequence: number): 'spooled' | 'inDoubt' | null {
  if (rangesContain(status.spooled, sequence)) return 'spooled';
  return rangesContain(status.inDoubt, sequence) ? 'inDoubt' : null;
}

import { ok, type Result } from '#model/kernel/result.ts';
import { rangesContain, type AssistantInfo, type JobStatus } from '#protocol/assistant.ts';
import type { PageSink } from '#protocol/printing.ts';
import type { Outbox } from './outbox.ts';

/**
 * Finds out what became of pages whose answers were lost. The assistant keeps a record of each job; a page that is not in
 * it was not printed, unless the record itself is another one than when the page was sent.
 */
export class Recovery {
  readonly #jobId: string;
  readonly #sink: PageSink;
  readonly #outbox: Outbox;
  readonly #hasSpooled: () => boolean;
  #instance = '';

  /** `hasSpooled`: the assistant has said of some page of the job that the printer has it. */
  constructor(jobId: string, sink: PageSink, outbox: Outbox, hasSpooled: () => boolean) {
    this.#jobId = jobId;
    this.#sink = sink;
    this.#outbox = outbox;
    this.#hasSpooled = hasSpooled;
  }

  /** To be called before the first page is sent, with the assistant whose record it will be in. */
  begin({ instance }: AssistantInfo): void {
    this.#instance = instance;
  }

  /** Connects anew and settles the lost pages whose end the assistant knows. Those left over never arrived. */
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

  /** After this the assistant prints nothing more of the job, and what it had printed is known if it can be reached. */
  async callOff(signal: AbortSignal): Promise<void> {
    const assistant = await this.#sink.connect(signal);
    const status = assistant.ok ? await this.#sink.cancelJob(this.#jobId, signal) : assistant;
    if (!assistant.ok || !status.ok || this.#isAnotherRecord(assistant.value.instance, status.value)) return;
    for (const sequence of this.#outbox.sequences()) {
      const inDoubt = rangesContain(status.value.accepted, sequence);
      this.#outbox.settle(sequence, settledAs(status.value, sequence) ?? (inDoubt ? 'inDoubt' : 'notPrinted'));
    }
  }

  /**
   * True when the record belongs to another assistant or has lost what it had: then it proves nothing that a page is
   * not in it.
   */
  #isAnotherRecord(instance: string, status: JobStatus): boolean {
    return instance !== this.#instance || (!status.known && this.#hasSpooled());
  }
}

/** What the assistant says has become of a page; null when it says nothing of it. */
function settledAs(status: JobStatus, sequence: number): 'spooled' | 'inDoubt' | null {
  if (rangesContain(status.spooled, sequence)) return 'spooled';
  return rangesContain(status.inDoubt, sequence) ? 'inDoubt' : null;
}

import { localTimeAt } from '#model/kernel/local-time.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import { labelCount, oneRecordPerLabel } from '#model/data/copies.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { Template } from '#model/template/template.ts';
import type { Journal, PageEnd, SheetRun } from '#protocol/printing.ts';
import type { TextOverflow, VerifiedPage } from '#protocol/render.ts';
import { orAborted } from '#model/kernel/abort.ts';
import { dataHash, templateHash } from './fingerprint.ts';
import { copiesPerPage, createPlan, recordsAtOnce, repeatsPerRecord, type PrintPlan } from './plan.ts';
import type { PrintPorts } from './ports.ts';
import { Outbox } from './outbox.ts';
import { ReadingLog } from './reading-log.ts';
import { RecordFeed } from './record-feed.ts';
import { Recovery } from './recovery.ts';
import { createReport, type PrintReport } from './report.ts';
import { createRunState, reduceRun, type RunEvent, type RunState } from './run-state.ts';

export interface PrintRequest {
  /** A name that no other run has: at most 64 letters, digits, `-` and `_`. */
  readonly jobId: string;
  readonly jobName: string;
  readonly template: Template;
  /**
   * Gives the template with values that are taken for good, such as serial numbers. Called once, when everything else that
   * could keep the run from starting has been looked at; the run fails with its problem.
   */
  readonly takeValues?: (signal: AbortSignal) => Promise<Result<Template>>;
  readonly records: RecordSource;
  readonly printer: string;
  readonly dpi: number;
  /** The grade that every symbol must have at least. */
  readonly minGrade: Grade;
  /** Whether labels whose text does not fit are printed all the same. */
  readonly overflow: TextOverflow;
  readonly copies: number;
}

/** A print run from its start to its report. */
export interface PrintRun {
  readonly jobId: string;
  state(): RunState;
  /** The listener is called after each change of the state; call what is returned to stop. */
  subscribe(listener: (state: RunState) => void): () => void;
  /** Stops sending pages, even the first one while the run is still preparing. Pages already sent will be printed. */
  pause(): void;
  /** Goes on after a pause. A held run first connects again and finds out what became of the unanswered pages. */
  resume(): void;
  cancel(): void;
  /** Resolves when the run is over. */
  readonly done: Promise<PrintReport>;
}

/**
 * Starts at once. Nothing is sent before the printer is locked, the journal is open and the assistant has answered;
 * without one of these the run ends as failed.
 */
export function startPrintRun(request: PrintRequest, ports: PrintPorts): PrintRun {
  const run = new DrivenRun(request, ports);
  return {
    jobId: request.jobId,
    state: () => run.state,
    subscribe: (listener) => run.subscribe(listener),
    pause: () => run.dispatch({ type: 'paused' }),
    resume: () => run.resume(),
    cancel: () => run.cancel(),
    done: run.drive(),
  };
}

interface Opened {
  readonly plan: PrintPlan;
  readonly journal: Journal;
  readonly run: SheetRun;
}

class DrivenRun {
  state: RunState;
  readonly #request: PrintRequest;
  readonly #ports: PrintPorts;
  readonly #listeners = new Set<(state: RunState) => void>();
  readonly #wakers = new Set<() => void>();
  /** Ends preparing and rendering. */
  readonly #making = new AbortController();
  /** Ends waiting for the assistant. */
  readonly #sending = new AbortController();
  readonly #outbox: Outbox;
  readonly #recovery: Recovery;
  readonly #writes = new Set<Promise<unknown>>();
  readonly #cleanups: (() => void)[] = [];
  readonly #readings: ReadingLog;
  #plan: PrintPlan | null = null;
  #journal: Journal | null = null;
  #cancelled = false;
  #recovering = false;

  constructor(request: PrintRequest, ports: PrintPorts) {
    this.#request = request;
    this.#ports = ports;
    this.#readings = new ReadingLog((part, readings) =>
      this.#write((journal) => journal.keepReadings(request.jobId, part, readings)),
    );
    this.#outbox = new Outbox(ports.sink, this.#sending.signal, {
      settled: (sequence, as) => this.#settled(sequence, as),
      lost: (reason) => this.#lost(reason),
      doubtful: (page) => this.#hold(problem('print.pageInDoubt', { page })),
    });
    const hasSpooled = (): boolean => this.state.counts.spooled > 0;
    this.#recovery = new Recovery(request.jobId, ports.sink, this.#outbox, hasSpooled);
    this.state = createRunState(labelCount(request.records) * Math.max(0, request.copies));
  }

  subscribe(listener: (state: RunState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispatch(event: RunEvent): void {
    const before = this.state;
    this.state = reduceRun(before, event);
    if (this.state !== before) for (const listener of this.#listeners) listener(this.state);
    this.#wake();
  }

  cancel(): void {
    this.#cancelled = true;
    this.#making.abort();
    this.#wake();
  }

  resume(): void {
    if (this.state.phase.type === 'paused') this.dispatch({ type: 'resumed' });
    else if (this.state.phase.type === 'held' && !this.#recovering) void this.#recover();
  }

  async drive(): Promise<PrintReport> {
    const startedAt = this.#ports.clock.now();
    try {
      await this.#run(startedAt);
    } catch (error) {
      // Whatever went wrong, the run must come to an end and have a report.
      this.#fail(problem('render.crashed', { reason: error instanceof Error ? error.message : String(error) }));
    } finally {
      this.#readings.flush();
      this.#sending.abort();
      await Promise.allSettled(this.#writes);
      for (const cleanup of this.#cleanups.toReversed()) cleanup();
    }
    const { jobId, jobName, printer, minGrade, records } = this.#request;
    const head = this.#plan ?? { jobId, jobName, printer, minGrade, templateHash: '', dataHash: '' };
    const { complete } = this.#readings;
    return createReport(head, this.state, startedAt, this.#ports.clock.now(), complete, records.editedCells);
  }

  async #run(startedAt: number): Promise<void> {
    const opened = await this.#prepare(startedAt);
    if (this.#cancelled) return this.#end('cancelled');
    if (!opened.ok) return this.#fail(opened.error);
    this.dispatch({ type: 'started' });
    const made = await this.#makePages(opened.value);
    if (!this.#cancelled && !made.ok) {
      await this.#until(() => this.#outbox.isEmpty || this.state.phase.type === 'held' || this.#cancelled);
      if (this.#outbox.lastSequence > 0) await this.#ports.sink.finishJob(this.#request.jobId, this.#sending.signal);
      return this.#fail(made.error);
    }
    if (!this.#cancelled) await this.#finishJob();
    if (!this.#cancelled) return this.#end('finished');
    if (this.#outbox.lastSequence > 0) await this.#recovery.callOff(this.#sending.signal);
    return this.#end('cancelled');
  }

  // ---- before the first page ---------------------------------------------------------------------------------

  async #prepare(startedAt: number): Promise<Result<Opened>> {
    const { jobId, jobName, template, records, printer, dpi, minGrade, overflow, copies } = this.#request;
    const { sink, renderer, digest, lockPrinter, openJournal } = this.#ports;
    const making = this.#making.signal;
    // The hashes take a while and are added last, so that everything else that is wrong with the plan is told first.
    const totals = { totalRows: records.count, totalLabels: labelCount(records) };
    const draft = { jobId, jobName, printer, dpi, minGrade, copies, ...totals, template };
    const checked = createPlan({ ...draft, templateHash: '', dataHash: '' });
    if (!checked.ok) return checked;
    const lock = await lockPrinter(printer, making, () => this.dispatch({ type: 'queued', waits: true }));
    if (!lock.ok) return lock;
    if (this.state.queued) this.dispatch({ type: 'queued', waits: false });
    this.#cleanups.push(() => lock.value.release());
    const journal = await openJournal();
    if (!journal.ok) return journal;
    this.#journal = journal.value;
    this.#cleanups.push(() => journal.value.close());
    const assistant = await sink.connect(making);
    if (!assistant.ok) return assistant;
    this.#recovery.begin(assistant.value);
    const data = await orAborted(dataHash(records, digest, making), making);
    if (!data.ok) return data;
    const taken = await this.#takeValues();
    if (!taken.ok) return taken;
    const plan = { ...checked.value, templateHash: await templateHash(taken.value, digest), dataHash: data.value };
    this.#plan = plan;
    const opened = await orAborted(
      renderer.openRun(
        { template: taken.value, dpi, minGrade, overflow, now: localTimeAt(new Date(startedAt)) },
        making,
      ),
      making,
    );
    if (!opened.ok) return opened;
    this.#cleanups.push(() => opened.value.close());
    const begun = await journal.value.begin({
      jobId,
      jobName,
      printer,
      templateHash: plan.templateHash,
      dataHash: plan.dataHash,
      startedAt,
    });
    return begun.ok ? ok({ plan, journal: journal.value, run: opened.value }) : begun;
  }

  /** A run that is paused or given up until now wastes no value. */
  async #takeValues(): Promise<Result<Template>> {
    const { template, takeValues } = this.#request;
    if (takeValues === undefined) return ok(template);
    await this.#until(() => this.#cancelled || this.state.phase.type !== 'paused');
    const { signal } = this.#making;
    return signal.aborted ? err(problem('aborted')) : orAborted(takeValues(signal), signal);
  }

  // ---- pages -------------------------------------------------------------------------------------------------

  async #makePages(opened: Opened): Promise<Result<null>> {
    const { plan, run } = opened;
    const { records: rows } = this.#request;
    const source = plan.sheetCells === 1 ? rows : oneRecordPerLabel(rows);
    const feed = new RecordFeed(source, repeatsPerRecord(plan), recordsAtOnce(plan));
    while (!feed.done) {
      if (!(await this.#mayGoOn())) return ok(null);
      const group = await orAborted(feed.next(this.#making.signal), this.#making.signal);
      if (this.#cancelled) return ok(null);
      if (!group.ok) {
        // No row is lost: the run is held, and reads these rows again when the user lets it go on.
        this.dispatch({ type: 'held', problem: group.error });
        continue;
      }
      const { records, last } = group.value;
      const step = await orAborted(run.printRecords(records, last, this.#making.signal), this.#making.signal);
      if (this.#cancelled || !step.ok) return step.ok ? ok(null) : step;
      const copies = records.map((record) => (record.copies ?? 1) * copiesPerPage(plan));
      this.dispatch({ type: 'rendered', labels: step.value.labels, copies });
      this.#readings.add(step.value.labels);
      // A page of one label is made with its record: each verified label has its page, in the same order.
      const copiesOfPage = copies.filter((_, i) => step.value.labels[i]?.verified === true);
      for (const [i, page] of step.value.pages.entries()) {
        if (!(await this.#send(opened, page, plan.sheetCells === 1 ? (copiesOfPage[i] ?? 1) : 1))) return ok(null);
      }
    }
    return ok(null);
  }

  /** False when the run was cancelled before the page went out. */
  async #send({ plan, journal }: Opened, verified: VerifiedPage, copies: number): Promise<boolean> {
    const sequence = this.#outbox.lastSequence + 1;
    const { jobId, jobName, printer } = plan;
    const rows = verified.labels.map((label) => label.row);
    for (;;) {
      if (!(await this.#mayGoOn(() => this.#outbox.hasRoom))) return false;
      const written = await journal.intend({ jobId, sequence, rows, bitsHash: verified.bitsHash });
      if (written.ok) break;
      this.dispatch({ type: 'held', problem: written.error });
    }
    if (!(await this.#mayGoOn())) {
      this.#write((open) => open.settle(jobId, sequence, 'notPrinted'));
      return false;
    }
    const size = { widthMm: plan.pageWidthMm, heightMm: plan.pageHeightMm };
    this.dispatch({ type: 'sent', page: { sequence, rows, labels: rows.length * copies } });
    this.#outbox.send({ jobId, sequence, printer, copies, jobName, ...size, page: verified });
    return true;
  }

  #settled(sequence: number, as: PageEnd): void {
    this.#write((journal) => journal.settle(this.#request.jobId, sequence, as));
    this.dispatch({ type: 'settled', sequence, as });
  }

  /** Only the first loss is the reason for holding the run; pages that fail later just had no answer either. */
  #lost(reason: Problem): void {
    if (this.state.phase.type !== 'held') this.#hold(reason);
    this.#wake();
  }

  #hold(reason: Problem): void {
    if (!this.#cancelled) this.dispatch({ type: 'held', problem: reason });
  }

  /**
   * Writes to the journal without being waited for. If the end of a page is not written, the page counts as sent with
   * an unknown end, which is the safe side.
   */
  #write(write: (journal: Journal) => Promise<Result<null>>): Promise<Result<null>> | null {
    if (this.#journal === null) return null;
    const writing = write(this.#journal);
    this.#writes.add(writing);
    void writing.finally(() => this.#writes.delete(writing)).catch(() => undefined);
    return writing;
  }

  // ---- after a loss ------------------------------------------------------------------------------------------

  async #recover(): Promise<void> {
    this.#recovering = true;
    try {
      const found = await this.#recovery.askWhatHappened(this.#sending.signal);
      if (this.#cancelled) return;
      if (!found.ok) {
        this.dispatch({ type: 'held', problem: found.error });
        return;
      }
      // Pages that never arrived are sent again before new ones.
      this.dispatch({ type: 'resumed' });
      this.#outbox.sendLostAgain();
    } finally {
      this.#recovering = false;
    }
  }

  // ---- the end -----------------------------------------------------------------------------------------------

  async #finishJob(): Promise<void> {
    for (;;) {
      if (!(await this.#mayGoOn(() => this.#outbox.isEmpty))) return;
      if (this.#outbox.lastSequence === 0) return;
      const finished = await this.#ports.sink.finishJob(this.#request.jobId, this.#sending.signal);
      if (finished.ok) return;
      this.dispatch({ type: 'held', problem: finished.error });
    }
  }

  #end(as: 'finished' | 'cancelled'): void {
    this.#write((journal) => journal.end(this.#request.jobId, as));
    this.dispatch({ type: 'ended', as });
  }

  #fail(reason: Problem): void {
    this.#write((journal) => journal.end(this.#request.jobId, 'failed'));
    this.dispatch({ type: 'failed', problem: reason });
  }

  // ---- waiting -----------------------------------------------------------------------------------------------

  /** Waits until the run is running and `also` holds; false when it was cancelled. */
  async #mayGoOn(also: () => boolean = () => true): Promise<boolean> {
    await this.#until(() => this.#cancelled || (this.state.phase.type === 'running' && also()));
    return !this.#cancelled;
  }

  async #until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#wakers.add(resolve));
  }

  #wake(): void {
    const wakers = [...this.#wakers];
    this.#wakers.clear();
    for (const wake of wakers) wake();
  }
}

import { localTimeAt } from '#model/kernel/local-time.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { labelCount } from '#model/data/copies.ts';
import type { Template } from '#model/template/template.ts';
import type {
  EndedPage,
  JobOutcome,
  Journal,
  JournalPage,
  PageEnd,
  SheetRun,
  PageSink,
  SheetRenderer,
} from '#protocol/printing.ts';
import { orAborted } from '#model/kernel/abort.ts';
import { dataHash, templateHash } from './fingerprint.ts';
import { createPlan, type PrintPlan } from './plan.ts';
import type { PrintRequest } from './print-request.ts';
import { sizedTemplate } from './sized-template.ts';
import { keptRun } from './kept-run.ts';
import { makePages, type MakerRun } from './make-pages.ts';
import { Outbox } from './outbox.ts';
import { PageLog } from './page-log.ts';
import { PageSender } from './page-sender.ts';
import { ReadingLog } from './reading-log.ts';
import { Recovery } from './recovery.ts';
import { createReport, type PrintReport } from './report.ts';
import { findEnds, type Resumption } from './resume.ts';
import { createRunState, reduceRun, type RunEvent, type RunState } from './run-state.ts';

interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** The dependencies of a print run. */
export interface PrintPorts {
  readonly renderer: SheetRenderer;
  readonly sink: PageSink;
  /** `print.noJournal` when no journal can be kept. */
  openJournal(): Promise<Result<Journal>>;
  /** Allows one run at a time per printer, in the order of the calls; `onWait` is called when another run has it. */
  lockPrinter(printer: string, signal: AbortSignal, onWait: () => void): Promise<Result<{ release(): void }>>;
  /** Lower-case hexadecimal SHA-256. */
  digest(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  readonly clock: Clock;
}

/**
 * Starts at once. Nothing is sent before the printer is locked, the journal is open and the assistant has answered;
 * without one of these the run fails.
 */
export function startPrintRun(request: PrintRequest, ports: PrintPorts): PrintRun {
  const run = new DrivenRun(request, ports);
  return {
    jobId: request.jobId,
    state: () => run.state,
    isUnconfirmed: () => run.unconfirmed.unconfirmed === true,
    subscribe: (listener) => run.subscribe(listener),
    pause: () => run.pause(),
    resume: () => run.resume(),
    cancel: () => run.cancel(),
    suspend: () => run.suspend(),
    done: run.drive(),
  };
}

interface Opened {
  readonly plan: PrintPlan;
  readonly run: SheetRun;
  readonly sender: PageSender;
}

class DrivenRun {
  state: RunState;
  readonly #request: PrintRequest;
  readonly #ports: PrintPorts;
  readonly #listeners = new Set<(state: RunState) => void>();
  readonly #wakers = new Set<() => void>();
  /** Aborts preparing and rendering. */
  readonly #making = new AbortController();
  /** Aborts waiting for the assistant. */
  readonly #sending = new AbortController();
  readonly #outbox: Outbox;
  readonly #recovery: Recovery;
  readonly #writes = new Set<Promise<unknown>>();
  readonly #cleanups: (() => void)[] = [];
  readonly #readings: ReadingLog;
  #plan: PrintPlan | null = null;
  #journal: Journal | null = null;
  #pageLog: PageLog | null = null;
  #sender: PageSender | null = null;
  /** Settles when the pages that a pause recalls have been recalled; null afterwards. */
  #recalling: Promise<unknown> | null = null;
  #resumeRequested = false;
  unconfirmed: Pick<PrintReport, 'unconfirmed'> = {};
  /** Pages that were sent before the run was resumed and never arrived. */
  #toMakeAgain: readonly JournalPage[] = [];
  /** The journal has the run, and all dependencies are available. */
  #isReady = false;
  #cancelled = false;
  #recovering = false;

  constructor(request: PrintRequest, ports: PrintPorts) {
    this.#request = request;
    this.#ports = ports;
    this.#readings = new ReadingLog(
      (part, readings, at) => this.#write((journal) => journal.keepReadings(request.jobId, part, readings, at)),
      request.resume?.readings,
    );
    this.#outbox = new Outbox(ports.sink, this.#sending.signal, {
      settled: (sequence, as) => this.#settled(sequence, as),
      lost: (reason) => this.#lost(reason),
      returned: () => void (this.state.phase.type === 'running' && this.#outbox.sendAgain()),
      doubtful: (page) => this.#hold(problem('print.pageInDoubt', { page })),
    });
    const hasSpooled = (): boolean => this.state.counts.spooled > 0;
    this.#recovery = new Recovery(request.jobId, ports.sink, this.#outbox, hasSpooled);
    const asked = labelCount(request.records) * Math.max(0, request.copies);
    this.state = request.resume?.point.state ?? createRunState(asked);
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

  pause(): void {
    this.#resumeRequested = false;
    this.dispatch({ type: 'paused' });
    if (this.#outbox.isEmpty || this.#recalling !== null) return;
    const { jobId } = this.#request;
    this.#recalling = this.#ports.sink.recallPages(jobId, this.#sending.signal).then(
      () => this.#recalled(),
      () => this.#recalled(),
    );
  }

  resume(): void {
    if (this.state.phase.type === 'paused') this.#continueAfterRecall();
    else if (this.state.phase.type === 'held' && !this.#recovering) void this.#recover();
  }

  suspend(): void {
    this.#readings.flush();
    this.#writeEnds();
  }

  async drive(): Promise<PrintReport> {
    const startedAt = this.#request.resume?.kept.startedAt ?? this.#ports.clock.now();
    try {
      await this.#run(startedAt);
    } catch (error) {
      // The run must end and have a report, whatever failed.
      this.#fail(problem('render.crashed', { reason: error instanceof Error ? error.message : String(error) }));
    } finally {
      this.#readings.flush();
      this.#making.abort();
      this.#sending.abort();
      await Promise.allSettled(this.#writes);
      for (const cleanup of this.#cleanups.toReversed()) cleanup();
    }
    const { jobId, jobName, printer, minGrade, records, repeats } = this.#request;
    const plan = this.#plan ?? { jobId, jobName, printer, minGrade, templateHash: '', dataHash: '' };
    const head = { ...plan, repeats, folder: this.#recovery.folder, ...this.unconfirmed };
    const endedAt = this.#ports.clock.now();
    return createReport(head, this.state, startedAt, endedAt, this.#readings.complete, records.editedCells);
  }

  async #run(startedAt: number): Promise<void> {
    const opened = await this.#prepare(startedAt);
    if (this.#cancelled) return this.#end('cancelled');
    if (!opened.ok) return this.#fail(opened.error);
    const { sender } = opened.value;
    this.dispatch({ type: 'started' });
    const making = this.#makePages(opened.value).finally(() => {
      sender.complete();
      this.#wake();
    });
    const sending = sender.sendAll();
    const made = await Promise.race([making, sending.then(() => making)]);
    if (!this.#cancelled && !made.ok) {
      const answered = sending.then(() => this.#until(() => this.#outbox.isEmpty));
      await Promise.race([answered, this.#until(() => this.state.phase.type === 'held' || this.#cancelled)]);
      if (this.#outbox.lastSequence > 0) await this.#recovery.finish(this.#sending.signal);
      return this.#fail(made.error);
    }
    await sending;
    if (!this.#cancelled) await this.#finishJob();
    if (!this.#cancelled) return this.#end('finished');
    if (this.#outbox.lastSequence > 0) {
      await this.#recovery.cancelJob(() => [...this.state.out.keys()], this.#sending.signal);
    }
    return this.#end('cancelled');
  }

  // ---- before the first page ---------------------------------------------------------------------------------

  async #prepare(startedAt: number): Promise<Result<Opened>> {
    const { jobId, jobName, template, records, printer, dpi, minGrade, overflow, copies, calibration, resume } =
      this.#request;
    const { sink, renderer, digest, lockPrinter, openJournal } = this.#ports;
    const making = this.#making.signal;
    // The hashes take a while and are added last, so that all other faults of the plan are reported first.
    const totals = { totalRows: records.count, totalLabels: labelCount(records) };
    const draft = { jobId, jobName, printer, dpi, minGrade, copies, ...totals, template };
    const checked = createPlan({ ...draft, firstCell: this.#request.firstCell, templateHash: '', dataHash: '' });
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
    if (assistant.value.confirms === false || resume?.kept.unconfirmed) this.unconfirmed = { unconfirmed: true };
    const ends = resume === undefined ? ok([]) : await findEnds(resume.kept, resume.point, sink, 'jobStatus', making);
    if (!ends.ok) return ends;
    const data = await orAborted(dataHash(records, digest, making), making);
    if (!data.ok) return data;
    if (resume !== undefined && resume.kept.dataHash !== data.value) return err(problem('print.keptChanged'));
    const taken = await this.#takeValues();
    if (!taken.ok) return taken;
    const now = resume?.kept.now ?? localTimeAt(new Date(startedAt));
    const fonts = (resume?.kept ?? this.#request.keep)?.fonts;
    const chosen = { template: taken.value, dpi, minGrade, overflow, now };
    const calibrated = calibration === null ? chosen : { ...chosen, calibration };
    const unsized = fonts === undefined ? calibrated : { ...calibrated, fonts };
    // A resumed run has the sizes of its start.
    const onMeasured = (done: number, total: number): void => this.dispatch({ type: 'measured', done, total });
    const sized = resume === undefined ? await sizedTemplate(renderer, unsized, records, making, onMeasured) : taken;
    if (!sized.ok) return sized;
    const setup = { ...unsized, template: sized.value };
    const plan = { ...checked.value, templateHash: await templateHash(sized.value, digest), dataHash: data.value };
    this.#plan = plan;
    const opened = await orAborted(renderer.openRun(setup, making), making);
    if (!opened.ok) return opened;
    this.#cleanups.push(() => opened.value.close());
    if (resume === undefined) {
      const { templateHash, dataHash } = plan;
      const job = { jobId, jobName, printer, templateHash, dataHash, startedAt };
      const kept = keptRun(this.#request, job, setup, this.state.counts.asked, assistant.value);
      const begun = await journal.value.begin(job, kept);
      if (!begun.ok) return begun;
    }
    this.#isReady = true;
    this.#pageLog = new PageLog(journal.value);
    this.#sender = new PageSender(this.#outbox, this.#pageLog, {
      waitUntilRunning: (also) => this.#waitUntilRunning(also),
      hold: (reason) => this.#hold(reason),
      sent: ({ page, entry: { sequence, rows } }) =>
        this.dispatch({ type: 'sent', page: { sequence, rows, labels: rows.length * page.copies } }),
    });
    if (resume !== undefined) this.#restore(resume, ends.value);
    return ok({ plan, run: opened.value, sender: this.#sender });
  }

  /** Writes the ends of the pages that were sent before; those without a known end are rendered again. */
  #restore({ point }: Resumption, ends: readonly EndedPage[]): void {
    this.#outbox.startAfter(point.lastSequence);
    this.#pageLog?.restore(point.unsettled);
    for (const { sequence, end } of ends) this.#settled(sequence, end);
    this.#toMakeAgain = point.unsettled.filter(({ sequence }) => this.state.out.has(sequence));
  }

  /** A run that was paused or canceled before wastes no value. */
  async #takeValues(): Promise<Result<Template>> {
    const { template, takeValues } = this.#request;
    if (takeValues === undefined) return ok(template);
    await this.#until(() => this.#cancelled || this.state.phase.type !== 'paused');
    const { signal } = this.#making;
    return signal.aborted ? err(problem('aborted')) : orAborted(takeValues(signal), signal);
  }

  // ---- pages -------------------------------------------------------------------------------------------------

  #makePages({ plan, run, sender }: Opened): Promise<Result<null>> {
    const { point } = this.#request.resume ?? {};
    const from = point === undefined ? undefined : { ...point, pages: this.#toMakeAgain };
    const hooks: MakerRun = {
      signal: this.#making.signal,
      waitUntilRunning: (also) => this.#waitUntilRunning(also),
      isRunning: () => this.state.phase.type === 'running',
      hold: (reason) => this.#hold(reason),
      made: (labels, copies) => {
        this.dispatch({ type: 'rendered', labels, copies });
        this.#readings.add(labels);
      },
      added: () => this.#wake(),
    };
    return makePages(plan, this.#request.records, run, sender, hooks, from);
  }

  #settled(sequence: number, as: PageEnd): void {
    this.#pageLog?.settle(sequence, as);
    // The end can't be written with intents, because none will come soon.
    if (this.#sender?.isDone === true || this.state.phase.type !== 'running') this.#writeEnds();
    this.dispatch({ type: 'settled', sequence, as });
  }

  #writeEnds(): void {
    this.#write(() => this.#pageLog?.flush() ?? Promise.resolve(ok(null)));
  }

  /**
   * The connection is lost, and the run stalls. Only the first loss is its reason; pages that fail later had no answer
   * either.
   */
  #lost(reason: Problem): void {
    if (this.state.phase.type !== 'held') this.#hold(reason);
    this.#wake();
  }

  /** The run is stalled from now on, until the user resumes or cancels it. */
  #hold(reason: Problem): void {
    if (!this.#cancelled) this.dispatch({ type: 'held', problem: reason });
  }

  /**
   * Writes to the journal without waiting. If the end of a page is not written, the page counts as sent with an unknown
   * end, which is the safe side.
   */
  #write(write: (journal: Journal) => Promise<Result<null>>): Promise<Result<null>> | null {
    if (this.#journal === null) return null;
    const writing = write(this.#journal);
    this.#writes.add(writing);
    void writing.finally(() => this.#writes.delete(writing)).catch(() => undefined);
    return writing;
  }

  // ---- after a loss ------------------------------------------------------------------------------------------

  /** Recalled pages are sent before new ones. */
  #continueAfterRecall(): void {
    this.#resumeRequested = this.#recalling !== null;
    if (this.#resumeRequested) return;
    this.dispatch({ type: 'resumed' });
    this.#outbox.sendAgain();
  }

  #recalled(): void {
    this.#recalling = null;
    if (this.#resumeRequested && this.state.phase.type === 'paused') this.#continueAfterRecall();
  }

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
      this.#outbox.sendAgain();
    } finally {
      this.#recovering = false;
    }
  }

  // ---- the end -----------------------------------------------------------------------------------------------

  async #finishJob(): Promise<void> {
    for (;;) {
      if (!(await this.#waitUntilRunning(() => this.#outbox.isEmpty))) return;
      if (this.#outbox.lastSequence === 0) return;
      const finished = await this.#recovery.finish(this.#sending.signal);
      if (finished.ok) return;
      this.dispatch({ type: 'held', problem: finished.error });
    }
  }

  #end(as: 'finished' | 'cancelled'): void {
    this.#writeEnd(as);
    this.dispatch({ type: 'ended', as });
  }

  #fail(reason: Problem): void {
    this.#writeEnd('failed');
    this.dispatch({ type: 'failed', problem: reason });
  }

  /** The job ends in the journal after its pages. One that could not be resumed has no end yet. */
  #writeEnd(outcome: JobOutcome): void {
    if (this.#request.resume !== undefined && !this.#isReady) return;
    this.#write(async (journal) => {
      await this.#pageLog?.flush();
      return journal.end(this.#request.jobId, outcome);
    });
  }

  // ---- waiting -----------------------------------------------------------------------------------------------

  /** Waits until the run is running and `also` holds; false when it was canceled. */
  async #waitUntilRunning(also: () => boolean = () => true): Promise<boolean> {
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

/** A print run from its start to its report. */
export interface PrintRun {
  readonly jobId: string;
  state(): RunState;
  /** True as soon as it is known that nothing will report the status of the sent pages. */
  isUnconfirmed(): boolean;
  /** Calls the listener after each change of the state; the returned function unsubscribes. */
  subscribe(listener: (state: RunState) => void): () => void;
  /**
   * Stops sending pages, even the first one while the run is still preparing, and recalls those that wait for their
   * printer. Those that it has are printed.
   */
  pause(): void;
  /** Continues after a pause. A held run first connects again and finds out the status of the unanswered pages. */
  resume(): void;
  cancel(): void;
  /** Writes pending information to the journal at once: the page may be closed before the next write. */
  suspend(): void;
  /** Resolves when the run is over. */
  readonly done: Promise<PrintReport>;
}

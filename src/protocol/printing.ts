import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { SheetGeometry } from '#model/page/display-list.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { SymbolMeasures } from '#model/symbology/read/measures.ts';
import type { Symbology } from '#model/symbology/types.ts';
import type { AssistantInfo, JobStatus, PageAck } from './assistant.ts';
import type { PrintStep, RunSetup, VerifiedPage } from './render.ts';

/*
 * What a print run needs of the outside world. The run (`src/printing`) is written against these, and the services
 * (`src/services`: render worker, assistant, browser database) implement them; neither imports the other.
 */

/** A run that is open in the renderer. After an abort or a crash each call answers with a problem: open another. */
export interface SheetRun {
  readonly sheet: SheetGeometry;
  /** `flush` sends out a sheet that is not full. An abort ends the run. */
  printRecords(records: readonly DataRecord[], flush: boolean, signal: AbortSignal): Promise<Result<PrintStep>>;
  close(): void;
}

/** Makes verified pages of records. */
export interface SheetRenderer {
  openRun(setup: RunSetup, signal: AbortSignal): Promise<Result<SheetRun>>;
}

/** One page for a printer: verified, and numbered within its job from 1. */
export interface PageToPrint {
  readonly jobId: string;
  readonly sequence: number;
  readonly printer: string;
  readonly copies: number;
  readonly jobName: string;
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  readonly page: VerifiedPage;
}

/** Where pages are sent. A page of a job, named by its sequence, is printed at most once, however often it is sent. */
export interface PageSink {
  connect(signal: AbortSignal): Promise<Result<AssistantInfo>>;
  /** A problem here does not say that the page was not printed: ask `jobStatus`. */
  sendPage(page: PageToPrint, signal: AbortSignal): Promise<Result<PageAck>>;
  jobStatus(jobId: string, signal: AbortSignal): Promise<Result<JobStatus>>;
  /**
   * Calls back the pages of the job that wait for their printer: `sendPage` answers `print.calledBack` for each, before
   * this settles. Surely not printed, they may be sent again.
   */
  callBack(jobId: string, signal: AbortSignal): Promise<Result<null>>;
  finishJob(jobId: string, signal: AbortSignal): Promise<Result<JobStatus>>;
  /** Pages that have not reached the printer by then never will; the answer says which have. */
  cancelJob(jobId: string, signal: AbortSignal): Promise<Result<JobStatus>>;
}

/** What became of one symbol of one label; or of a label that was refused before it had one (then without symbology). */
export interface Reading {
  readonly row: number;
  readonly elementName: string;
  readonly symbology: Symbology | null;
  readonly expected: string;
  readonly decoded: string | null;
  /** Null for a symbol that is mirrored on purpose, and where there is no symbol. */
  readonly grade: Grade | null;
  readonly measures: SymbolMeasures | null;
  /** The label was printed; false when it was refused, for this symbol or for another reason. */
  readonly printed: boolean;
  /** What keeps this from being printed, or what holds the grade down. */
  readonly reasons: readonly Problem[];
}

/** What a run is, written before anything of it is sent. */
export interface JournalJob {
  readonly jobId: string;
  readonly jobName: string;
  readonly printer: string;
  readonly templateHash: string;
  readonly dataHash: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

export interface JournalPage {
  readonly jobId: string;
  readonly sequence: number;
  /** The rows of the labels on it, in cell order. */
  readonly rows: readonly number[];
  readonly bitsHash: string;
}

/** What became of a page that was sent: the printer's spooler has it, nobody can tell, or it was surely not printed. */
export type PageEnd = 'spooled' | 'inDoubt' | 'notPrinted';

/** A page whose end is known. */
export interface EndedPage extends JournalPage {
  readonly end: PageEnd;
}

export type JobOutcome = 'finished' | 'cancelled' | 'failed';

/** The durable record of what was sent. */
export interface Journal {
  begin(job: JournalJob): Promise<Result<null>>;
  /**
   * Writes all of it or nothing. It is on the disk when this answers, so it is called before any of `pages` is sent;
   * `ended` are earlier pages whose ends became known meanwhile.
   */
  intend(pages: readonly JournalPage[], ended: readonly EndedPage[]): Promise<Result<null>>;
  /** A crash soon after may undo it: then these pages count as sent, with an unknown end. */
  settle(ended: readonly EndedPage[]): Promise<Result<null>>;
  /** How symbols read, in the order of the labels; `part` counts from 0. Those of old jobs give way. */
  keepReadings(jobId: string, part: number, readings: readonly Reading[]): Promise<Result<null>>;
  end(jobId: string, outcome: JobOutcome): Promise<Result<null>>;
  close(): void;
}

import type { Abort } from '#model/kernel/abort.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { AssistantInfo, JobStatus, PageAck } from '#protocol/assistant.ts';
import type { Reading } from './readings.ts';
import type { PrintStep, RunOpened, RunSetup, VerifiedPage } from '#protocol/render.ts';

/** What a print run needs of the outside world. The render worker's API and the assistant's client fit as they are. */

/** Makes verified pages of records. */
export interface SheetRenderer {
  openRun(setup: RunSetup, signal: Abort): Promise<Result<RunOpened>>;
  printRecords(
    runId: number,
    records: readonly DataRecord[],
    flush: boolean,
    signal: Abort,
  ): Promise<Result<PrintStep>>;
  closeRun(runId: number): Promise<unknown>;
}

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

/** Where pages go. It prints a (job, sequence) once at most, however often it is sent. */
export interface PageSink {
  connect(signal: Abort): Promise<Result<AssistantInfo>>;
  sendPage(page: PageToPrint, signal: Abort): Promise<Result<PageAck>>;
  jobStatus(jobId: string, signal: Abort): Promise<Result<JobStatus>>;
  finishJob(jobId: string, signal: Abort): Promise<Result<JobStatus>>;
  /** Pages that have not reached the printer by then never will. */
  cancelJob(jobId: string, signal: Abort): Promise<Result<JobStatus>>;
}

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

/** The durable record of what was sent: an intent is on the disk before its page is sent. */
export interface Journal {
  begin(job: JournalJob): Promise<Result<null>>;
  intend(page: JournalPage): Promise<Result<null>>;
  settle(jobId: string, sequence: number, state: 'spooled' | 'inDoubt' | 'notPrinted'): Promise<Result<null>>;
  /** How symbols read, in the order of the labels; `part` counts from 0. */
  keepReadings(jobId: string, part: number, readings: readonly Reading[]): Promise<Result<null>>;
  end(jobId: string, outcome: 'finished' | 'cancelled' | 'failed'): Promise<Result<null>>;
  close(): void;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export interface PrintPorts {
  readonly renderer: SheetRenderer;
  readonly sink: PageSink;
  /** `print.noJournal` when there can be none. */
  openJournal(): Promise<Result<Journal>>;
  /** One run a printer: `print.printerBusy` when another has it. */
  lockPrinter(printer: string, signal: Abort): Promise<Result<{ release(): void }>>;
  /** Lower-case hexadecimal SHA-256. */
  digest(bytes: Uint8Array): Promise<string>;
  readonly clock: Clock;
}

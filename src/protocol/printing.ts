import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Calibration } from '#model/page/calibration.ts';
import type { SheetGeometry } from '#model/page/display-list.ts';
import type { RunSizes } from '#model/page/run-sizes.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { SymbolMeasures, SymbolReader } from '#model/symbology/read/measures.ts';
import type { Symbology } from '#model/symbology/types.ts';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import type { FrozenData } from '#model/data/frozen-data.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import type { Template } from '#model/template/template.ts';
import type { AssistantInfo, JobStatus, PageAck } from './assistant.ts';
import type { PrintStep, RunSetup, TextOverflow, VerifiedPage } from './render.ts';

/*
 * The dependencies of a print run. The run (`src/printing`) is written against these, and the services (`src/services`:
 * render worker, assistant, browser database) implement them; neither imports the other.
 */

/** An open run in the renderer. After an abort each call returns a problem: open another. */
export interface SheetRun {
  readonly sheet: SheetGeometry;
  /** The most useful number of concurrent `printRecords` calls; more of them wait. */
  readonly callsAtOnce: number;
  /**
   * Renders pages of these records, the first of them on a sheet of its own, independent of other calls. Without
   * `isLast`, the labels of a last sheet that is not full are on no page, and are to be given again with the next ones.
   * `firstCell`: the cell of the first label on the first sheet, 0 when left out. An abort ends the run.
   */
  printRecords(
    records: readonly DataRecord[],
    isLast: boolean,
    signal: AbortSignal,
    firstCell?: number,
  ): Promise<Result<PrintStep>>;
  /**
   * The sizes that these records and earlier ones need, for texts that have one size on all labels. Calls may go to
   * several renderers: the smallest of all answers count. After an abort the renderer still measures these records.
   */
  sizeRecords(records: readonly DataRecord[], signal: AbortSignal): Promise<Result<RunSizes>>;
  close(): void;
}

/** Renders verified pages of records. */
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
  /** The most pages of the job. */
  readonly pages?: number;
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  readonly page: VerifiedPage;
}

/**
 * The target of pages. A page of a job, identified by its sequence, is printed at most once, however often it is sent.
 */
export interface PageSink {
  connect(signal: AbortSignal): Promise<Result<AssistantInfo>>;
  /** A problem here doesn't mean that the page was not printed: ask `jobStatus`. */
  sendPage(page: PageToPrint, signal: AbortSignal): Promise<Result<PageAck>>;
  jobStatus(jobId: string, signal: AbortSignal): Promise<Result<JobStatus>>;
  /**
   * Recalls the pages of the job that wait for their printer: `sendPage` answers `print.calledBack` for each, before
   * this settles. Certainly not printed, they may be sent again.
   */
  recallPages(jobId: string, signal: AbortSignal): Promise<Result<null>>;
  finishJob(jobId: string, signal: AbortSignal): Promise<Result<JobStatus>>;
  /** Pages that have not reached the printer by then never will; the answer lists those that have. */
  cancelJob(jobId: string, signal: AbortSignal): Promise<Result<JobStatus>>;
}

/** The reading of one symbol of one label; or a label that was rejected before it had one (then without symbology). */
export interface Reading {
  readonly row: number;
  readonly elementName: string;
  /** Left out by earlier versions. */
  readonly elementId?: ElementId;
  readonly symbology: Symbology | null;
  readonly expected: string;
  readonly decoded: string | null;
  /** The readers that found the expected content; left out by earlier versions, and without a symbol. */
  readonly readers?: readonly SymbolReader[];
  /** Null for a symbol that is mirrored on purpose, and without a symbol. */
  readonly grade: Grade | null;
  readonly measures: SymbolMeasures | null;
  /** Whether the label was printed; false when it was rejected, for this symbol or for another reason. */
  readonly printed: boolean;
  /** Why this is not printed, or what lowers the grade. */
  readonly reasons: readonly Problem[];
}

/** The data of a run, written before any page is sent. */
export interface JournalJob {
  readonly jobId: string;
  readonly jobName: string;
  readonly printer: string;
  readonly templateHash: string;
  readonly dataHash: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** The run with the labels that another one reprints or continues. */
export interface RepeatedRun {
  readonly jobId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** The saved template that a run prints. */
export interface PrintedTemplate {
  /** Empty for one that was never saved. */
  readonly id: string;
  readonly type: 'cloud' | 'common';
  /** 0 if it was printed with unsaved changes. */
  readonly revision: number;
}

/** A label that is not printed. */
export interface RefusedLabel {
  readonly row: number;
  /** How often it would have been printed. */
  readonly copies: number;
  readonly reasons: readonly { readonly elementName: string; readonly problem: Problem }[];
}

/** The format of a stored run. A run of another format was stored by another version, and can't be resumed. */
export const KEPT_FORMAT = 1;

/** What identifies the pictures of a run's rows; the pictures themselves are not stored with it. */
export interface PictureMark {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

/**
 * Everything that a run needs to be resumed after its page was closed, by value: nothing is looked up again. It is
 * written before the first page is sent, and at the run's end moved to the repeatable runs.
 */
export interface KeptRun extends JournalJob {
  readonly format: typeof KEPT_FORMAT;
  /** With the values that were reserved for it, such as serial numbers. */
  readonly template: Template;
  /** The template's id on the server; null while it was never saved. */
  readonly templateId: string | null;
  /** The printed template for the history. Left out by earlier versions. */
  readonly printed?: PrintedTemplate;
  /** Left out for a run that repeats none. */
  readonly repeats?: RepeatedRun;
  readonly data: FrozenData;
  readonly dpi: number;
  readonly minGrade: Grade;
  readonly overflow: TextOverflow;
  readonly copies: number;
  /** The printer's calibration when the run began; left out for none, and by earlier versions. */
  readonly calibration?: Calibration;
  /** The cell of the first sheet with the first label; left out for the first one, and by earlier versions. */
  readonly firstCell?: number;
  /** The number of requested labels, including copies. */
  readonly asked: number;
  /** How many cells of the bound columns were edited in the product and not in the file. */
  readonly editedCells: number;
  readonly fonts: readonly AddedFont[];
  /** The folder or zip file with the pictures of its rows; left out for none, and by earlier versions. */
  readonly pictures?: PictureMark;
  /** The time that the labels show. */
  readonly now: LocalTime;
  /** The assistant's record of printed pages when the first one was sent. */
  readonly instance: string;
  /** The status of the sent pages can't be confirmed; left out otherwise. */
  readonly unconfirmed?: true;
}

export interface JournalPage {
  readonly jobId: string;
  readonly sequence: number;
  /** The rows of the labels on it, in cell order. */
  readonly rows: readonly number[];
  /** The places of these labels among all that the run lays out, counted from 0. */
  readonly places: readonly number[];
  /** How many labels the printer prints with it. */
  readonly labels: number;
  /** The labels rejected between the last label of the page before it and its own last label. */
  readonly refused: readonly RefusedLabel[];
  readonly pngHash: string;
}

/** The end of a sent page: the printer's spooler has it, unknown, or certainly not printed. */
export type PageEnd = 'spooled' | 'inDoubt' | 'notPrinted';

/** A page whose end is known. */
export interface EndedPage extends JournalPage {
  readonly end: PageEnd;
}

/** A page in the journal: `sent` while its end is not written. */
export interface KeptPage extends JournalPage {
  readonly state: 'sent' | PageEnd;
}

export type JobOutcome = 'finished' | 'cancelled' | 'failed';

/** The places of the labels of some readings in their run; see `JournalPage` for places. */
export interface ReadingPlaces {
  /** The place of each reading's label. */
  readonly places: readonly number[];
  /** How many labels of the run have been read by the end of these readings. */
  readonly through: number;
}

/** The durable record of sent pages. */
export interface Journal {
  /** `kept` is written with it; null for a run that can't be resumed elsewhere. */
  begin(job: JournalJob, kept: KeptRun | null): Promise<Result<null>>;
  /**
   * Writes all of it or nothing. It is on the disk when this answers, so it is called before any of `pages` is sent;
   * `ended` are earlier pages with ends that became known meanwhile.
   */
  intend(pages: readonly JournalPage[], ended: readonly EndedPage[]): Promise<Result<null>>;
  /** A crash soon after may undo it: these pages then count as sent, with an unknown end. */
  settle(ended: readonly EndedPage[]): Promise<Result<null>>;
  /** Stores readings, in the order of the labels; `part` counts from 0. Readings of old jobs are evicted. */
  keepReadings(jobId: string, part: number, readings: readonly Reading[], at: ReadingPlaces): Promise<Result<null>>;
  end(jobId: string, outcome: JobOutcome): Promise<Result<null>>;
  close(): void;
}

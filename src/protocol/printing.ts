import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Calibration } from '#model/page/calibration.ts';
import type { SheetGeometry } from '#model/page/display-list.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { SymbolMeasures } from '#model/symbology/read/measures.ts';
import type { Symbology } from '#model/symbology/types.ts';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import type { FrozenData } from '#model/data/frozen-data.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import type { Template } from '#model/template/template.ts';
import type { AssistantInfo, JobStatus, PageAck } from './assistant.ts';
import type { PrintStep, RunSetup, TextOverflow, VerifiedPage } from './render.ts';

/*
 * What a print run needs of the outside world. The run (`src/printing`) is written against these, and the services
 * (`src/services`: render worker, assistant, browser database) implement them; neither imports the other.
 */

/** A run that is open in the renderer. After an abort each call answers with a problem: open another. */
export interface SheetRun {
  readonly sheet: SheetGeometry;
  /** So many calls of `printRecords` may be under way with gain; more of them wait. */
  readonly callsAtOnce: number;
  /**
   * Makes pages of these records, the first of them on a sheet of its own, whatever was made before or is made beside.
   * Without `isLast`, the labels of a last sheet that is not full are on no page, and are to be given again with those that
   * follow. `firstCell`: where the first label stands on the first sheet, 0 when left out. An abort ends the run.
   */
  printRecords(
    records: readonly DataRecord[],
    isLast: boolean,
    signal: AbortSignal,
    firstCell?: number,
  ): Promise<Result<PrintStep>>;
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
  /** How many pages the job has at most. */
  readonly pages?: number;
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
  /** Left out by earlier versions. */
  readonly elementId?: ElementId;
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

/** The run whose labels another one prints once more, or goes on with. */
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
  /** 0 where it was printed with changes that were not saved. */
  readonly revision: number;
}

/** A label that is not printed. */
export interface RefusedLabel {
  readonly row: number;
  /** How often it would have been printed. */
  readonly copies: number;
  readonly reasons: readonly { readonly elementName: string; readonly problem: Problem }[];
}

/** The form of what is kept of a run. A run of another form was kept by another version, and cannot go on. */
export const KEPT_FORMAT = 1;

/**
 * All that a run needs to go on when its page is gone, by value: nothing of it is looked up anew. It is written before the
 * first page is sent, and at the run's end put to those that can be repeated.
 */
export interface KeptRun extends JournalJob {
  readonly format: typeof KEPT_FORMAT;
  /** With the values that were taken for it, such as serial numbers. */
  readonly template: Template;
  /** The template's id on the server; null while it was never saved. */
  readonly templateId: string | null;
  /** What the history names as printed. Left out by earlier versions. */
  readonly printed?: PrintedTemplate;
  /** Left out for a run that repeats none. */
  readonly repeats?: RepeatedRun;
  readonly data: FrozenData;
  readonly dpi: number;
  readonly minGrade: Grade;
  readonly overflow: TextOverflow;
  readonly copies: number;
  /** What made the printer's prints true when the run began; left out where nothing did, and by earlier versions. */
  readonly calibration?: Calibration;
  /** The cell of the first sheet in which the first label stands; left out where that is the first one, and by earlier versions. */
  readonly firstCell?: number;
  /** How many labels were asked for, copies counted. */
  readonly asked: number;
  /** How many cells of the bound columns were changed in the product and not in the file. */
  readonly editedCells: number;
  readonly fonts: readonly AddedFont[];
  /** The time that the labels show. */
  readonly now: LocalTime;
  /** The assistant's record of printed pages when the first one was sent. */
  readonly instance: string;
  /** Nobody could say what became of the pages that were handed over; left out otherwise. */
  readonly unconfirmed?: true;
}

export interface JournalPage {
  readonly jobId: string;
  readonly sequence: number;
  /** The rows of the labels on it, in cell order. */
  readonly rows: readonly number[];
  /** The places of these labels among all that the run lays out, counted from 0. */
  readonly places: readonly number[];
  /** How many labels come out of the printer with it. */
  readonly labels: number;
  /** What was refused behind the last label of the page before it and ahead of its own last label. */
  readonly refused: readonly RefusedLabel[];
  readonly bitsHash: string;
}

/** What became of a page that was sent: the printer's spooler has it, nobody can tell, or it was surely not printed. */
export type PageEnd = 'spooled' | 'inDoubt' | 'notPrinted';

/** A page whose end is known. */
export interface EndedPage extends JournalPage {
  readonly end: PageEnd;
}

/** A page as the journal has it: `sent` when nobody has written yet what became of it. */
export interface KeptPage extends JournalPage {
  readonly state: 'sent' | PageEnd;
}

export type JobOutcome = 'finished' | 'cancelled' | 'failed';

/** Where the labels of some readings stand in their run; see `JournalPage` for places. */
export interface ReadingPlaces {
  /** The place of each reading's label. */
  readonly places: readonly number[];
  /** How many labels of the run have been read by the end of these readings. */
  readonly through: number;
}

/** The durable record of what was sent. */
export interface Journal {
  /** `kept` is written with it; null for a run that cannot go on elsewhere. */
  begin(job: JournalJob, kept: KeptRun | null): Promise<Result<null>>;
  /**
   * Writes all of it or nothing. It is on the disk when this answers, so it is called before any of `pages` is sent;
   * `ended` are earlier pages whose ends became known meanwhile.
   */
  intend(pages: readonly JournalPage[], ended: readonly EndedPage[]): Promise<Result<null>>;
  /** A crash soon after may undo it: then these pages count as sent, with an unknown end. */
  settle(ended: readonly EndedPage[]): Promise<Result<null>>;
  /** How symbols read, in the order of the labels; `part` counts from 0. Those of old jobs give way. */
  keepReadings(jobId: string, part: number, readings: readonly Reading[], at: ReadingPlaces): Promise<Result<null>>;
  end(jobId: string, outcome: JobOutcome): Promise<Result<null>>;
  close(): void;
}

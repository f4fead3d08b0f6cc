import type { LocalTime } from '#model/kernel/local-time.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import type { ExportedPage, LabelOutcome, VerifiedPage } from '#protocol/render.ts';
import type { PageSettings } from '../run-settings.ts';

/** What all threads of a run are started with. */
export interface RunOfThreads {
  readonly settings: PageSettings;
  readonly template: Template;
  /** The time that all labels show. */
  readonly now: LocalTime;
}

/** What a thread is started with. */
export interface ThreadSetup extends RunOfThreads {
  /** Shared, one number: the place in its chunk of the record that the thread is working on, `BETWEEN_RECORDS` without. */
  readonly at: Int32Array;
}

export const BETWEEN_RECORDS = -1;

/** To a thread: records to make, or the run whose records come next, in place of the one before. */
export type ThreadTask = ({ readonly type: 'make' } & Chunk) | { readonly type: 'open'; readonly run: RunOfThreads };

/** Records in a row, for one thread. */
export interface Chunk {
  readonly records: readonly DataRecord[];
  /** Whether no records come after them, so that a page that is not full is given out. */
  readonly isLast: boolean;
  /** Where on its sheet the first label stands: 0 but for the first sheet of the run. */
  readonly firstCell: number;
  /** Records that are refused unseen, by their place in the chunk. */
  readonly refused: readonly { readonly place: number; readonly problem: Problem }[];
}

/** What a thread made of a chunk. */
export interface MadeChunk {
  /**
   * How many of the records are done with. The others stand on a page that did not get full: they are to be given again,
   * with those that follow.
   */
  readonly done: number;
  /** One for each record that is done with. */
  readonly labels: readonly LabelOutcome[];
  /** Those of the records behind, as they were made for a page that did not get full. */
  readonly ahead: readonly LabelOutcome[];
  /** Null where none are made. */
  readonly pages: readonly ExportedPage[] | null;
  /** What goes into files; none where pages go to a printer. */
  readonly pieces: readonly Uint8Array[];
  /** What goes to a printer. */
  readonly verified: readonly VerifiedPage[];
}

/** What a thread can say of a run before it has made anything of it. */
export interface OpenedThread {
  /** How many labels a page has; 1 where no pages are made. */
  readonly cells: number;
  readonly widthDots: number;
  readonly heightDots: number;
}

/** From a thread: first whether it can work at all, then an answer to each task, in order. */
export type ThreadAnswer =
  | { readonly type: 'opened'; readonly result: Result<OpenedThread> }
  | { readonly type: 'made'; readonly result: Result<MadeChunk> };

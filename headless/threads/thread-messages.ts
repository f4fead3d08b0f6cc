import type { LocalTime } from '#model/kernel/local-time.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { FitProof, ObservedText } from '#model/page/fit-proof.ts';
import type { RunSizes } from '#model/page/run-sizes.ts';
import type { Template } from '#model/template/template.ts';
import type { ExportedPage, LabelOutcome, VerifiedPage } from '#protocol/render.ts';
import type { PageSettings } from '../run-settings.ts';

/** Start options of all threads of a run. */
export interface RunOfThreads {
  readonly settings: PageSettings;
  readonly template: Template;
  /** The time that all labels show. */
  readonly now: LocalTime;
}

/** Start options of a thread. */
export interface ThreadSetup extends RunOfThreads {
  /** Shared, one number: the index within its chunk of the thread's current record, `BETWEEN_RECORDS` without one. */
  readonly at: Int32Array;
}

export const BETWEEN_RECORDS = -1;

/** Message to a thread: records to make, the next run in place of the previous one, or a picture that it asked for. */
export type ThreadTask =
  | ({ readonly type: 'make' } & Chunk)
  | { readonly type: 'open'; readonly run: RunOfThreads }
  /** The answer to `fetch`. */
  | { readonly type: 'fetched'; readonly id: number; readonly result: Result<Uint8Array> };

/** Consecutive records, for one thread. */
export interface Chunk {
  readonly records: readonly DataRecord[];
  /** Whether no records follow, so that an incomplete page is returned. */
  readonly isLast: boolean;
  /** Position of the first label on its sheet: 0 except for the first sheet of the run. */
  readonly firstCell: number;
  /** Records rejected in advance, by their index in the chunk. */
  readonly refused: readonly { readonly place: number; readonly problem: Problem }[];
  /** Asks a check to prove that these texts fit with such values. */
  readonly prove?: readonly ObservedText[] | undefined;
  /** Only measures the records, for texts that have one size on all labels. */
  readonly measures?: boolean | undefined;
}

/** A thread's result for a chunk. */
export interface MadeChunk {
  /**
   * Number of finished records. The others are on an incomplete page: they must be passed again, with those that
   * follow.
   */
  readonly done: number;
  /** One per finished record. */
  readonly labels: readonly LabelOutcome[];
  /** Results of the remaining records, as made for an incomplete page. */
  readonly ahead: readonly LabelOutcome[];
  /** Null where none are made. */
  readonly pages: readonly ExportedPage[] | null;
  /** Pieces for files; empty where pages go to a printer. */
  readonly pieces: readonly Uint8Array[];
  /** Pages for a printer. */
  readonly verified: readonly VerifiedPage[];
  /** Of a check: the values of bound texts that the thread has seen so far. */
  readonly observed?: readonly ObservedText[];
  /** The answer to `prove`. */
  readonly proofs?: readonly FitProof[];
  /** The answer to `measures`: the sizes that the records need which the thread has measured so far. */
  readonly sizes?: RunSizes;
}

/** A thread's facts about a run before it has made anything of it. */
export interface OpenedThread {
  /** Number of labels per page; 1 where no pages are made. */
  readonly cells: number;
  readonly widthDots: number;
  readonly heightDots: number;
}

/**
 * Message from a thread: first whether it can work at all, then an answer to each task, in order. Between them it asks for
 * pictures at addresses.
 */
export type ThreadAnswer =
  | { readonly type: 'opened'; readonly result: Result<OpenedThread> }
  | { readonly type: 'made'; readonly result: Result<MadeChunk> }
  | { readonly type: 'fetch'; readonly id: number; readonly address: string };

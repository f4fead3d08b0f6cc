import { setTimeout as sleep } from 'node:timers/promises';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { FoundBy, PrinterInfo } from '#protocol/assistant.ts';
import type { PrinterFault } from '#protocol/printer-faults.ts';
import type { PrinterSetup } from '#protocol/printer-setup.ts';
import type { Bitmap } from '../png/bitmap.ts';

/** What does not change while a job runs. */
export interface JobHeader {
  readonly jobId: string;
  readonly jobName: string;
  readonly printer: string;
  /** ISO 8601, UTC. */
  readonly openedAt: string;
  /** Whose job it is: nobody else is told of it or may end it. Absent in records from before clients were paired. */
  readonly owner?: string;
  /** Where its client came from. Absent in records of earlier versions. */
  readonly site?: string;
  /** How many pages it has at most. Absent where its client did not say. */
  readonly pages?: number;
}

export interface PrintablePage {
  readonly job: JobHeader;
  readonly sequence: number;
  readonly copies: number;
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  readonly dpi: number;
  readonly png: Uint8Array;
  readonly bitmap: Bitmap;
}

/** `failed`: surely not printed. `inDoubt`: nobody can tell. */
export type HandOver =
  | { readonly type: 'spooled' }
  | { readonly type: 'failed'; readonly problem: Problem }
  | { readonly type: 'inDoubt'; readonly reason: string };

/** What becomes of a page that was not begun when its job was cancelled. */
export const CANCELLED: HandOver = { type: 'failed', problem: problem('print.cancelled') };

/** The most copies of a page that a printer gets in one go: then those have a turn who wait for it, too. */
export const COPIES_AT_ONCE = 100;

/**
 * Prints a page. It stops between copies, and where it waits for a printer that is busy, when `cancel` says that the job
 * was cancelled. `pause` lets others print: to be called between parts of many copies, while the printer has no part of one.
 */
export type ReadyPage = (cancel: AbortSignal, pause?: () => Promise<void>) => Promise<HandOver>;

/** Where printers come from: a folder, a list of addresses, a print server. */
export interface PrinterSource {
  /** How it finds its printers; left out where somebody has named them. */
  readonly foundBy?: FoundBy;
  /** Those that there are now. Gives the same driver again for as long as the printer stays. */
  drivers(): Promise<readonly PrinterDriver[]>;
}

export interface PageGroupHandOver {
  readonly maxPages: number;
  /** `cancel` and `pause` as for a single page. */
  handOver(
    pages: readonly PrintablePage[],
    cancel: AbortSignal,
    pause?: () => Promise<void>,
  ): Promise<readonly HandOver[]>;
}

/** A way of printing. One conformance suite holds for all of them (tests/assistant/driver-conformance.ts). */
export interface PrinterDriver {
  readonly name: string;
  /** Where the printer is (printer-place.ts), as far as that can be told. */
  readonly at?: readonly string[];
  /** It is not listed where another printer is at one of these places: that is the same one. */
  readonly unlessAt?: readonly string[];
  /** Answers within seconds, even when the printer does not respond. */
  describe(setup?: PrinterSetup): Promise<PrinterInfo>;
  /**
   * Checks that the printer can print this page as it is, and makes everything ready. Nothing reaches the printer
   * before the returned function is called, and that is called once only. `setup` is what is kept of the printer;
   * without it the printer is as its address says.
   */
  prepare(page: PrintablePage, setup?: PrinterSetup): Promise<Result<ReadyPage>>;
  /**
   * Settles when nothing that the printer says of itself keeps it from printing, or the signal says to stop. Called before
   * `prepare`; left out where the printer says nothing.
   */
  untilReady?(cancel: AbortSignal, setup?: PrinterSetup): Promise<void>;
  /** What keeps the printer from printing now; null where it does not say. Answers within seconds. */
  faults?(setup?: PrinterSetup): Promise<readonly PrinterFault[] | null>;
  /**
   * Hands several pages of one job over in one go, and says of each what became of it. Only for printers of which
   * `recall` always knows: a crash in between leaves no page in doubt. Others get page after page from `prepare`.
   */
  readonly group?: PageGroupHandOver;
  /** Asked after a crash during a hand-over: what really became of the page, if the printer can tell. */
  recall(job: JobHeader, sequence: number): Promise<'spooled' | 'absent' | 'unknown'>;
  /** The folder in which a job's pages are files; left out by printers that write none. */
  folderOf?(job: JobHeader): string;
  /** Called when no more pages of the job will come: all have come, or it was cancelled. May be called again. */
  close(job: JobHeader): Promise<Result<null>>;
}

/** How often a part that is not the first is offered, each time after a pause. */
const PART_TRIES = 300;
const PART_WAIT_MS = 1_000;

/** How many copies go in each part, where one has at most `atOnce`. */
export function copyParts(copies: number, atOnce: number = COPIES_AT_ONCE): readonly number[] {
  return Array.from({ length: Math.ceil(copies / atOnce) }, (_, i) => Math.min(atOnce, copies - i * atOnce));
}

/** Sends the parts of a page's copies one after the other, each told how to stop, with a pause between them. */
export async function handOverParts(
  parts: readonly (() => Promise<HandOver>)[],
  cancel: AbortSignal,
  pause?: () => Promise<void>,
): Promise<HandOver> {
  for (const [i, send] of parts.entries()) {
    if (i > 0) await pause?.();
    if (cancel.aborted && i === 0) return CANCELLED;
    const outcome = i === 0 ? await send() : await sendPatiently(send, cancel);
    if (outcome.type === 'spooled') continue;
    // The parts before this one are printed, so the whole page must not be sent again.
    if (outcome.type === 'failed' && i > 0)
      return { type: 'inDoubt', reason: `${i} of ${parts.length} parts of its copies` };
    return outcome;
  }
  return { type: 'spooled' };
}

/**
 * Offers a part until the printer takes it. What failed was surely not taken, and a printer that still prints the part before may
 * refuse this one for minutes.
 */
async function sendPatiently(send: () => Promise<HandOver>, cancel: AbortSignal): Promise<HandOver> {
  for (let tries = 1; ; tries++) {
    const outcome: HandOver = cancel.aborted ? CANCELLED : await send();
    if (outcome.type !== 'failed' || tries === PART_TRIES || cancel.aborted) return outcome;
    await sleep(PART_WAIT_MS, undefined, { signal: cancel }).catch(() => undefined);
  }
}

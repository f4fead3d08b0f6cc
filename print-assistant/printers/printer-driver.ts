import { setTimeout as sleep } from 'node:timers/promises';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { FoundBy, PrinterInfo } from '#protocol/assistant.ts';
import type { PrinterFault } from '#protocol/printer-info.ts';
import type { PrinterSetup } from '#protocol/printer-setup.ts';
import type { Bitmap } from '../png/png-decode.ts';
import type { ReadinessClock } from '#printing/status/readiness.ts';

/** Constant data of a job. */
export interface JobHeader {
  readonly jobId: string;
  readonly jobName: string;
  readonly printer: string;
  /** ISO 8601, UTC. */
  readonly openedAt: string;
  /** Owner of the job: no other client sees it or may end it. Absent in records from before pairing existed. */
  readonly owner?: string;
  /** Origin of its client. Absent in records of earlier versions. */
  readonly site?: string;
  /** Maximum number of pages. Absent where its client did not set it. */
  readonly pages?: number;
}

/** A page that has been checked, as its PNG. */
export interface PageFile {
  readonly job: JobHeader;
  readonly sequence: number;
  readonly copies: number;
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  readonly dpi: number;
  readonly png: Uint8Array;
}

export interface PrintablePage extends PageFile {
  readonly bitmap: Bitmap;
}

/** `failed`: certainly not printed. `inDoubt`: unknown. */
export type HandOver =
  | { readonly type: 'spooled' }
  | { readonly type: 'failed'; readonly problem: Problem }
  | { readonly type: 'inDoubt'; readonly reason: string };

/** Result of a page that was not begun when its job was canceled. */
export const CANCELLED: HandOver = { type: 'failed', problem: problem('print.cancelled') };

/** Maximum copies of a page that a printer gets at once; then other clients have a turn. */
export const COPIES_AT_ONCE = 100;

/**
 * Prints a page. It stops between copies, and where it waits for a busy printer, when `cancel` aborts. `pause` lets
 * others print: call it between parts of many copies, while the printer has no part of one.
 */
export type ReadyPage = (cancel: AbortSignal, pause?: () => Promise<void>) => Promise<HandOver>;

/** A source of printers: a folder, a list of addresses, a print server. */
export interface PrinterSource {
  /** How it discovers its printers; left out for named ones. */
  readonly foundBy?: FoundBy;
  /** The current ones. Gives the same driver while the printer stays. */
  drivers(): Promise<readonly PrinterDriver[]>;
}

export interface PageGroupHandOver {
  readonly maxPages: number;
  /** `cancel` and `pause` as for a single page. */
  handOver(pages: readonly PageFile[], cancel: AbortSignal, pause?: () => Promise<void>): Promise<readonly HandOver[]>;
}

/** A way of printing. All pass one conformance suite (tests/assistant/driver-conformance.ts). */
export interface PrinterDriver {
  readonly name: string;
  /** Where the printer is (printer-place.ts), as far as known. */
  readonly at?: readonly string[];
  /** It is not listed where another printer is at one of these places: that is the same one. */
  readonly unlessAt?: readonly string[];
  /** Answers within seconds, even when the printer does not respond. */
  describe(setup?: PrinterSetup): Promise<PrinterInfo>;
  /**
   * Checks that the printer can print this page unchanged, and prepares everything. Nothing reaches the printer before
   * the returned function is called, which is called only once. `setup` is the stored setup of the printer; without it
   * the address applies.
   */
  prepare(page: PrintablePage, setup?: PrinterSetup): Promise<Result<ReadyPage>>;
  /**
   * Settles when the printer reports nothing that keeps it from printing, or the signal aborts. Called before
   * `prepare`; left out where the printer reports nothing.
   */
  untilReady?(cancel: AbortSignal, setup?: PrinterSetup): Promise<void>;
  /**
   * The current faults that keep the printer from printing; null where it does not report them. Answers within seconds.
   */
  faults?(setup?: PrinterSetup): Promise<readonly PrinterFault[] | null>;
  /**
   * Submits several pages of one job at once, and gives the result of each. Only for printers of which `recall` always
   * knows: a crash in between leaves no page unconfirmed. Others get page after page from `prepare`.
   */
  readonly group?: PageGroupHandOver;
  /** Called after a crash during a submission: the actual result of the page, if the printer can report it. */
  recall(job: JobHeader, sequence: number): Promise<'spooled' | 'absent' | 'unknown'>;
  /** The folder with the files of a job's pages; left out by printers that write none. */
  folderOf?(job: JobHeader): string;
  /** Called when no more pages of the job will come: all have come, or it was canceled. May be called again. */
  close(job: JobHeader): Promise<Result<null>>;
}

/** Number of attempts for a part that is not the first, each after a pause. */
const PART_ATTEMPTS = 300;
const PART_WAIT_MS = 1_000;

/** Copies in each part, with at most `atOnce` per part. */
export function copyParts(copies: number, atOnce: number = COPIES_AT_ONCE): readonly number[] {
  return Array.from({ length: Math.ceil(copies / atOnce) }, (_, i) => Math.min(atOnce, copies - i * atOnce));
}

/** Sends the parts of a page's copies in sequence, each with its signal, with a pause between them. */
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
 * Retries a part until the printer takes it. A failed part was certainly not taken, and a printer that still prints the
 * previous part may reject this one for minutes.
 */
async function sendPatiently(send: () => Promise<HandOver>, cancel: AbortSignal): Promise<HandOver> {
  for (let attempts = 1; ; attempts++) {
    const outcome: HandOver = cancel.aborted ? CANCELLED : await send();
    if (outcome.type !== 'failed' || attempts === PART_ATTEMPTS || cancel.aborted) return outcome;
    await sleep(PART_WAIT_MS, undefined, { signal: cancel }).catch(() => undefined);
  }
}

export const NODE_CLOCK: ReadinessClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal: signal as globalThis.AbortSignal }).catch(() => undefined),
};

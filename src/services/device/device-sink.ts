import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  ASSISTANT_PRODUCT,
  ASSISTANT_PROTOCOL,
  type AssistantInfo,
  type JobStatus,
  type PageAck,
} from '#protocol/assistant.ts';
import { DEFAULT_PRINTER_SETTINGS, type PrinterLanguageName } from '#protocol/printer-settings.ts';
import type { PrinterFault } from '#protocol/printer-faults.ts';
import { settingsOf } from '#protocol/printer-setup.ts';
import type { PageSink, PageToPrint } from '#protocol/printing.ts';
import { statusQuestion } from '#printing/status/questions.ts';
import { JobMemory } from '../assistant/job-memory.ts';
import { createNonce } from '../assistant/own-pairing.ts';
import { endOfBrokenPage } from './broken-off.ts';
import type { DevicePrinter } from '#protocol/device-printer.ts';
import type { DeviceLine } from './device-line.ts';
import { createDeviceState, type DeviceState } from './device-state.ts';
import type { PageEncoder } from './page-encoder.ts';

const RECORD = 'device-';
/** How long a look at a printer may take that takes no question. */
const LOOK_MS = 3_000;

/** Whether the record of a run was that of a printer which the page reached by itself. */
export function isDeviceRecord(instance: string): boolean {
  return instance.startsWith(RECORD);
}

export interface DeviceSinkOptions {
  /** As it is kept now; null where it is not any more. */
  readonly printer: () => Promise<DevicePrinter | null>;
  readonly open: (printer: DevicePrinter) => Promise<Result<DeviceLine>>;
  readonly encoder: Pick<PageEncoder, 'encode'>;
  /** Called with what keeps the printer from printing a page that waits for it; with nothing as soon as none waits. */
  readonly waitsFor: (faults: readonly PrinterFault[]) => void;
  /** Called with what is known of the printer whenever it was asked. */
  readonly learned: (known: readonly PrinterFault[] | null) => void;
}

interface OpenPrinter {
  readonly printer: DevicePrinter;
  readonly language: PrinterLanguageName;
  readonly line: DeviceLine;
  /** Null where the printer cannot be asked how it is. */
  readonly state: DeviceState | null;
}

/** The page that is on its way. */
interface Sending {
  readonly jobId: string;
  /** Breaks it off, wherever it is. */
  readonly stop: AbortController;
  /** Gives it back while nothing of it has left. */
  readonly back: AbortController;
}

/**
 * A printer that this page reaches by itself. It takes bytes and says nothing of pages: one is handed over when the last of
 * its bytes was taken, and nobody confirms it. One page at a time goes out. Where one breaks off, no other follows before
 * the run connects again, and whether it was printed is in doubt. The device is held from a job's first page to its end.
 *
 * Before a page the printer is asked how it is, where it says so; a page waits until it can print, with nothing of it sent.
 */
export class DeviceSink implements PageSink {
  readonly #name: string;
  readonly #options: DeviceSinkOptions;
  readonly #instance = `${RECORD}${createNonce().slice(0, 32)}`;
  readonly #jobs = new JobMemory();
  #open: OpenPrinter | null = null;
  /** What went wrong with a page, until the run connects again. */
  #fault: Problem | null = null;
  #leftBytes = 0;
  #sending: Sending | null = null;
  /** It said nothing of itself when it was looked at. */
  #isMute = false;

  constructor(name: string, options: DeviceSinkOptions) {
    this.#name = name;
    this.#options = options;
  }

  /** It is being sent a page. */
  get isSending(): boolean {
    return this.#sending !== null;
  }

  /** It may be another now. */
  forgetSilence(): void {
    this.#isMute = false;
  }

  /**
   * Asks it how it is while no job has it. `isAsked`: somebody wants to know it now. Otherwise one that says nothing of
   * itself is left in peace.
   */
  async look(isAsked: boolean): Promise<void> {
    if (isAsked) this.#isMute = false;
    if (this.#isMute) return;
    const language = (await this.#options.printer())?.setup.language ?? null;
    if (statusQuestion(language) === null) return;
    await this.#jobs.inTurn(async () => {
      // A printer that waits for the rest of a page would take the question for it.
      if (this.#jobs.hasOpenJob || this.#leftBytes > 0) return;
      const opened = await this.#opened();
      if (!opened.ok) return;
      const known = await opened.value.state?.faults(AbortSignal.timeout(LOOK_MS));
      this.#isMute = known === null || known === undefined;
      await this.#close();
    });
  }

  /** Finds out whether the device can be had, before a job begins. In its midst what is known of its pages can be had anyway. */
  async connect(): Promise<Result<AssistantInfo>> {
    // Pages that were sent behind the one that went wrong have that answer first, or they would overtake it.
    if (this.#fault !== null) await this.#jobs.inTurn(() => Promise.resolve());
    this.#fault = null;
    if (!this.#jobs.hasOpenJob) {
      const opened = await this.#jobs.inTurn(() => this.#opened());
      if (!opened.ok) return opened;
      await this.#jobs.inTurn(() => this.#close());
    }
    return ok({
      product: ASSISTANT_PRODUCT,
      protocol: ASSISTANT_PROTOCOL,
      instance: this.#instance,
      confirms: false,
    });
  }

  sendPage(page: PageToPrint, signal: AbortSignal): Promise<Result<PageAck>> {
    return this.#jobs.send(page, async (mark) => {
      if (this.#fault !== null) return err(this.#fault);
      const sending = { jobId: page.jobId, stop: new AbortController(), back: new AbortController() };
      this.#sending = sending;
      const stopped = AbortSignal.any([signal, sending.stop.signal]);
      const sent = await this.#send(page, stopped, sending.back.signal, () => mark('inDoubt'));
      this.#sending = null;
      if (sent.ok) mark('spooled');
      else if (sent.error.code !== 'print.calledBack') this.#fault = sent.error;
      return sent;
    });
  }

  jobStatus(jobId: string): Promise<Result<JobStatus>> {
    return Promise.resolve(ok(this.#jobs.status(jobId)));
  }

  /** Also the page that waits for the printer. */
  callBack(jobId: string): Promise<Result<null>> {
    if (this.#sending?.jobId === jobId) this.#sending.back.abort();
    return this.#jobs.callBack(jobId);
  }

  finishJob(jobId: string): Promise<Result<JobStatus>> {
    return this.#jobs.inTurn(async () => {
      await this.#close();
      return ok(this.#jobs.end(jobId, 'finished'));
    });
  }

  /** Breaks off the page that is on its way. */
  async cancelJob(jobId: string): Promise<Result<JobStatus>> {
    this.#jobs.end(jobId, 'cancelled');
    if (this.#sending?.jobId === jobId) this.#sending.stop.abort();
    await this.#jobs.inTurn(() => this.#close());
    return ok(this.#jobs.status(jobId));
  }

  async #send(page: PageToPrint, signal: AbortSignal, back: AbortSignal, begin: () => void): Promise<Result<null>> {
    const { widthMm, heightMm, copies, page: verified } = page;
    const { dpi, png } = verified;
    const opened = await this.#opened();
    if (!opened.ok) return opened;
    const { printer, language, line, state } = opened.value;
    if (printer.setup.dpi !== null && printer.setup.dpi !== dpi) {
      return err(problem('assistant.mediaUnsupported', { printer: this.#name, widthMm, heightMm, dpi }));
    }
    const settings = settingsOf(printer.setup, DEFAULT_PRINTER_SETTINGS);
    const bytes = await this.#options.encoder.encode({ png, dpi, copies, language, settings }, signal);
    if (!bytes.ok) return bytes;
    if (signal.aborted) return err(problem('aborted'));
    if (this.#leftBytes > 0) {
      // Of this page nothing leaves before the one that broke off has its end.
      const ending = endOfBrokenPage(language, this.#leftBytes);
      if (!(await this.#write(line, ending, this.#leftBytes, signal))) return err(this.#brokenOff(signal));
    }
    // A printer that still waits for the rest of a page would take the question for it.
    await state?.untilReady(AbortSignal.any([signal, back])).finally(() => this.#options.waitsFor([]));
    if (signal.aborted) return err(problem('aborted'));
    if (back.aborted) return err(problem('print.calledBack'));
    if (state?.isLost === true) {
      this.#open = null;
      return err(problem('device.notThere', { printer: this.#name }));
    }
    begin();
    const isTaken = await this.#write(line, bytes.value, bytes.value.length, signal);
    return isTaken ? ok(null) : err(this.#brokenOff(signal));
  }

  /** `leftBytes`: how many a printer waits for that has taken none of these. */
  async #write(line: DeviceLine, bytes: Uint8Array, leftBytes: number, signal: AbortSignal): Promise<boolean> {
    const written = await line.write(bytes, signal);
    this.#leftBytes = written.type === 'taken' ? 0 : Math.max(0, leftBytes - written.takenBytes);
    if (written.type === 'broken') this.#open = null;
    return written.type === 'taken';
  }

  #brokenOff(signal: AbortSignal): Problem {
    return signal.aborted ? problem('aborted') : problem('device.brokenOff', { printer: this.#name });
  }

  async #opened(): Promise<Result<OpenPrinter>> {
    if (this.#open !== null) return ok(this.#open);
    const params = { printer: this.#name };
    const printer = await this.#options.printer();
    if (printer === null) return err(problem('device.notThere', params));
    const { language } = printer.setup;
    if (language === null) return err(problem('assistant.noLanguage', params));
    const line = await this.#options.open(printer);
    if (!line.ok) return err(problem(line.error.code, params));
    this.#open = { printer, language, line: line.value, state: this.#stateOf(line.value, language) };
    return ok(this.#open);
  }

  #stateOf(line: DeviceLine, language: PrinterLanguageName): DeviceState | null {
    return createDeviceState(line, language, (known) => {
      this.#options.learned(known);
      if (this.#sending !== null) this.#options.waitsFor(known ?? []);
    });
  }

  async #close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.line.close();
  }
}

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
import type { PrinterFault } from '#protocol/printer-info.ts';
import { settingsOf } from '#protocol/printer-setup.ts';
import type { PageSink, PageToPrint } from '#protocol/printing.ts';
import { statusQuestion } from '#printing/status/questions.ts';
import { JobMemory } from '../assistant/job-memory.ts';
import { createNonce } from '../assistant/own-pairing.ts';
import type { DevicePrinter } from '#protocol/device-printer.ts';
import type { DeviceLine } from './device-line.ts';
import { createDeviceState, type DeviceState } from './device-state.ts';
import type { PageEncoder } from './page-encoder.ts';
import { abilitiesOf } from '#protocol/language-abilities.ts';

/**
 * The bytes that end an interrupted page when `leftBytes` of it were not certainly accepted. A printer that counts the
 * bytes of a graphic still waits for the rest, and would read the next page as a part of it.
 */
function endOfBrokenPage(language: PrinterLanguageName, leftBytes: number): Uint8Array {
  const text = abilitiesOf(language).afterInterruption;
  if (text === null) return new Uint8Array(0);
  const bytes = new Uint8Array(leftBytes + text.length);
  bytes.set(new TextEncoder().encode(text), leftBytes);
  return bytes;
}

const RECORD = 'device-';
/** The timeout of a status request to a printer that accepts no question. */
const LOOK_MS = 3_000;

/** Whether the record of a run was that of a printer without the assistant. */
export function isDeviceRecord(instance: string): boolean {
  return instance.startsWith(RECORD);
}

export interface DeviceSinkOptions {
  /** The stored printer; null if it was removed. */
  readonly printer: () => Promise<DevicePrinter | null>;
  readonly open: (printer: DevicePrinter) => Promise<Result<DeviceLine>>;
  readonly encoder: Pick<PageEncoder, 'encode'>;
  /** Called with the faults of the printer that a page waits for; with none as soon as none waits. */
  readonly waitsFor: (faults: readonly PrinterFault[]) => void;
  /** Called with the known status of the printer after each question. */
  readonly learned: (known: readonly PrinterFault[] | null) => void;
}

interface OpenPrinter {
  readonly printer: DevicePrinter;
  readonly language: PrinterLanguageName;
  readonly line: DeviceLine;
  /** Null if the printer can't be asked for its status. */
  readonly state: DeviceState | null;
}

/** The page being sent. */
interface Sending {
  readonly jobId: string;
  /** Interrupts it at any point. */
  readonly stop: AbortController;
  /** Recalls it while nothing of it was sent. */
  readonly back: AbortController;
}

/**
 * A printer that this page reaches without the assistant. It accepts bytes and reports nothing about pages: a page is
 * handed over when the last of its bytes was accepted, without confirmation. One page is sent at a time. After an
 * interrupted one, no other follows before the run connects again, and whether it was printed is unknown. The device is
 * held from a job's first page to its end.
 *
 * Before a page the printer is asked for its status, if it reports one; a page waits, unsent, until it can be printed.
 */
export class DeviceSink implements PageSink {
  readonly #name: string;
  readonly #options: DeviceSinkOptions;
  readonly #instance = `${RECORD}${createNonce().slice(0, 32)}`;
  readonly #jobs = new JobMemory();
  #open: OpenPrinter | null = null;
  /** The problem of a page, until the run connects again. */
  #fault: Problem | null = null;
  #leftBytes = 0;
  #sending: Sending | null = null;
  /** It did not answer when it was asked. */
  #isMute = false;

  constructor(name: string, options: DeviceSinkOptions) {
    this.#name = name;
    this.#options = options;
  }

  /** Whether a page is being sent to it. */
  get isSending(): boolean {
    return this.#sending !== null;
  }

  /** It may be another printer now. */
  forgetSilence(): void {
    this.#isMute = false;
  }

  /**
   * Asks for its status while no job has it. `isAsked`: the user requested it. Otherwise a printer that never answered
   * is skipped.
   */
  async look(isAsked: boolean): Promise<void> {
    if (isAsked) this.#isMute = false;
    if (this.#isMute) return;
    const language = (await this.#options.printer())?.setup.language ?? null;
    if (statusQuestion(language) === null) return;
    await this.#jobs.inTurn(async () => {
      // A printer that waits for the rest of a page would read the question as a part of it.
      if (this.#jobs.hasOpenJob || this.#leftBytes > 0) return;
      const opened = await this.#opened();
      if (!opened.ok) return;
      const known = await opened.value.state?.faults(AbortSignal.timeout(LOOK_MS));
      this.#isMute = known === null || known === undefined;
      await this.#close();
    });
  }

  /**
   * Checks that the device is available, before a job begins. During a job the status of its pages is always available.
   */
  async connect(): Promise<Result<AssistantInfo>> {
    // Pages sent after the failed one get their answer first; otherwise they would overtake it.
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

  /** Also recalls the page that waits for the printer. */
  recallPages(jobId: string): Promise<Result<null>> {
    if (this.#sending?.jobId === jobId) this.#sending.back.abort();
    return this.#jobs.recallPages(jobId);
  }

  finishJob(jobId: string): Promise<Result<JobStatus>> {
    return this.#jobs.inTurn(async () => {
      await this.#close();
      return ok(this.#jobs.end(jobId, 'finished'));
    });
  }

  /** Interrupts the page being sent. */
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
      // Nothing of this page is sent before the interrupted one is ended.
      const ending = endOfBrokenPage(language, this.#leftBytes);
      if (!(await this.#write(line, ending, this.#leftBytes, signal))) return err(this.#brokenOff(signal));
    }
    // A printer that still waits for the rest of a page would read the question as a part of it.
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

  /** `leftBytes`: how many bytes a printer still waits for if it has accepted none of these. */
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

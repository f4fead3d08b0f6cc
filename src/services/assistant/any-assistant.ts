import { problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { AssistantInfo } from '#protocol/assistant.ts';
import { createAssistantClient, type AssistantClient, type AssistantClientOptions } from './assistant-client.ts';
import type { PrinterFaults } from './fault-board.ts';
import type { MachineAccess } from './machine-access.ts';
import { createPrinterWatch } from './printer-watch.ts';
import { BasicAssistant, type BasicLimits } from './basic-assistant.ts';

export interface AnyAssistantOptions extends AssistantClientOptions {
  /** Whether this user prints through assistants that can't confirm pages. */
  readonly basic: { allowed(): boolean; allow(): void };
  readonly basicLimits?: BasicLimits;
  readonly access: MachineAccess;
}

/** The assistant on this machine, ours or one with only the specification's protocol. */
export interface AnyAssistant extends AssistantClient, PrinterFaults {
  /** Allows printing through assistants of the second kind for this user. */
  allowBasic(): void;
  /** The user knows the browser's question: the next connection may cause it. */
  allowAsking(): void;
}

const BASIC_LIMITS: BasicLimits = { connectMs: 3000, pageMs: 180_000 };

/**
 * Connects to our own assistant. Another program on the port is asked for its printers with the specification's
 * protocol; if it answers, `connect` and all connecting calls return `assistant.onlyBasic` until the user has allowed
 * it. If the browser would ask whether this site may reach programs on this machine, they return
 * `assistant.accessToAsk` first.
 */
export function createAnyAssistant(options: AnyAssistantOptions): AnyAssistant {
  const ours = createAssistantClient(options);
  const open = (): WebSocket => new (options.WebSocket ?? WebSocket)(options.url);
  const basic = new BasicAssistant(open, options.basicLimits ?? BASIC_LIMITS);
  let speaksBasic = false;
  let mayAsk = false;
  const watch = createPrinterWatch((printer, jobs) => ours.printerFaults(printer, jobs, new AbortController().signal));

  async function connect(signal: AbortSignal): Promise<Result<AssistantInfo>> {
    if (speaksBasic) {
      const again = await basic.connect(signal);
      if (again.ok || signal.aborted) return again;
      speaksBasic = false;
    }
    if (ours.state() !== 'connected' && (await options.access.willAsk())) {
      if (!mayAsk) return err(problem('assistant.accessToAsk'));
      await options.access.ask(options.url.replace(/^ws/, 'http'), signal);
    }
    const connected = await ours.connect(signal);
    if (connected.ok || connected.error.code !== 'assistant.notOurs') return connected;
    const other = await basic.connect(signal);
    if (!other.ok) return signal.aborted ? other : connected;
    if (!options.basic.allowed()) {
      basic.close();
      return err(problem('assistant.onlyBasic'));
    }
    speaksBasic = true;
    return other;
  }

  async function through<T>(
    signal: AbortSignal,
    work: (sink: AssistantClient | BasicAssistant) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (!speaksBasic) {
      const connected = await connect(signal);
      if (!connected.ok) return connected;
    }
    return work(speaksBasic ? basic : ours);
  }

  return {
    connect,
    printers: (signal) => through(signal, (sink) => sink.printers(signal)),
    async sendPage(page, signal) {
      const answered = watch.begin(page);
      try {
        return await through(signal, (sink) => sink.sendPage(page, signal));
      } finally {
        answered();
      }
    },
    faults: (printer) => watch.faults(printer),
    subscribeFaults: (listener) => watch.subscribeFaults(listener),
    printerFaults: (printer, jobs, signal) => ours.printerFaults(printer, jobs, signal),
    jobStatus: (jobId, signal) => through(signal, (sink) => sink.jobStatus(jobId, signal)),
    recallPages: (jobId, signal) => through(signal, (sink) => sink.recallPages(jobId, signal)),
    finishJob: (jobId, signal) => through(signal, (sink) => sink.finishJob(jobId, signal)),
    cancelJob: (jobId, signal) => through(signal, (sink) => sink.cancelJob(jobId, signal)),
    setUpPrinter: (printer, setup, signal) => ours.setUpPrinter(printer, setup, signal),
    addPrinter: (printer, signal) => ours.addPrinter(printer, signal),
    removePrinter: (printer, signal) => ours.removePrinter(printer, signal),
    askForCode: (signal) => ours.askForCode(signal),
    pair: (code, signal) => ours.pair(code, signal),
    pageUrl: () => ours.pageUrl(),
    state: () => (speaksBasic ? 'connected' : ours.state()),
    subscribe: (listener) => ours.subscribe(listener),
    close() {
      ours.close();
      basic.close();
      speaksBasic = false;
    },
    allowBasic: () => options.basic.allow(),
    allowAsking() {
      mayAsk = true;
    },
  };
}

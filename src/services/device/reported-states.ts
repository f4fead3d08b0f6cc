import { PRINTER_FAULTS, type PrinterFault } from '#protocol/printer-info.ts';

/** How long a reported status is valid. */
const SAID_MS = 30_000;

/** The printer's faults; null if it reports no status. */
type State = readonly PrinterFault[] | null;

/** Connects this site's windows; left out if there are no others. */
export interface StateChannel {
  post(message: unknown): void;
  listen(listener: (message: unknown) => void): void;
}

export function createStateChannel(): StateChannel {
  const channel = new BroadcastChannel('labelwright device states');
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
  };
}

/** The recently reported states of printers, to this window or to another: the run that uses one is in one of them. */
export interface ReportedStates {
  /** Null if unknown. */
  of(printer: string): State;
  /** The age of the state, in ms; infinite if unknown. */
  age(printer: string): number;
  learn(printer: string, state: State): void;
  forget(printer: string): void;
}

/** `changed` is called when the known state of a printer changes. */
export function createReportedStates(channel: StateChannel, changed: () => void): ReportedStates {
  const said = new Map<string, { readonly state: readonly PrinterFault[]; readonly at: number }>();

  function age(printer: string): number {
    const at = said.get(printer)?.at ?? -Infinity;
    return performance.now() - at;
  }

  function of(printer: string): State {
    return age(printer) > SAID_MS ? null : (said.get(printer)?.state ?? null);
  }

  function keep(printer: string, state: State): void {
    const before = of(printer)?.join(' ');
    if (state === null) said.delete(printer);
    else said.set(printer, { state, at: performance.now() });
    if (before !== state?.join(' ')) changed();
  }

  channel.listen((message) => {
    if (isStateMessage(message)) keep(message.printer, message.state);
  });
  return {
    of,
    age,
    learn(printer, state) {
      channel.post({ printer, state } satisfies StateMessage);
      keep(printer, state);
    },
    forget: (printer) => void said.delete(printer),
  };
}

interface StateMessage {
  readonly printer: string;
  readonly state: State;
}

/** Another version of the product may be in the other window. */
function isStateMessage(message: unknown): message is StateMessage {
  if (typeof message !== 'object' || message === null || !('printer' in message) || !('state' in message)) return false;
  const { printer, state } = message;
  const isState = Array.isArray(state) && state.every((fault) => PRINTER_FAULTS.includes(fault));
  return typeof printer === 'string' && (state === null || isState);
}

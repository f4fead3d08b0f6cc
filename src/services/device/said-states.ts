import { PRINTER_FAULTS, type PrinterFault } from '#protocol/printer-faults.ts';

/** What a printer has said of itself counts for this time. */
const SAID_MS = 30_000;

/** What keeps a printer from printing; null where it does not say. */
type State = readonly PrinterFault[] | null;

/** Reaches this site's other windows; left out where there are none. */
export interface StateChannel {
  tell(message: unknown): void;
  listen(listener: (message: unknown) => void): void;
}

export function createStateChannel(): StateChannel {
  const channel = new BroadcastChannel('labelwright device states');
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tell: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
  };
}

/** What printers have said of themselves lately, to this window or to another: the run that has one is in one of them. */
export interface SaidStates {
  /** Null where it is not known. */
  of(printer: string): State;
  /** How long ago it said so, in ms; infinite where it is not known. */
  age(printer: string): number;
  learn(printer: string, state: State): void;
  forget(printer: string): void;
}

/** `changed` is called when something else is known of a printer. */
export function createSaidStates(channel: StateChannel, changed: () => void): SaidStates {
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
    if (isTold(message)) keep(message.printer, message.state);
  });
  return {
    of,
    age,
    learn(printer, state) {
      channel.tell({ printer, state } satisfies Told);
      keep(printer, state);
    },
    forget: (printer) => void said.delete(printer),
  };
}

interface Told {
  readonly printer: string;
  readonly state: State;
}

/** Another version of the product may be in the other window. */
function isTold(message: unknown): message is Told {
  if (typeof message !== 'object' || message === null || !('printer' in message) || !('state' in message)) return false;
  const { printer, state } = message;
  const isState = Array.isArray(state) && state.every((fault) => PRINTER_FAULTS.includes(fault));
  return typeof printer === 'string' && (state === null || isState);
}

import type { StatusAnswer } from '#printing/status/readiness.ts';
import type { StatusQuestion } from '#printing/status/status-question.ts';

/** What became of bytes that were sent to a printer that does not answer. */
export type Sent =
  | { readonly type: 'taken' }
  /** The printer got nothing of it. `busy`: it may take it later. */
  | { readonly type: 'refused'; readonly busy: boolean; readonly reason: string }
  /** It got some of it, perhaps all. */
  | { readonly type: 'broken'; readonly reason: string };

/** A way to a printer on which bytes go one way only. */
export interface ByteLine {
  /** Whether the printer can be reached now. Answers within seconds. */
  isThere(): Promise<boolean>;
  /** Asks the printer how it is. Left out where nothing comes back this way. */
  status?(question: StatusQuestion): Promise<StatusAnswer>;
  /** Sends the parts and waits until the printer has taken all of them, for as long as it takes some now and then. */
  send(parts: readonly Uint8Array[]): Promise<Sent>;
}

export interface ByteLineTimeouts {
  readonly connectMs: number;
  /** A printer without paper takes nothing until it has some again. */
  readonly silenceMs: number;
  /** How long an answer about the printer's state may take. */
  readonly statusMs: number;
}

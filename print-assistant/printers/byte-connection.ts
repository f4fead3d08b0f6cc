import type { StatusAnswer } from '#printing/status/readiness.ts';
import type { StatusQuestion } from '#printing/status/answer-reader.ts';

/** Result of sending bytes to a printer that does not answer. */
export type Sent =
  | { readonly type: 'taken' }
  /** The printer got nothing of it. `busy`: it may take it later. */
  | { readonly type: 'refused'; readonly busy: boolean; readonly reason: string }
  /** It got some of it, perhaps all. */
  | { readonly type: 'broken'; readonly reason: string };

/** A one-way connection to a printer. */
export interface ByteConnection {
  /** Whether the printer can be reached now. Answers within seconds. */
  isThere(): Promise<boolean>;
  /** Queries the printer's status. Left out for connections without answers. */
  status?(question: StatusQuestion): Promise<StatusAnswer>;
  /** Sends the parts and waits until the printer has taken all of them, as long as it keeps taking some. */
  send(parts: readonly Uint8Array[]): Promise<Sent>;
}

export interface ByteConnectionTimeouts {
  readonly connectMs: number;
  /** How long a printer may take no bytes: without paper it takes nothing until it is refilled. */
  readonly writeTimeoutMs: number;
  /** Timeout of a status query. */
  readonly statusMs: number;
}

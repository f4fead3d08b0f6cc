import type { ConnectionTls } from '#protocol/api.ts';
import type { AddressPolicy, HostAddress } from '../core/net/address-policy.ts';
import type { MessageKey, MessageParams } from '../core/messages.ts';
import type { ApiError } from '../core/api-error.ts';
import type { Gathered } from './gather-rows.ts';
import type { ReadingLimits } from './query-limits.ts';
import type { BoundQuery } from './query-text.ts';

export interface DatabaseTarget {
  readonly kind: 'postgres' | 'mysql';
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly tls: ConnectionTls;
}

export interface HttpTarget {
  readonly kind: 'http';
  /** Base address of its queries. */
  readonly address: string;
  /** Header that carries the secret; empty for none. */
  readonly header: string;
}

export type Target = DatabaseTarget | HttpTarget;

/** What reading rows needs in addition to the target. */
export interface Reading {
  readonly policy: AddressPolicy;
  readonly limits: ReadingLimits;
  /** Aborts when the client disconnects, or on timeout. */
  readonly signal: AbortSignal;
}

/** Input of the thread that reads from a database. */
export interface DatabaseTask<W extends keyof Gathered = keyof Gathered> {
  readonly target: DatabaseTarget;
  readonly secret: string;
  /** The checked address: its name isn't resolved again. */
  readonly host: HostAddress;
  readonly query: BoundQuery;
  readonly limits: ReadingLimits;
  /** The wanted result of the rows. */
  readonly want: W;
  /** Number of wanted rows, so that no more are requested at a time. */
  readonly wanted: number;
  /** The certificate authorities that the server trusts; empty where the connection verifies none. */
  readonly authorities: readonly string[];
}

/** Input of the thread that reads rows from JSON. */
export type JsonTask<W extends keyof Gathered = keyof Gathered> = Pick<DatabaseTask<W>, 'limits' | 'want'> & {
  readonly json: Uint8Array;
};

export type RowsAnswer<W extends keyof Gathered = keyof Gathered> =
  | { readonly ok: true; readonly value: Gathered[W] }
  | { readonly ok: false; readonly why: MessageKey | ApiError; readonly params: MessageParams };

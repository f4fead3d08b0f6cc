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
  /** Where addresses of its queries begin. */
  readonly address: string;
  /** The header of the secret; empty for none. */
  readonly header: string;
}

export type Target = DatabaseTarget | HttpTarget;

/** What reading rows needs besides their place. */
export interface Reading {
  readonly policy: AddressPolicy;
  readonly limits: ReadingLimits;
  /** Aborts when the user leaves, or when the time is over. */
  readonly signal: AbortSignal;
}

/** What the thread that reads from a database is started with. */
export interface DatabaseTask<W extends keyof Gathered = keyof Gathered> {
  readonly target: DatabaseTarget;
  readonly secret: string;
  /** The address that was checked: its name is not looked up again. */
  readonly host: HostAddress;
  readonly query: BoundQuery;
  readonly limits: ReadingLimits;
  /** What is made of the rows. */
  readonly want: W;
  /** How many rows are wanted, so that no more are requested at a time. */
  readonly wanted: number;
  /** The certificates of authorities that the server trusts; empty where the connection verifies none. */
  readonly authorities: readonly string[];
}

/** The same of a thread that reads rows from an answer in JSON. */
export type JsonTask<W extends keyof Gathered = keyof Gathered> = Pick<DatabaseTask<W>, 'limits' | 'want'> & {
  readonly json: Uint8Array;
};

export type RowsAnswer<W extends keyof Gathered = keyof Gathered> =
  | { readonly ok: true; readonly value: Gathered[W] }
  | { readonly ok: false; readonly why: MessageKey | ApiError; readonly params: MessageParams };

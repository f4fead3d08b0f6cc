import type { ConnectionTls } from '#protocol/api.ts';
import type { AddressPolicy } from '../net/address-policy.ts';
import type { QueryLimits } from './query-limits.ts';

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

/** What reading rows needs beside where they are. */
export interface Reading {
  readonly policy: AddressPolicy;
  readonly limits: QueryLimits & { readonly bytes: number };
  /** Whoever asked went away, or the time is over. */
  readonly signal: AbortSignal;
  /** How many rows are wanted, so that no more are asked for at a time. */
  readonly wanted: number;
}

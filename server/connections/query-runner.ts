import { err, ok, type Result } from '#model/kernel/result.ts';
import type { QueryAddress } from '#model/elements/base/query-address.ts';
import type { TriedQuery, TryQueryInput } from '#protocol/api.ts';
import type { Db } from '../core/database/open-database.ts';
import type { SecretBox } from '../core/database/secret-box.ts';
import type { AddressPolicy } from '../core/net/address-policy.ts';
import type { WebFile } from './import-spreadsheet.ts';
import type { OutboundFetcher } from '../core/net/outbound-fetcher.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { openConnection, type OpenedConnection } from './connection-store.ts';
import type { Gathered } from './gather-rows.ts';
import type { QueryLimits } from './query-limits.ts';
import { QueryRefused } from './query-refused.ts';
import { findQuery } from './query-store.ts';
import { bindQuery, valuesOf } from './query-text.ts';
import { readDatabase } from './read-database.ts';
import { bindAddress, readHttp, testHttp } from './read-http.ts';

/** Fetches rows for users from their data sources, within the limits of fetches from the web. */
export interface QueryRunner {
  /** The rows of a saved query as a CSV file. */
  readonly sheet: (userId: string, asked: QueryAddress, signal: AbortSignal) => Promise<Result<WebFile, ApiError>>;
  /** A preview with the first rows of a query. */
  readonly tryQuery: (
    userId: string,
    input: TryQueryInput,
    signal: AbortSignal,
  ) => Promise<Result<TriedQuery, ApiError>>;
  /** Whether a connection reaches its target and signs in. */
  readonly test: (userId: string, id: string, signal: AbortSignal) => Promise<Result<null, ApiError>>;
}

export interface QueryServices {
  readonly data: QueryRunner;
}

export interface QueryRunnerOptions {
  readonly db: Db;
  readonly secrets: SecretBox;
  readonly net: OutboundFetcher;
  readonly webPolicy: AddressPolicy;
  readonly databasePolicy: AddressPolicy;
  readonly limits: QueryLimits;
}

interface AskedQuery<W extends keyof Gathered> {
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
  readonly want: W;
  /** Number of rows. */
  readonly wanted: number;
}

export function createQueryRunner({
  db,
  secrets,
  net,
  webPolicy,
  databasePolicy,
  limits,
}: QueryRunnerOptions): QueryRunner {
  const bounds = { ...limits, bytes: net.limits.bytes };

  async function gathered<W extends keyof Gathered>(
    { target, secret }: OpenedConnection,
    { text, values, want, wanted }: AskedQuery<W>,
    signal: AbortSignal,
  ): Promise<Result<Gathered[W], ApiError>> {
    if (target.kind === 'http') {
      const address = bindAddress(target, text, values);
      if (!address.ok) return address;
      const reading = { policy: webPolicy, limits: bounds, signal, want, net: net.limits };
      return ok(await readHttp(target, secret, address.value, reading));
    }
    const bound = bindQuery(target.kind, text, values);
    if (!bound.ok) return bound;
    const reading = { policy: databasePolicy, limits: bounds, signal, want, wanted };
    return ok(await readDatabase(target, secret, bound.value, reading));
  }

  /** Takes a place, opens the connection and returns the wanted result of the rows. */
  function withRows<W extends keyof Gathered>(
    userId: string,
    connectionId: string,
    asked: AskedQuery<W>,
    disconnected: AbortSignal,
  ): Promise<Result<Gathered[W], ApiError>> {
    return net.inPlace(userId, async () => {
      const opened = await openConnection({ db, secrets }, userId, connectionId);
      if (!opened.ok) return opened;
      const signal = AbortSignal.any([disconnected, AbortSignal.timeout(limits.totalMs)]);
      try {
        return await gathered(opened.value, asked, signal);
      } catch (error) {
        if (!(error instanceof QueryRefused)) throw error;
        const { why, params } = error;
        return err(typeof why === 'string' ? apiError('invalid', why, params) : why);
      }
    });
  }

  return {
    async sheet(userId, { id, values: given }, signal) {
      const query = await findQuery(db, userId, id);
      if (!query.ok) return query;
      const { name, text, parameters, connection_id: connection } = query.value;
      const values = valuesOf(parameters, given);
      if (!values.ok) return values;
      const asked = { text, values: values.value, want: 'file' as const, wanted: limits.rows };
      const file = await withRows(userId, connection, asked, signal);
      return file.ok ? ok({ ...file.value, name: `${name}.csv`, mediaType: 'text/csv' }) : file;
    },
    async tryQuery(userId, { connection_id: connection, text, parameters }, signal) {
      const values = valuesOf(parameters, {});
      if (!values.ok) return values;
      const asked = { text, values: values.value, want: 'first' as const, wanted: limits.triedRows + 1 };
      return withRows(userId, connection, asked, signal);
    },
    async test(userId, id, disconnected) {
      const opened = await openConnection({ db, secrets }, userId, id);
      if (!opened.ok) return opened;
      const { target, secret } = opened.value;
      if (target.kind === 'http') {
        return net.inPlace(userId, async () => {
          const signal = AbortSignal.any([disconnected, AbortSignal.timeout(limits.totalMs)]);
          const reading = { policy: webPolicy, limits: bounds, signal, net: net.limits };
          const refused = await testHttp(target, secret, reading);
          return refused === null ? ok(null) : err(refused);
        });
      }
      const asked = { text: 'SELECT 1', values: {}, want: 'first', wanted: 1 } as const;
      const first = await withRows(userId, id, asked, disconnected);
      return first.ok ? ok(null) : first;
    },
  };
}

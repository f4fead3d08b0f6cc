import { sha256 } from '../files/content-hash.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { QueryAddress } from '#model/elements/base/query-address.ts';
import type { TriedQuery, TryQueryInput } from '#protocol/api.ts';
import type { Db } from '../database/open-database.ts';
import type { SecretBox } from '../database/secret-box.ts';
import type { AddressPolicy } from '../net/address-policy.ts';
import type { WebFile } from '../net/import-spreadsheet.ts';
import type { NetDesk } from '../net/net-desk.ts';
import type { Refusal } from '../outcomes/outcome.ts';
import { openConnection, type OpenedConnection } from './connection-store.ts';
import { createCsvSheet } from './csv-sheet.ts';
import type { QueryLimits } from './query-limits.ts';
import { QueryRefused } from './query-refused.ts';
import { findQuery } from './query-store.ts';
import { bindQuery, valuesOf } from './query-text.ts';
import { bindAddress, readHttp, testHttp } from './read-http.ts';
import { readPostgres } from './read-postgres.ts';
import type { Rows } from './rows.ts';

/** Fetches rows for users from where they keep them, within the limits of fetches from the web. */
export interface DataDesk {
  /** The rows of a saved query as a CSV file. */
  readonly sheet: (userId: string, asked: QueryAddress, signal: AbortSignal) => Promise<Result<WebFile, Refusal>>;
  /** The first rows of a query. */
  readonly tryQuery: (
    userId: string,
    input: TryQueryInput,
    signal: AbortSignal,
  ) => Promise<Result<TriedQuery, Refusal>>;
  /** Whether a connection leads to where it should, and its user is let in. */
  readonly test: (userId: string, id: string, signal: AbortSignal) => Promise<Result<null, Refusal>>;
}

export interface DataDeskOptions {
  readonly db: Db;
  readonly secrets: SecretBox;
  readonly net: NetDesk;
  readonly webPolicy: AddressPolicy;
  readonly databasePolicy: AddressPolicy;
  readonly limits: QueryLimits;
}

interface AskedQuery {
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
  /** How many rows. */
  readonly wanted: number;
}

export function createDataDesk({ db, secrets, net, webPolicy, databasePolicy, limits }: DataDeskOptions): DataDesk {
  const bounds = { ...limits, bytes: net.limits.bytes };

  async function rowsOf(
    { target, secret }: OpenedConnection,
    asked: AskedQuery,
    signal: AbortSignal,
  ): Promise<Result<Rows, Refusal>> {
    const { text, values, wanted } = asked;
    if (target.kind === 'http') {
      const address = bindAddress(target, text, values);
      if (!address.ok) return address;
      const reading = { policy: webPolicy, limits: bounds, signal, wanted, net: net.limits };
      return ok(readHttp(target, secret, address.value, reading));
    }
    const bound = bindQuery(target.kind, text, values);
    if (!bound.ok) return bound;
    const reading = { policy: databasePolicy, limits: bounds, signal, wanted };
    if (target.kind === 'postgres') return ok(readPostgres(target, secret, bound.value, reading));
    const { readMysql } = await import('./read-mysql.ts');
    return ok(readMysql(target, secret, bound.value, reading));
  }

  /** Takes a place, opens the connection and gives what `use` makes of the rows. */
  function withRows<T>(
    userId: string,
    connectionId: string,
    asked: AskedQuery,
    gone: AbortSignal,
    use: (rows: Rows) => Promise<T>,
  ): Promise<Result<T, Refusal>> {
    return net.inPlace(userId, async () => {
      const opened = await openConnection({ db, secrets }, userId, connectionId);
      if (!opened.ok) return opened;
      const signal = AbortSignal.any([gone, AbortSignal.timeout(limits.totalMs)]);
      const rows = await rowsOf(opened.value, asked, signal);
      if (!rows.ok) return rows;
      try {
        return ok(await use(rows.value));
      } catch (error) {
        if (error instanceof QueryRefused) return err(error.refusal);
        throw error;
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
      const asked = { text, values: values.value, wanted: limits.rows };
      return withRows(userId, connection, asked, signal, async (rows) => {
        const sheet = createCsvSheet(bounds);
        for await (const batch of rows) sheet.add(batch);
        const bytes = sheet.bytes();
        const contentKey = `sha256:${await sha256(bytes)}`;
        return { bytes, name: `${name}.csv`, mediaType: 'text/csv', contentKey };
      });
    },
    async tryQuery(userId, { connection_id: connection, text, parameters }, signal) {
      const values = valuesOf(parameters, {});
      if (!values.ok) return values;
      const asked = { text, values: values.value, wanted: limits.triedRows + 1 };
      return withRows(userId, connection, asked, signal, async (rows) => {
        const found: (readonly string[])[] = [];
        const shown = (value: string | null): string => (value ?? '').slice(0, limits.triedCharacters);
        for await (const batch of rows) {
          found.push(...batch.slice(0, asked.wanted).map((row) => row.map(shown)));
          if (found.length > limits.triedRows + 1) break;
        }
        const [columns = [], ...first] = found;
        return {
          columns: [...columns],
          rows: first.slice(0, limits.triedRows).map((row) => [...row]),
          more: first.length > limits.triedRows,
        };
      });
    },
    async test(userId, id, gone) {
      const opened = await openConnection({ db, secrets }, userId, id);
      if (!opened.ok) return opened;
      const { target, secret } = opened.value;
      if (target.kind === 'http') {
        return net.inPlace(userId, async () => {
          const signal = AbortSignal.any([gone, AbortSignal.timeout(limits.totalMs)]);
          const reading = { policy: webPolicy, limits: bounds, signal, wanted: 0, net: net.limits };
          const refused = await testHttp(target, secret, reading);
          return refused === null ? ok(null) : err(refused);
        });
      }
      return withRows(userId, id, { text: 'SELECT 1', values: {}, wanted: 1 }, gone, async (rows) => {
        for await (const _ of rows) break;
        return null;
      });
    },
  };
}

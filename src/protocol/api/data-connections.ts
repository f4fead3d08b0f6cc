import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { nothing, noInput, post, shape, userId, type Call, type NoInput } from './call.ts';
import { nameString } from '../shown-text.ts';

/** The sources of rows. */
export const CONNECTION_KINDS = ['postgres', 'mysql', 'http'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/**
 * `verified`: the certificate is from a known authority and names the host. `unverified`: encrypted, without
 * authentication.
 */
export const CONNECTION_TLS = ['verified', 'unverified', 'off'] as const;
export type ConnectionTls = (typeof CONNECTION_TLS)[number];

export const CONNECTION_NAME_MAX_LENGTH = 60;
export const QUERY_TEXT_MAX_LENGTH = 20_000;
export const MAX_QUERY_PARAMETERS = 20;
/** The name of a parameter: in a query `:name`, in a web address `{name}`. */
export const PARAMETER_NAME = '^[A-Za-z_][A-Za-z0-9_]{0,39}$';

const id = Type.String({ minLength: 1, maxLength: 64 });
const name = nameString({ minLength: 1, maxLength: CONNECTION_NAME_MAX_LENGTH });

const connectionFields = {
  name,
  kind: Type.Enum(CONNECTION_KINDS),
  /** Of a database; empty for `http`, like the following fields. */
  host: Type.String({ maxLength: 253 }),
  port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  database: Type.String({ maxLength: 200 }),
  user: Type.String({ maxLength: 200 }),
  tls: Type.Enum(CONNECTION_TLS),
  /** Of `http`: the prefix of the addresses of its queries. Empty for databases. */
  address: Type.String({ maxLength: 2000 }),
  /** Of `http`: the header with the secret. */
  header: Type.String({ maxLength: 100, pattern: '^[A-Za-z0-9-]*$' }),
};
const connectionSchema = Type.Object({
  id: Type.String(),
  ...connectionFields,
  name: Type.String(),
  /** Whether a password or a header's value is stored; it is never returned. */
  has_secret: Type.Boolean(),
});
export type DataConnectionInfo = Message<typeof connectionSchema>;

/** The user's connections, by name. */
export const dataConnectionList: Call<NoInput, { readonly list: readonly DataConnectionInfo[] }, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getDataConnectionList',
  noInput,
  shape(Type.Object({ list: Type.Array(connectionSchema) })),
);

const saveConnectionInput = Type.Object({
  /** An existing one; left out for a new one. */
  id: Type.Optional(id),
  ...connectionFields,
  /** The password, or the header's value; left out to keep the existing one, as long as the target is the same. */
  secret: Type.Optional(Type.String({ maxLength: 4000 })),
  user_id: userId,
});
export type SaveConnectionInput = Message<typeof saveConnectionInput>;
/** Saves a connection to a database or a web service. The secret is encrypted and never returned. */
export const saveDataConnection: Call<SaveConnectionInput, DataConnectionInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/saveDataConnection',
  shape(saveConnectionInput),
  shape(connectionSchema),
);

const idInput = Type.Object({ id, user_id: userId });
type IdInput = Message<typeof idInput>;
/** Deletes a connection with its queries. */
export const delDataConnection: Call<IdInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delDataConnection',
  shape(idInput),
  nothing,
);

/** Tests a connection, and returns the reason if it fails. */
export const testDataConnection: Call<IdInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/testDataConnection',
  shape(idInput),
  nothing,
);

const parameterSchema = Type.Object({
  name: Type.String({ pattern: PARAMETER_NAME }),
  /** The displayed name; empty for the name. */
  label: nameString({ maxLength: 100 }),
  /** The default value. */
  value: Type.String({ maxLength: 1000 }),
});
export type QueryParameter = Message<typeof parameterSchema>;
const queryFields = {
  connection_id: id,
  name,
  /** One reading statement; for `http`, the part after the connection's address. */
  text: Type.String({ maxLength: QUERY_TEXT_MAX_LENGTH }),
  parameters: Type.Array(parameterSchema, { maxItems: MAX_QUERY_PARAMETERS }),
};
const querySchema = Type.Object({
  id: Type.String(),
  ...queryFields,
  name: Type.String(),
  parameters: Type.Array(Type.Object({ name: Type.String(), label: Type.String(), value: Type.String() })),
});
export type DataQueryInfo = Message<typeof querySchema>;

/** The user's saved queries, by name. */
export const dataQueryList: Call<NoInput, { readonly list: readonly DataQueryInfo[] }, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getDataQueryList',
  noInput,
  shape(Type.Object({ list: Type.Array(querySchema) })),
);

const saveQueryInput = Type.Object({ id: Type.Optional(id), ...queryFields, user_id: userId });
export type SaveQueryInput = Message<typeof saveQueryInput>;
/** Saves a query. Its rows are fetched like those of a spreadsheet at the address `query:ID?name=value`. */
export const saveDataQuery: Call<SaveQueryInput, DataQueryInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/saveDataQuery',
  shape(saveQueryInput),
  shape(querySchema),
);

/** Deletes a saved query. */
export const delDataQuery: Call<IdInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delDataQuery',
  shape(idInput),
  nothing,
);

const tryQueryInput = Type.Object({
  connection_id: queryFields.connection_id,
  text: queryFields.text,
  parameters: queryFields.parameters,
  user_id: userId,
});
export type TryQueryInput = Message<typeof tryQueryInput>;
const tryQueryAnswer = Type.Object({
  columns: Type.Array(Type.String()),
  rows: Type.Array(Type.Array(Type.String())),
  /** Whether there are more rows. */
  more: Type.Boolean(),
});
export type TriedQuery = Message<typeof tryQueryAnswer>;
/** The first rows of a query that need not be saved, with the default value of each parameter. */
export const tryDataQuery: Call<TryQueryInput, TriedQuery, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/tryDataQuery',
  shape(tryQueryInput),
  shape(tryQueryAnswer),
);

/** The calls of this file, by name. */
export interface DataConnectionCalls {
  readonly dataConnectionList: typeof dataConnectionList;
  readonly saveDataConnection: typeof saveDataConnection;
  readonly delDataConnection: typeof delDataConnection;
  readonly testDataConnection: typeof testDataConnection;
  readonly dataQueryList: typeof dataQueryList;
  readonly saveDataQuery: typeof saveDataQuery;
  readonly delDataQuery: typeof delDataQuery;
  readonly tryDataQuery: typeof tryDataQuery;
}
export const DATA_CONNECTION_CALLS: DataConnectionCalls = {
  dataConnectionList,
  saveDataConnection,
  delDataConnection,
  testDataConnection,
  dataQueryList,
  saveDataQuery,
  delDataQuery,
  tryDataQuery,
};

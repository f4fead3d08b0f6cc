import { ok } from '#model/kernel/result.ts';
import { deleteConnection, listConnections, saveConnection } from './connection-store.ts';
import { deleteQuery, listQueries, saveQuery } from './query-store.ts';
import type { Handlers } from '../http/call.ts';
import type { CoreServices } from '../core/services.ts';
import type { QueryServices } from './query-runner.ts';
import { importSpreadsheet } from './import-spreadsheet.ts';

type Names =
  | 'dataConnectionList'
  | 'saveDataConnection'
  | 'delDataConnection'
  | 'testDataConnection'
  | 'dataQueryList'
  | 'saveDataQuery'
  | 'delDataQuery'
  | 'tryDataQuery';

/** Handlers for users' data connections and the queries that fetch rows. */
export const dataConnectionHandlers: Pick<Handlers<Pick<CoreServices, 'db' | 'secrets'> & QueryServices>, Names> = {
  dataConnectionList: async ({ db, user }) => ok({ list: await listConnections(db, user.id) }),
  saveDataConnection: (context, input) => saveConnection(context, context.user.id, input),
  delDataConnection: ({ db, user }, { id }) => deleteConnection(db, user.id, id),
  testDataConnection: ({ data, user, disconnected }, { id }) => data.test(user.id, id, disconnected),
  dataQueryList: async ({ db, user }) => ok({ list: await listQueries(db, user.id) }),
  saveDataQuery: (context, input) => saveQuery(context, context.user.id, input),
  delDataQuery: ({ db, user }, { id }) => deleteQuery(db, user.id, id),
  tryDataQuery: ({ data, user, disconnected }, input) => data.tryQuery(user.id, input, disconnected),
};

/** Handlers for fetches from addresses that users give. */
export const netHandlers: Pick<Handlers<Pick<CoreServices, 'net'>>, 'importSpreadsheet'> = {
  importSpreadsheet({ net, user, disconnected }, input) {
    return importSpreadsheet(net, { userId: user.id, address: input.FileUrl, signal: disconnected }, input);
  },
};

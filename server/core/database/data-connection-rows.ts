import type { ConnectionKind } from '#protocol/api.ts';

/** A user's data source: a database, or a program that answers with JSON. */
export interface DataConnectionTable {
  id: string;
  user_id: string;
  name: string;
  kind: ConnectionKind;
  /** The target as JSON. */
  target: string;
  /** The password or the header's value, sealed; null for none. */
  secret: string | null;
  created_at: number;
  updated_at: number;
}

/** A saved query. */
export interface DataQueryTable {
  id: string;
  user_id: string;
  connection_id: string;
  name: string;
  /** One statement that reads, or the end of an address. */
  query: string;
  /** As JSON. */
  parameters: string;
  created_at: number;
  updated_at: number;
}

export interface DataConnectionTables {
  data_connection: DataConnectionTable;
  data_query: DataQueryTable;
}

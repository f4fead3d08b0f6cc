import { Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Row } from '../../core/database/database.ts';

/** Names of an archive's entries; the archive is a zip file. */
export const ENTRIES = {
  manifest: 'manifest.json',
  /** One line of JSON for each file: `FileLine`. */
  fileList: 'files.jsonl',
  /** One line of JSON for each row. */
  tableOf: (table: string): string => `tables/${table}.jsonl`,
  /** The 32 bytes that seal secrets. */
  key: 'secret.key',
  fileOf: (key: string): string => `files/${key}`,
} as const;

export const FORMAT = 'labelwright-backup';
export const FORMAT_VERSION = 1;
/** The comment of the zip file: this and the SHA-256 of the manifest, which has those of all the rest. */
export const COMMENT: RegExp = /^labelwright-backup ([0-9a-f]{64})$/;

/**
 * Tables that are not backed up: rows with a lifetime of minutes or hours, and sessions, so that a restore doesn't sign
 * users in again.
 */
export const PASSING_TABLES: readonly string[] = [
  'account_export',
  'assistant_code',
  'code_count',
  'document_conversion',
  'net_fetch',
  'passkey_challenge',
  // Pages sent to printers since must not be sent again.
  'print_job',
  'print_page',
  'print_recall',
  'queue_job',
  'queue_share',
  'rate_count',
  'sent_code',
  'session',
  'sign_in_ticket',
  'third_party_visit',
  'upload_reservation',
  'upload_token',
  'used_nonce',
];

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: typeof FORMAT_VERSION;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** The name of the database's newest migration. */
  readonly schema: string;
  readonly tables: readonly TableEntry[];
  readonly files: { readonly count: number; readonly bytes: number; readonly sha256: string };
  /** Keys of files in the database that were missing or damaged when the archive was made. */
  readonly missing: readonly string[];
  /** SHA-256 of the key that seals the database's secrets, in `secret.key`; absent where a setting gives the key. */
  readonly key?: string;
}

export interface TableEntry {
  readonly name: string;
  readonly rows: number;
  readonly sha256: string;
}

export interface FileLine {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

const digest = Type.String({ pattern: '^[0-9a-f]{64}$' });
const manifest = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Literal(FORMAT_VERSION),
  madeAt: Type.Number(),
  schema: Type.String(),
  tables: Type.Array(Type.Object({ name: Type.String(), rows: Type.Integer(), sha256: digest })),
  files: Type.Object({ count: Type.Integer(), bytes: Type.Integer(), sha256: digest }),
  missing: Type.Array(Type.String()),
  key: Type.Optional(digest),
});
const fileLine = Type.Object({ key: Type.String(), bytes: Type.Integer(), sha256: digest });
const row = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()]));

export function isManifest(value: unknown): value is Manifest {
  return Check(manifest, value);
}

export function isFileLine(value: unknown): value is FileLine {
  return Check(fileLine, value);
}

export function isRow(value: unknown): value is Row {
  return Check(row, value);
}

/** Progress of a backup or restore: `done` items of `total`, of those known so far. */
export interface Progress {
  readonly step: 'files' | 'tables' | 'checking' | 'storing' | 'rows';
  readonly done: number;
  readonly total: number;
}

/** A message for the operator: the archive or the target is invalid. */
export class BackupFault extends Error {}

import { Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Row } from '../../core/database/database.ts';

/** The names of what is in an archive, which is a zip file. */
export const ENTRIES = {
  manifest: 'manifest.json',
  /** One line of JSON for each file: `FileLine`. */
  fileList: 'files.jsonl',
  /** One line of JSON for each row. */
  tableOf: (table: string): string => `tables/${table}.jsonl`,
  /** The 32 bytes by which secrets are sealed. */
  key: 'secret.key',
  fileOf: (key: string): string => `files/${key}`,
} as const;

export const FORMAT = 'labelwright-backup';
export const FORMAT_VERSION = 1;
/** The comment of the zip file: this and the SHA-256 of the manifest, which has those of all the rest. */
export const COMMENT: RegExp = /^labelwright-backup ([0-9a-f]{64})$/;

/**
 * Tables whose rows are not kept: what lives for minutes or hours, and sessions, so that nobody is signed in again who has
 * signed out since.
 */
export const PASSING_TABLES: readonly string[] = [
  'account_export',
  'assistant_code',
  'code_count',
  'document_conversion',
  'net_fetch',
  'passkey_challenge',
  // What was given to printers since is not to be given again.
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
  /** Keys of files that the database names and that were missing or damaged when the archive was made. */
  readonly missing: readonly string[];
  /** SHA-256 of the key that the database's secrets are sealed by, in `secret.key`; absent where a setting gives the key. */
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

/** How far it is. `of` counts what is done so far and `total` what there is, where that is known. */
export interface Progress {
  readonly step: 'files' | 'tables' | 'checking' | 'storing' | 'rows';
  readonly done: number;
  readonly total: number;
}

/** A message for the operator: the archive or the target is not as it must be. */
export class BackupFault extends Error {}

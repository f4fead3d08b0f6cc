import { Type, type Static, type TObject } from 'typebox';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { parseSecretKey } from './core/database/secret-box.ts';
import type { S3Settings } from './core/files/s3-client.ts';
import { given, readVariables, type Environment } from './core/read-variables.ts';

/** Location of the database and files, and what may be fetched: the settings that the server and its other programs share. */
export interface StorageSettings {
  /** Contains the database and the uploaded files, unless they are elsewhere; created where it is missing. */
  readonly dataDir: string;
  /** `postgres://…`; absent for SQLite in the data folder. */
  readonly databaseUrl?: string;
  /** 32 bytes that seal secrets in the database; from a file in the data folder when absent. */
  readonly secretKey?: Uint8Array;
  /** Absent for files in the data folder. */
  readonly s3?: S3Settings;
  /** Hosts from which users may fetch files although they are not public: see `createAddressPolicy`. */
  readonly netAllowedHosts?: readonly string[];
}

const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const Host = Type.String({ pattern: /^((\*\.)?[a-z\d][a-z\d.-]*|\[[\da-f:.]+\])(:\d{1,5})?$/i });

const VARIABLES = {
  /** Names and addresses, each with an optional port; `*.` in front includes all subdomains. */
  NET_ALLOWED_HOSTS: Type.Array(Host, { description: 'a list of hosts such as files.example.com or 10.0.0.7:8080' }),
  DATA_DIR: Type.String({ default: 'data' }),
  S3_ENDPOINT: Type.Optional(Type.String()),
  /** AWS's rules for bucket names, plus the capitals and underscores that others allow. */
  S3_BUCKET: Type.Optional(Type.String({ pattern: '^\\w[\\w.-]{1,61}\\w$', description: 'the name of a bucket' })),
  S3_ACCESS_KEY_ID: Type.Optional(Type.String()),
  S3_SECRET_ACCESS_KEY: Type.Optional(Type.String()),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_PREFIX: Type.Optional(
    Type.String({ pattern: '^[\\w.-]+(/[\\w.-]+)*/?$', description: 'a path like labels/files' }),
  ),
  S3_SERVER_SIDE_ENCRYPTION: Type.Optional(Type.Enum(['AES256', 'aws:kms', 'aws:kms:dsse'])),
};

/** Reads the settings. The error is one line that names the setting and shows no secret. */
export function readStorageSettings(environment: Environment): Result<StorageSettings, string> {
  const variables = readVariables(VARIABLES, environment);
  if (!variables.ok) return variables;
  const { NET_ALLOWED_HOSTS: hosts } = variables.value;
  const databaseUrl = readDatabaseUrl(given(environment, 'DATABASE_URL'));
  if (!databaseUrl.ok) return databaseUrl;
  const s3 = readS3(variables.value);
  if (!s3.ok) return s3;
  const secretKey = readSecretKey(given(environment, 'SECRET_KEY'));
  if (!secretKey.ok) return secretKey;
  return ok({
    dataDir: variables.value.DATA_DIR,
    ...(hosts.length === 0 ? {} : { netAllowedHosts: hosts }),
    ...(databaseUrl.value === null ? {} : { databaseUrl: databaseUrl.value }),
    ...(s3.value === null ? {} : { s3: s3.value }),
    ...(secretKey.value === null ? {} : { secretKey: secretKey.value }),
  });
}

/** Null where the variable is not set. The error does not repeat the value, which may be most of a key. */
function readSecretKey(text: string | null): Result<Uint8Array | null, string> {
  if (text === null) return ok(null);
  const key = parseSecretKey(text);
  return key === null ? err('SECRET_KEY must be 32 bytes in base64 or 64 hexadecimal digits.') : ok(key);
}

function readDatabaseUrl(text: string | null): Result<string | null, string> {
  if (text === null) return ok(null);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return ok(text);
  // The value itself may contain a password.
  return err('DATABASE_URL must be like postgres://user:password@host:5432/database.');
}

/** Null without any of the settings. */
function readS3(value: Static<TObject<typeof VARIABLES>>): Result<S3Settings | null, string> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_PREFIX: prefix } = value;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = value;
  const missing = NEEDED.filter((name) => value[name] === undefined);
  if (missing.length === NEEDED.length) return ok(null);
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return err(`${missing.join(' and ')} must also be set to store files in S3.`);
  }
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    return err(`S3_ENDPOINT must be an address like https://s3.eu-central-1.amazonaws.com, not "${endpoint}".`);
  }
  return ok({
    endpoint,
    bucket,
    accessKeyId,
    secretAccessKey,
    region: value.S3_REGION,
    prefix: prefix === undefined ? '' : `${prefix.replace(/\/$/, '')}/`,
    serverSideEncryption: value.S3_SERVER_SIDE_ENCRYPTION ?? null,
  });
}

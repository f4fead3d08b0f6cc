import { err, ok, type Result } from '#model/kernel/result.ts';
import { parseSecretKey } from './core/database/secret-box.ts';
import type { S3Settings } from './core/files/s3-client.ts';

/** Location of the database and files: the settings that the server, the backup and the restore share. */
export interface StorageSettings {
  /** Contains the database and the uploaded files, unless they are elsewhere; created where it is missing. */
  readonly dataDir: string;
  /** `postgres://…`; absent for SQLite in the data folder. */
  readonly databaseUrl?: string;
  /** 32 bytes that seal secrets in the database; from a file in the data folder when absent. */
  readonly secretKey?: Uint8Array;
  /** Absent for files in the data folder. */
  readonly s3?: S3Settings;
}

type Environment = Readonly<Record<string, string | undefined>>;

const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** AWS's rules for bucket names, plus the capitals and underscores that others allow. */
const BUCKET = /^[\w][\w.-]{1,61}[\w]$/;
const PREFIX = /^[\w.-]+(\/[\w.-]+)*$/;
const ENCRYPTIONS = ['AES256', 'aws:kms', 'aws:kms:dsse'];

/** Reads the settings. The error is one line that names the setting and shows no secret. */
export function readStorageSettings(environment: Environment): Result<StorageSettings, string> {
  const databaseUrl = readDatabaseUrl(given(environment['DATABASE_URL']));
  if (!databaseUrl.ok) return databaseUrl;
  const s3 = readS3(environment);
  if (!s3.ok) return s3;
  const secretKey = readSecretKey(given(environment['SECRET_KEY']));
  if (!secretKey.ok) return secretKey;
  return ok({
    dataDir: given(environment['DATA_DIR']) ?? 'data',
    ...(databaseUrl.value === null ? {} : { databaseUrl: databaseUrl.value }),
    ...(s3.value === null ? {} : { s3: s3.value }),
    ...(secretKey.value === null ? {} : { secretKey: secretKey.value }),
  });
}

/** Null where the variable is not set. The error does not repeat the value, which may be most of a key. */
function readSecretKey(text: string | undefined): Result<Uint8Array | null, string> {
  if (text === undefined) return ok(null);
  const key = parseSecretKey(text);
  return key === null ? err('SECRET_KEY must be 32 bytes in base64 or 64 hexadecimal digits.') : ok(key);
}

function readDatabaseUrl(text: string | undefined): Result<string | null, string> {
  if (text === undefined) return ok(null);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return ok(text);
  // The value itself may contain a password.
  return err('DATABASE_URL must be like postgres://user:password@host:5432/database.');
}

/** Null without any of the settings. */
function readS3(environment: Environment): Result<S3Settings | null, string> {
  const [endpoint, bucket, accessKeyId, secretAccessKey] = NEEDED.map((name) => given(environment[name]));
  const missing = NEEDED.filter((name) => given(environment[name]) === undefined);
  if (missing.length === NEEDED.length) return ok(null);
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return err(`${missing.join(' and ')} must be set too where files are kept in S3.`);
  }
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    return err(`S3_ENDPOINT must be an address like https://s3.eu-central-1.amazonaws.com, not "${endpoint}".`);
  }
  if (!BUCKET.test(bucket)) return err(`S3_BUCKET must be the name of a bucket, not "${bucket}".`);
  const prefix = (given(environment['S3_PREFIX']) ?? '').replace(/\/$/, '');
  if (prefix !== '' && !PREFIX.test(prefix)) return err(`S3_PREFIX must be a path like labels/files, not "${prefix}".`);
  const encryption = given(environment['S3_SERVER_SIDE_ENCRYPTION']) ?? null;
  if (encryption !== null && !ENCRYPTIONS.includes(encryption)) {
    return err(`S3_SERVER_SIDE_ENCRYPTION must be one of ${ENCRYPTIONS.join(', ')}, not "${encryption}".`);
  }
  return ok({
    endpoint,
    bucket,
    accessKeyId,
    secretAccessKey,
    region: given(environment['S3_REGION']) ?? 'us-east-1',
    prefix: prefix === '' ? '' : `${prefix}/`,
    serverSideEncryption: encryption,
  });
}

function given(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

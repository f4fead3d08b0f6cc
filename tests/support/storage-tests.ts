import { existsSync } from 'node:fs';

/**
 * Tests of the server about stored, shared or concurrent data: these run on PostgreSQL as
 * well. The others are about rules and programs that look the same on either database, and `npm run nightly` runs all of
 * them on both.
 */
const ABOUT_STORAGE = [
  'api-v1-at-once',
  'brand-kit',
  'counters',
  'database',
  'delete-account',
  'doubts',
  'killed-server',
  'members',
  'migrations',
  'queue',
  'rate-counts',
  'saving-at-once',
  'schedules',
  'server-runs',
  'sessions',
  'sharing',
  'space',
  'template-drafts',
  'templates',
  'upgrade',
];

/** Tests of the file storage itself: on PostgreSQL and S3, which costs as much again. */
const ABOUT_FILES = ['account-export', 'backup', 'blob-store', 'patient-blobs', 'two-servers', 'uploads'];

/** Every call by every user, and invalid data in every field of every call: once, on PostgreSQL, the stricter of the two. */
const STRICTEST = ['access', 'attacks'];

/** Assignment of these files, all of the server's, to storages; with `everywhere` all run on both databases. */
export function storageTests(
  files: readonly string[],
  folder: string,
  everywhere: boolean,
): { readonly sqlite: string[]; readonly postgres: string[]; readonly s3: string[] } {
  const path = (name: string): string => `${folder}/${name}.test.ts`;
  const s3 = ABOUT_FILES.map(path);
  const named = [...ABOUT_STORAGE, ...STRICTEST].map(path);
  const missing = [...named, ...s3].filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`no such test: ${missing.join(', ')}`);
  if (everywhere) return { sqlite: [...files], postgres: files.filter((file) => !s3.includes(file)), s3 };
  const strictest = new Set(STRICTEST.map(path));
  return {
    sqlite: files.filter((file) => !strictest.has(file)),
    postgres: files.filter((file) => named.includes(file)),
    s3,
  };
}

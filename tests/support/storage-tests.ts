import { existsSync } from 'node:fs';

/**
 * What tests of the server are about that is kept, shared by processes or asked for at once: these run on PostgreSQL
 * and S3 as well. The others are about rules and programs that look the same on either storage, and `npm run nightly`
 * runs all of them on both.
 */
const ABOUT_STORAGE = [
  'account-export',
  'accounts',
  'announcements',
  'api-v1-at-once',
  'api-v1-runs',
  'api-v1-webhooks',
  'audit',
  'backup',
  'blob-store',
  'cloud-data',
  'common-library',
  'counters',
  'database',
  'delete-account',
  'dialed-printer-faults',
  'doubts',
  'feedback',
  'killed-server',
  'members',
  'migrations',
  'patient-blobs',
  'print-records',
  'private-data',
  'queue',
  'rate-counts',
  'saving-at-once',
  'schedules',
  'server-runs',
  'sessions',
  'sharing',
  'space',
  'template-drafts',
  'template-trash',
  'template-versions',
  'templates',
  'two-servers',
  'upgrade',
  'uploads',
];

/** Every call by everybody, and nonsense in every field of every call: once, on PostgreSQL, the stricter of the two. */
const STRICTEST = ['access', 'attacks'];

/** Which of these files, all of the server's, run on which storage; with `everywhere` all run on both. */
export function storageTests(
  files: readonly string[],
  folder: string,
  everywhere: boolean,
): { readonly sqlite: string[]; readonly postgres: string[] } {
  if (everywhere) return { sqlite: [...files], postgres: [...files] };
  const path = (name: string): string => `${folder}/${name}.test.ts`;
  const named = [...ABOUT_STORAGE, ...STRICTEST].map(path);
  const gone = named.filter((file) => !existsSync(file));
  if (gone.length > 0) throw new Error(`no such test: ${gone.join(', ')}`);
  const strictest = new Set(STRICTEST.map(path));
  return {
    sqlite: files.filter((file) => !strictest.has(file)),
    postgres: files.filter((file) => named.includes(file)),
  };
}

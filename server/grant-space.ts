import { parseArgs } from 'node:util';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { findByAccount } from './accounts/accounts.ts';
import { audit } from './core/observe/audit.ts';
import { databasePlace, openDatabase } from './core/database/open-database.ts';
import { openDataFolder } from './core/files/data-folder.ts';
import { grantSpace } from './core/files/space-grants.ts';
import { readSettings } from './settings.ts';

const USAGE = 'Usage: npm run grant-space -- --user NAME_OR_EMAIL --gb NUMBER --days NUMBER';
const MAX_GB = 100_000;
const MAX_DAYS = 36_500;

interface Grant {
  readonly user: string;
  readonly bytes: number;
  readonly days: number;
}

// Files that this process writes are private to the server's user.
process.umask(0o077);
const outcome = await run();
if (outcome.ok) console.log(outcome.value);
else {
  console.error(outcome.error);
  process.exitCode = 1;
}

/** Grants an account a package of cloud space, valid at once; the server may be running. */
async function run(): Promise<Result<string, string>> {
  const grant = readGrant(process.argv.slice(2));
  if (!grant.ok) return grant;
  const settings = readSettings(process.env);
  if (!settings.ok) return settings;
  const { user: account, bytes, days } = grant.value;
  const { dataDir, databaseUrl } = settings.value;
  const folder = openDataFolder(dataDir, databaseUrl === undefined);
  const database = await openDatabase(databasePlace(databaseUrl, folder.database));
  const { db } = database;
  try {
    const user = await findByAccount(db, account);
    if (user === null) return err(`There is no account "${account}" on this installation.`);
    const now = Date.now();
    const endsAt = await grantSpace(db, user.id, { bytes, days }, now);
    await audit(db, { event: 'spaceGranted', outcome: 'done', userId: user.id, address: '' }, now);
    return ok(`${account} has ${bytes / 2 ** 30} GB of additional space until ${new Date(endsAt).toISOString()}.`);
  } finally {
    await database.close();
  }
}

function readGrant(args: readonly string[]): Result<Grant, string> {
  let values: { user?: string; gb?: string; days?: string };
  try {
    const options = { user: { type: 'string' }, gb: { type: 'string' }, days: { type: 'string' } } as const;
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    return err(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
  const { user = '' } = values;
  const gigabytes = Number(values.gb ?? NaN);
  const days = Number(values.days ?? NaN);
  const isGood = user !== '' && gigabytes > 0 && gigabytes <= MAX_GB && days > 0 && days <= MAX_DAYS;
  return isGood ? ok({ user, bytes: Math.round(gigabytes * 2 ** 30), days }) : err(USAGE);
}

/** The database server can't be reached: it is not there, refuses us, or does not answer in time. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super(`The database can't be reached: ${reasonOf(cause)}`, { cause });
  }
}

/** PostgreSQL's codes (SQLSTATE) and SQLite's of transactions that lost against another one and may simply run again. */
const CONFLICTS = new Set(['40001', '40P01']);
/** The database is there, but has no time, no connections, or is just stopping, starting or being recovered. */
const BUSY = new Set(['SQLITE_BUSY', '53300', '55P03', '57014', '57P01', '57P02', '57P03', '25P03', '25P04']);
/** What `pg` says, without a code, of a connection that breaks in the middle of a query. */
const BROKEN = /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;
const BROKEN_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNREFUSED']);
/** A text with the character 0, which PostgreSQL can't keep; a number beyond its column's type; a malformed number. */
const UNSTORABLE = new Set(['22021', '22P05', '22003', '22P02']);

/** Whether a transaction failed only because of another one at the same time. Nothing of it was kept. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error));
}

/** Whether a lock was waited for as long as the transaction allows. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Whether the same may succeed in a moment: the database is away, overloaded, or was broken off. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseAway || isConflict(error) || BUSY.has(codeOf(error))) return true;
  if (!(error instanceof Error)) return false;
  // Only errors of the database's own connection: other sockets' have a `syscall` of their own callers.
  return BROKEN.test(error.message) || (BROKEN_CODES.has(codeOf(error)) && /node_modules.pg/.test(error.stack ?? ''));
}

/** Whether a value can't be kept because of what it is: a fault of its sender. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE.has(codeOf(error));
}

/** Whether a write failed because another row has a value that must be unique. */
export function isDuplicate(error: unknown): boolean {
  // SQLite's and PostgreSQL's names for it.
  return ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error));
}

/** Whether a write failed because a row that it refers to is not there, or one that is to go is still referred to. */
export function isMissingReference(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Where several addresses of a name were tried, the error that says so has no message of its own. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : codeOf(cause) || String(cause);
}

/** The codes of a write that failed because the disk, or the quota of the server's own user on it, is full. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100']);

/** Whether a write failed for want of room: not this program's fault, and trying again does not help. */
export function isNoSpace(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && NO_SPACE.has(code);
}

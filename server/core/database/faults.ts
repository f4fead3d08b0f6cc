/** The database server can't be reached: it is missing, rejects us, or does not answer in time. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super(`The database can't be reached: ${reasonOf(cause)}`, { cause });
  }
}

/** Codes of transactions that lost against another one and may run again: PostgreSQL's SQLSTATE and SQLite's. */
const CONFLICTS = new Set(['40001', '40P01']);
/** The database runs, but has no time, no connections, or is stopping, starting or being recovered. */
const BUSY = new Set(['SQLITE_BUSY', '53300', '55P03', '57014', '57P01', '57P02', '57P03', '25P03', '25P04']);
/** The message of `pg`, without a code, for a connection that breaks during a query. */
const BROKEN = /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;
const BROKEN_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNREFUSED']);
/** A text with the character 0, which PostgreSQL can't store; a number beyond its column's type; a malformed number. */
const UNSTORABLE = new Set(['22021', '22P05', '22003', '22P02']);

/** Whether a transaction failed only because of a concurrent one. None of it was kept. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error));
}

/** Whether a lock timed out. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Whether a retry may succeed in a moment: the database is away, overloaded, or the connection was interrupted. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseAway || isConflict(error) || BUSY.has(codeOf(error))) return true;
  if (!(error instanceof Error)) return false;
  // Only errors of the database's own connection: those of other sockets have a `syscall`.
  return BROKEN.test(error.message) || (BROKEN_CODES.has(codeOf(error)) && /node_modules.pg/.test(error.stack ?? ''));
}

/** Whether a value itself can't be stored: a fault of its sender. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE.has(codeOf(error));
}

/** Whether a write failed because another row has a value that must be unique. */
export function isDuplicate(error: unknown): boolean {
  // SQLite's and PostgreSQL's names for it.
  return ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error));
}

/** Whether a write failed because a referenced row is missing, or a deleted row is still referenced. */
export function isMissingReference(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** An error about several addresses of a name has no message of its own. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : codeOf(cause) || String(cause);
}

/** Codes of a write that failed because the disk, or the server user's quota on it, is full. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100']);

/** Whether a write failed for lack of space: not this program's fault, and a retry does not help. */
export function isNoSpace(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && NO_SPACE.has(code);
}

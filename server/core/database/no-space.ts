/** The codes of a write that failed because the disk, or the quota of the server's own user on it, is full. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100']);

/** Whether a write failed for want of room: not this program's fault, and nothing that trying again mends. */
export function isNoSpace(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && NO_SPACE.has(code);
}

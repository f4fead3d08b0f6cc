import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { invalid, type ApiError } from '../core/api-error.ts';
import { SettingFault } from '../core/setting-fault.ts';

/** Passwords known from breaches, from the operator's list. */
export interface BreachedPasswords {
  readonly has: (password: string) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Used where the operator has no list. */
const NO_LIST: BreachedPasswords = { has: () => Promise.resolve(false), close: () => Promise.resolve() };

/** `SHA1:count`, or the digest alone. */
const LINE = /^([0-9A-F]{40})(?::\d+)?$/i;
/** Longer than two lines of the list. */
const PIECE_BYTES = 256;

/**
 * Opens the list of Have I Been Pwned as its downloader writes it: a line for each SHA-1 in hexadecimal, sorted. The
 * list has 40 GB and stays on the disk: a lookup takes about 30 reads of 256 bytes. Throws a `SettingFault` for
 * anything else.
 */
export async function openBreachedPasswords(path: string | undefined): Promise<BreachedPasswords> {
  if (path === undefined) return NO_LIST;
  const file = await openFile(path);
  const { size } = await file.stat();
  if (size > 0 && (await lineFrom(file, 0)) === null) {
    await file.close();
    throw new SettingFault(`BREACHED_PASSWORDS: ${path} must be a sorted list of SHA-1 digests, one per line.`);
  }
  return {
    has: (password) => isListed(file, size, createHash('sha1').update(password).digest('hex').toUpperCase()),
    close: () => file.close(),
  };
}

/** A folder can be opened as well, but is not a file. */
async function openFile(path: string): Promise<FileHandle> {
  const unreadable = `BREACHED_PASSWORDS: ${path} can't be read.`;
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    throw new SettingFault(unreadable, { cause: error });
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new SettingFault(unreadable);
}

/** Why a new password is rejected; null for an allowed one. */
export async function refuseBreached(list: BreachedPasswords, password: string): Promise<ApiError | null> {
  return (await list.has(password)) ? invalid('password', 'account.passwordBreached') : null;
}

/** Binary search in the sorted file. */
async function isListed(file: FileHandle, size: number, digest: string): Promise<boolean> {
  let [from, to] = [0, size];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const line = await lineFrom(file, middle);
    if (line === null || line.start >= to) to = middle;
    else if (line.digest === digest) return true;
    else if (line.digest < digest) from = line.end;
    else to = middle;
  }
  return false;
}

/** The first line that begins at that byte or after it; null for none. */
async function lineFrom(
  file: FileHandle,
  at: number,
): Promise<{ readonly start: number; readonly end: number; readonly digest: string } | null> {
  // A line begins where the one before it ends, so the byte before is read as well.
  const readAt = Math.max(0, at - 1);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, readAt);
  const text = buffer.toString('latin1', 0, bytesRead);
  const skipped = at === 0 ? 0 : text.indexOf('\n') + 1;
  if (at > 0 && skipped === 0) return null;
  const newline = text.indexOf('\n', skipped);
  const end = newline < 0 ? text.length : newline + 1;
  const digest = LINE.exec(text.slice(skipped, end).trimEnd())?.[1];
  return digest === undefined ? null : { start: readAt + skipped, end: readAt + end, digest: digest.toUpperCase() };
}

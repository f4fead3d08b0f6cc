import type { MessageKey, MessageParams } from '../core/messages.ts';
import type { ApiError } from '../core/api-error.ts';

const DETAIL_LENGTH = 300;
/** Characters of a database's message, before unprintable ones are removed. */
const READ_LENGTH = 10_000;

/**
 * Why a query is rejected, thrown by the readers of rows. Imports nothing: the threads that read start with every
 * query.
 */
export class QueryRefused extends Error {
  readonly why: MessageKey | ApiError;
  readonly params: MessageParams;
  constructor(why: MessageKey | ApiError, params: MessageParams = {}) {
    super(typeof why === 'string' ? why : why.message);
    this.why = why;
    this.params = params;
  }
}

/** The error for a read that a limit of ours ended; null for any other. */
export function limitRefused(isTooLarge: boolean, signal: AbortSignal, limitBytes: number): QueryRefused | null {
  if (isTooLarge) return tooLarge(limitBytes);
  return signal.aborted ? new QueryRefused('query.tooSlow') : null;
}

export function tooLarge(limitBytes: number): QueryRefused {
  return new QueryRefused('query.tooLarge', { limit: Math.floor(limitBytes / 1024 ** 2) });
}

/** A database's own message as one short line. */
export function detailOf(text: string): string {
  const line = text
    .slice(0, READ_LENGTH)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  return line.length <= DETAIL_LENGTH ? line : `${line.slice(0, DETAIL_LENGTH).toWellFormed()} …`;
}

import type { MessageKey, MessageParams } from '../outcomes/messages.ts';
import { refusal, type Refusal } from '../outcomes/outcome.ts';

const DETAIL_LENGTH = 300;

/** Why rows do not come, thrown through the readers of rows. */
export class QueryRefused extends Error {
  readonly refusal: Refusal;
  constructor(why: MessageKey | Refusal, params: MessageParams = {}) {
    super(typeof why === 'string' ? why : why.message);
    this.refusal = typeof why === 'string' ? refusal('invalid', why, params) : why;
  }
}

/** Why reading ended early by a limit of ours; null where it was something else. */
export function limitRefused(isTooLarge: boolean, signal: AbortSignal, limitBytes: number): QueryRefused | null {
  if (isTooLarge) return new QueryRefused('query.tooLarge', { limit: Math.floor(limitBytes / 1024 ** 2) });
  return signal.aborted ? new QueryRefused('query.tooSlow') : null;
}

/** What a database says of itself, as one line that is not too long. */
export function detailOf(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return line.length <= DETAIL_LENGTH ? line : `${line.slice(0, DETAIL_LENGTH)} …`;
}

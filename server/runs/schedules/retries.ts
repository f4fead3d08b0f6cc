import { API_CODES } from '#protocol/api.ts';
import type { ScheduleFiringRow, ScheduleRow } from '../../core/database/tables.ts';
import type { MessageKey } from '../../core/messages.ts';
import type { ApiError } from '../../core/api-error.ts';
import { nextTimeApart } from './next-time.ts';

/** Delays before the first, the second and the third retry of a failed time. */
const DELAYS_MS: readonly number[] = [30_000, 2 * 60_000, 8 * 60_000];
export const LONGEST_RETRY_MS: number = Math.max(...DELAYS_MS);

/** Failures that may be temporary, without a change of the schedule. */
const PASSING: ReadonlySet<MessageKey> = new Set<MessageKey>([
  'net.unreachable',
  'net.status',
  'net.tooSlow',
  'net.incomplete',
  'net.empty',
  'net.webPage',
  'connection.unreachable',
  'connection.refused',
  'connection.tls',
  'query.tooSlow',
  'query.broken',
  'query.failed',
  'file.notFound',
]);

export function isPassing({ code, message }: ApiError): boolean {
  return code === API_CODES.tooMany || code === API_CODES.busy || PASSING.has(message);
}

/** The next time after a firing; null for none. */
export function timeBehind(
  { cron, zone }: Pick<ScheduleRow, 'cron' | 'zone'>,
  { due_at: dueAt, fired_at: firedAt }: Pick<ScheduleFiringRow, 'due_at' | 'fired_at'>,
): number | null {
  return cron === null ? null : nextTimeApart(cron, zone, Number(dueAt), Math.max(Number(dueAt), Number(firedAt)));
}

/** When a failed firing is retried: null after the last attempt, and where the next time comes before. */
export function retryTime(
  schedule: Pick<ScheduleRow, 'cron' | 'zone'>,
  firing: Pick<ScheduleFiringRow, 'due_at' | 'fired_at' | 'tries'>,
): number | null {
  const delay = DELAYS_MS[firing.tries - 1];
  if (delay === undefined) return null;
  const at = Number(firing.fired_at) + delay;
  const next = timeBehind(schedule, firing);
  return next !== null && at >= next ? null : at;
}

import type { AuditEvent, AuditLog, AuditLogInput, AuditOutcome } from '#protocol/api.ts';
import { newId } from '../database/new-id.ts';
import { isNoSpace } from '../database/faults.ts';
import type { Db } from '../database/open-database.ts';
import { isIPv4 } from 'node:net';
import { isoOf } from '../iso-time.ts';
import { DAY_MS } from '#model/kernel/time.ts';

/** Lifetime of entries, and their greatest number: beyond it the oldest are deleted. */
export const AUDIT_LIFETIME_MS: number = 365 * DAY_MS;
const MOST_ENTRIES = 1_000_000;
const DEFAULT_PAGE_SIZE = 20;
const DETAIL_MAX_LENGTH = 100;

/** Details of an entry in addition to its event: ids and numbers, never typed text. */
export type AuditDetails = Readonly<
  Partial<
    Record<
      | 'template'
      | 'file'
      | 'folder'
      | 'font'
      | 'job'
      | 'session'
      | 'passkey'
      | 'binding'
      | 'count'
      | 'call'
      | 'code'
      | 'user'
      | 'role'
      | 'days'
      | 'bytes'
      | 'share'
      | 'right'
      | 'common'
      | 'feedback'
      | 'announcement'
      | 'icon'
      | 'category'
      | 'article'
      | 'language'
      | 'plan'
      | 'batch'
      | 'order'
      | 'member'
      | 'fault'
      | 'token'
      | 'connection'
      | 'query'
      | 'assistant'
      | 'run'
      | 'schedule',
      string | number
    >
  >
>;

export interface Audited {
  readonly event: AuditEvent;
  readonly outcome: AuditOutcome;
  /** The user of the account; null for an unknown name. */
  readonly userId: string | null;
  /** The client's address; stored without the part that identifies a machine. */
  readonly address: string;
  readonly details?: AuditDetails;
}

/** Writes an entry with one insert. On a full disk the audited call succeeds without it. */
export async function audit(db: Db, audited: Audited, now: number): Promise<void> {
  const details = Object.entries(audited.details ?? {}).map(([name, value]) => [name, shortened(value)] as const);
  try {
    await db
      .insertInto('audit_entry')
      .values({
        id: newId(now),
        at: now,
        user_id: audited.userId,
        address: networkOf(audited.address),
        event: audited.event,
        outcome: audited.outcome,
        details: JSON.stringify(Object.fromEntries(details)),
      })
      .execute();
  } catch (error) {
    if (!isNoSpace(error)) throw error;
  }
}

/** One page of the user's own entries, newest first. */
export async function listAuditLog(db: Db, userId: string, input: AuditLogInput): Promise<AuditLog> {
  const own = db.selectFrom('audit_entry').where('user_id', '=', userId);
  const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const size = input.size ?? DEFAULT_PAGE_SIZE;
  const rows = await own
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(((input.page ?? 1) - 1) * size)
    .execute();
  const list = rows.map(({ at, event, outcome, address, details }) => ({
    time: isoOf(at),
    event,
    outcome,
    address,
    details: JSON.parse(details) as Record<string, string | number>,
  }));
  return { list, count: Number(count) };
}

/** Deletes entries older than a year, and the oldest of too many. */
export async function cleanAuditLog(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('audit_entry')
    .where('at', '<=', now - AUDIT_LIFETIME_MS)
    .execute();
  const beyond = await db
    .selectFrom('audit_entry')
    .select('at')
    .orderBy('at', 'desc')
    .limit(1)
    .offset(MOST_ENTRIES)
    .executeTakeFirst();
  if (beyond !== undefined) await db.deleteFrom('audit_entry').where('at', '<=', beyond.at).execute();
}

function shortened(value: string | number): string | number {
  return typeof value === 'string' ? value.slice(0, DETAIL_MAX_LENGTH) : value;
}

/**
 * The network of an address as `clientAddress` writes it: the first three of the four numbers of IPv4, the first three
 * of the four remaining groups of IPv6 (/48). It distinguishes home from elsewhere, and identifies nobody.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0`;
  const groups = address.split(':');
  return groups.length < 3 ? '' : `${groups.slice(0, 3).join(':')}::`;
}

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { PrinterInfo, PrinterState } from '#protocol/assistant.ts';
import type { BoundAssistantInfo } from '#protocol/api.ts';
import type { PrinterTable } from '../core/database/assistant-rows.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import type { DialedAssistant } from './binding.ts';
import { isoOf } from '../core/iso-time.ts';
import { DAY_MS } from '#model/kernel/time.ts';

/** Most printers of one assistant, and of all assistants of one account. */
const MAX_PRINTERS = 200;
const MAX_PRINTERS_OF_USER = 1000;
/** Size limit of one printer's data as JSON. A driver that lists a hundred paper sizes takes half of it. */
const MAX_INFO_LENGTH = 16 * 1024;

/**
 * The identity that recognizes a printer through another assistant: what it calls itself, or its name and network
 * address. One that is plugged into the assistant's own machine, or is a folder there, belongs to that assistant alone.
 */
export function identityOf({ name, at = [] }: Pick<PrinterInfo, 'name' | 'at'>, assistantId: string): string {
  const itself = at.find((place) => place.startsWith('uuid '));
  if (itself !== undefined) return itself;
  const place = at.find((one) => !isOwnMachine(one));
  return place === undefined ? `own ${assistantId} ${name}` : `${place} ${name}`;
}

/** `socket HOST PORT` and `ipp HOST PORT PATH` name a host; other places name the printer. */
function isOwnMachine(place: string): boolean {
  const [kind, host = ''] = place.split(' ');
  if (kind !== 'socket' && kind !== 'ipp') return false;
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || (isIP(bare) !== 0 && ipaddr.process(bare).range() === 'loopback');
}

/** Stores the printers that an assistant reports. One that it doesn't list any more isn't reached through it. */
export async function keepPrinters(
  db: Db,
  { id: assistantId, userId }: DialedAssistant,
  printers: readonly PrinterInfo[],
  time: number,
): Promise<void> {
  const byIdentity = new Map(
    printers
      .map((one) => ({ identity: identityOf(one, assistantId), name: one.name, info: JSON.stringify(one) }))
      .filter(({ info }) => info.length <= MAX_INFO_LENGTH)
      .slice(0, MAX_PRINTERS)
      .map((one) => [one.identity, one]),
  );
  await db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('printer').select('identity').where('user_id', '=', userId).execute();
    const identities = new Set(known.map(({ identity }) => identity));
    const kept: string[] = [];
    // In a fixed order, so that two assistants with the same printers don't deadlock.
    for (const [identity, { name, info }] of [...byIdentity].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      if (identities.size >= MAX_PRINTERS_OF_USER && !identities.has(identity)) continue;
      identities.add(identity);
      const said = { name, info, seen_at: time };
      const { id } = await tx
        .insertInto('printer')
        .values({
          id: newId(time),
          user_id: userId,
          identity,
          ...said,
          holder: null,
          held_until: 0,
          created_at: time,
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'identity']).doUpdateSet(said))
        .returning('id')
        .executeTakeFirstOrThrow();
      kept.push(id);
      await tx
        .insertInto('assistant_printer')
        .values({ assistant_id: assistantId, printer_id: id, name })
        .onConflict((conflict) => conflict.columns(['assistant_id', 'printer_id']).doUpdateSet({ name }))
        .execute();
    }
    await tx
      .deleteFrom('assistant_printer')
      .where('assistant_id', '=', assistantId)
      .$if(kept.length > 0, (query) => query.where('printer_id', 'not in', kept))
      .execute();
  });
}

export interface ListedPrinter {
  readonly id: string;
  readonly name: string;
  readonly state: PrinterState | 'offline';
  readonly info: PrinterInfo;
  /** Runs that wait for it or are printing. */
  readonly runs: number;
  readonly assistants: readonly { readonly id: string; readonly name: string; readonly online: boolean }[];
}

/** The user's printers that any of the assistants lists. */
export async function listPrinters(db: Db, userId: string, time: number): Promise<ListedPrinter[]> {
  const rows = await db
    .selectFrom('assistant_printer')
    .innerJoin('printer', 'printer.id', 'assistant_printer.printer_id')
    .innerJoin('assistant', 'assistant.id', 'assistant_printer.assistant_id')
    .select([
      'printer.id as id',
      'printer.name as name',
      'assistant.id as assistantId',
      'assistant.name as assistantName',
      'assistant.connected_until as until',
    ])
    .where('printer.user_id', '=', userId)
    .orderBy('printer.created_at')
    .orderBy('printer.id')
    .orderBy('assistant.id')
    .execute();
  const runs = await db
    .selectFrom('print_job')
    .innerJoin('printer', 'printer.id', 'print_job.printer_id')
    .innerJoin('label_run', 'label_run.id', 'print_job.run_id')
    .select((eb) => ['print_job.printer_id as id', eb.fn.countAll<number>().as('count')])
    .where('printer.user_id', '=', userId)
    .where('print_job.state', '=', 'open')
    .where('label_run.state', '=', 'printing')
    .groupBy('print_job.printer_id')
    .execute();
  // Once for each printer, even if several assistants reach it.
  const described = await db.selectFrom('printer').select(['id', 'info']).where('user_id', '=', userId).execute();
  const infos = new Map(described.map(({ id, info }) => [id, info]));
  const waiting = new Map(runs.map(({ id, count }) => [id, Number(count)]));
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, group]): ListedPrinter[] => {
    const [first] = group;
    if (first === undefined) return [];
    const assistants = group.map(({ assistantId, assistantName, until }) => {
      return { id: assistantId, name: assistantName, online: Number(until) > time };
    });
    const info = JSON.parse(infos.get(id) ?? '') as PrinterInfo;
    const state = assistants.some(({ online }) => online) ? info.state : 'offline';
    return [{ id, name: first.name, state, info, runs: waiting.get(id) ?? 0, assistants }];
  });
}

/** The user's printer with that id; null for none. */
export async function findPrinter(
  db: Db,
  userId: string,
  id: string,
): Promise<(Pick<PrinterTable, 'id' | 'name'> & { readonly info: PrinterInfo }) | null> {
  const row = await db
    .selectFrom('printer')
    .select(['id', 'name', 'info'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, info: JSON.parse(row.info) as PrinterInfo };
}

/** The user's assistants with their printers, newest first. */
export async function listAssistants(db: Db, userId: string, time: number): Promise<BoundAssistantInfo[]> {
  const rows = await db
    .selectFrom('assistant')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const printers = await listPrinters(db, userId, time);
  const reached = Map.groupBy(
    printers.flatMap((printer) => printer.assistants.map((assistant) => ({ assistant: assistant.id, printer }))),
    ({ assistant }) => assistant,
  );
  const iso = (at: number): string => isoOf(at);
  return rows.map(({ id, name, created_at: createdAt, seen_at: seenAt, connected_until: until }) => ({
    id,
    name,
    online: Number(until) > time,
    add_time: iso(createdAt),
    seen_time: seenAt === null ? '' : iso(seenAt),
    printers: (reached.get(id) ?? []).map(({ printer }) => {
      return { id: printer.id, name: printer.name, state: printer.state, runs: printer.runs };
    }),
  }));
}

const KEPT_MS = 30 * DAY_MS;

/** Deletes printers that no assistant lists any more, some time after they were last seen. */
export async function cleanPrinters(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('printer')
    .where('seen_at', '<=', now - KEPT_MS)
    .where((eb) =>
      eb.not(
        eb.or([
          eb.exists(eb.selectFrom('assistant_printer').select('printer_id').whereRef('printer_id', '=', 'printer.id')),
          eb.exists(
            eb
              .selectFrom('print_job')
              .select('print_job.run_id')
              .whereRef('print_job.printer_id', '=', 'printer.id')
              .where('print_job.state', '=', 'open'),
          ),
        ]),
      ),
    )
    .execute();
}

import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { PING_MS, UNBOUND_CODE } from '#protocol/dialed-assistant.ts';
import type { BlobStore } from '../../core/files/blob-store.ts';
import type { StepContext } from '../run-steps.ts';
import { createAssistantLink, type AssistantLink } from './assistant-link.ts';
import { createAttendant, type Attendant } from './assistant-dispatcher.ts';
import type { DialedAssistant } from '../../assistants/binding.ts';
import { assistantsWithWork } from './print-jobs.ts';
import { keepPrinters } from '../../assistants/printers.ts';

/** How often it is looked for work of the assistants that are connected here, and for those that were unbound. */
const LOOK_MS = 300;
/** What printers say is kept at most this often where it is the same. */
const SAME_MS = 60_000;
/** An assistant counts as connected for so long after its process has last said so. */
const CONNECTED_MS = 3 * PING_MS;
const CLOSE_GOING_AWAY = 1001;
const CLOSE_REPLACED = 4000;

/** The connections that assistants have made to this process. */
export interface Switchboard {
  accept(assistant: DialedAssistant, socket: WebSocket): void;
  /** Ends all connections. Settles when nothing of them is under way. */
  stop(): Promise<void>;
}

export interface SwitchboardContext extends StepContext {
  readonly blobs: BlobStore;
  readonly report: (error: unknown) => void;
}

interface Line {
  readonly assistant: DialedAssistant;
  readonly connection: string;
  readonly socket: WebSocket;
  attendant: Attendant | null;
}

export function createSwitchboard(context: SwitchboardContext): Switchboard {
  const { db, now, report } = context;
  const server = randomUUID();
  /** By the assistants' ids: one has one connection. */
  const lines = new Map<string, Line>();
  const underWay = new Set<Promise<void>>();
  let isOver = false;
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= look()
      .catch(report)
      .finally(() => (looking = null));
  }, LOOK_MS);
  timer.unref();

  async function look(): Promise<void> {
    if (lines.size === 0) return;
    const mine = await db.selectFrom('assistant').select('connection').where('server', '=', server).execute();
    const held = new Set(mine.map(({ connection }) => connection));
    for (const line of lines.values()) {
      if (line.attendant === null || held.has(line.connection)) continue;
      const row = await db.selectFrom('assistant').select('id').where('id', '=', line.assistant.id).executeTakeFirst();
      line.socket.close(row === undefined ? UNBOUND_CODE : CLOSE_REPLACED);
    }
    for (const id of await assistantsWithWork(db, server)) lines.get(id)?.attendant?.wake();
  }

  async function hold({ assistant: { id, userId }, connection, socket }: Line): Promise<boolean> {
    const time = now();
    const held = await db
      .updateTable('assistant')
      .set({ server, connection, seen_at: time, connected_until: time + CONNECTED_MS })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (held === undefined) socket.close(UNBOUND_CODE);
    return held !== undefined;
  }

  async function begin(line: Line, link: AssistantLink): Promise<void> {
    const { assistant, connection, socket } = line;
    if (!(await hold(line))) return;
    const hello = await link.hello();
    if (!hello.ok) return socket.terminate();
    const tellPrinters = createPrinterNews(context, assistant, link);
    await tellPrinters();
    if (socket.readyState !== socket.OPEN) return;
    line.attendant = createAttendant(context, { id: assistant.id, connection, record: hello.value.instance }, link);
    line.attendant.wake();
    let isThere = true;
    socket.on('pong', () => (isThere = true));
    const beat = setInterval(() => {
      if (!isThere) return socket.terminate();
      isThere = false;
      socket.ping();
      tellPrinters().catch(report);
      stayHeld(line).catch(report);
    }, PING_MS);
    socket.once('close', () => clearInterval(beat));
  }

  async function stayHeld({ assistant: { id }, connection }: Line): Promise<void> {
    const time = now();
    await db
      .updateTable('assistant')
      .set({ seen_at: time, connected_until: time + CONNECTED_MS })
      .where('id', '=', id)
      .where('connection', '=', connection)
      .execute();
  }

  async function end(line: Line): Promise<void> {
    const { assistant, connection, attendant } = line;
    if (lines.get(assistant.id) === line) lines.delete(assistant.id);
    await attendant?.end();
    await db.transaction().execute(async (tx) => {
      const left = await tx
        .updateTable('assistant')
        .set({ server: null, connection: null, connected_until: 0 })
        .where('id', '=', assistant.id)
        .where('connection', '=', connection)
        .returning('id')
        .executeTakeFirst();
      if (left === undefined) return;
      await tx.updateTable('printer').set({ held_until: 0 }).where('holder', '=', assistant.id).execute();
    });
  }

  function track(work: Promise<void>): void {
    const tracked = work.catch(report).finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  }

  return {
    accept(assistant, socket) {
      if (isOver) return socket.close(CLOSE_GOING_AWAY);
      const line: Line = { assistant, connection: randomUUID(), socket, attendant: null };
      lines.get(assistant.id)?.socket.close(CLOSE_REPLACED);
      lines.set(assistant.id, line);
      const link = createAssistantLink(socket);
      const begun = begin(line, link).catch((error: unknown) => {
        report(error);
        socket.terminate();
      });
      track(begun);
      socket.once('close', () => track(begun.then(() => end(line))));
    },
    async stop() {
      isOver = true;
      clearInterval(timer);
      await looking;
      for (const { socket } of lines.values()) socket.terminate();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Asks the assistant for its printers and keeps what is new of them; one question at a time. */
function createPrinterNews(
  { db, now }: SwitchboardContext,
  assistant: DialedAssistant,
  link: AssistantLink,
): () => Promise<void> {
  let said = '';
  let keptAt = 0;
  let isAsking = false;
  return async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      const printers = await link.printers();
      if (!printers.ok) return;
      const text = JSON.stringify(printers.value);
      if (text === said && now() - keptAt < SAME_MS) return;
      await keepPrinters(db, assistant, printers.value, now());
      said = text;
      keptAt = now();
    } finally {
      isAsking = false;
    }
  };
}

import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { PING_MS, UNBOUND_CODE } from '#protocol/dialed-assistant.ts';
import type { BlobStore } from '../../core/files/blob-store.ts';
import type { StepContext } from '../run-steps.ts';
import { createAssistantLink, type AssistantLink } from './assistant-link.ts';
import { createAssistantDispatcher, type AssistantDispatcher } from './assistant-dispatcher.ts';
import type { DialedAssistant } from '../../assistants/binding.ts';
import { assistantsWithWork } from './print-jobs.ts';
import { keepPrinters } from '../../assistants/printers.ts';

/** How often to look for work of the connected assistants, and for unbound ones. */
const POLL_MS = 300;
/** An unchanged printer report is stored at most this often. */
const SAME_MS = 60_000;
/** How long an assistant counts as connected after its process's last update. */
const CONNECTED_MS = 3 * PING_MS;
const CLOSE_GOING_AWAY = 1001;
const CLOSE_REPLACED = 4000;

/** The assistants' connections to this process. */
export interface AssistantConnections {
  accept(assistant: DialedAssistant, socket: WebSocket): void;
  /** Closes all connections. Settles when nothing is in progress. */
  stop(): Promise<void>;
}

export interface AssistantConnectionsContext extends StepContext {
  readonly blobs: BlobStore;
  readonly report: (error: unknown) => void;
}

interface AssistantConnection {
  readonly assistant: DialedAssistant;
  readonly connection: string;
  readonly socket: WebSocket;
  dispatcher: AssistantDispatcher | null;
}

export function createAssistantConnections(context: AssistantConnectionsContext): AssistantConnections {
  const { db, now, report } = context;
  const server = randomUUID();
  /** By the assistants' ids: one has one connection. */
  const open = new Map<string, AssistantConnection>();
  const inFlight = new Set<Promise<void>>();
  let isOver = false;
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= look()
      .catch(report)
      .finally(() => (looking = null));
  }, POLL_MS);
  timer.unref();

  async function look(): Promise<void> {
    if (open.size === 0) return;
    const mine = await db.selectFrom('assistant').select('connection').where('server', '=', server).execute();
    const held = new Set(mine.map(({ connection }) => connection));
    for (const one of open.values()) {
      if (one.dispatcher === null || held.has(one.connection)) continue;
      const row = await db.selectFrom('assistant').select('id').where('id', '=', one.assistant.id).executeTakeFirst();
      one.socket.close(row === undefined ? UNBOUND_CODE : CLOSE_REPLACED);
    }
    for (const id of await assistantsWithWork(db, server)) open.get(id)?.dispatcher?.wake();
  }

  async function hold({ assistant: { id, userId }, connection, socket }: AssistantConnection): Promise<boolean> {
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

  async function begin(one: AssistantConnection, link: AssistantLink): Promise<void> {
    const { assistant, connection, socket } = one;
    if (!(await hold(one))) return;
    const hello = await link.hello();
    if (!hello.ok) return socket.terminate();
    const sendPrinters = createPrinterNews(context, assistant, link);
    await sendPrinters();
    if (socket.readyState !== socket.OPEN) return;
    one.dispatcher = createAssistantDispatcher(
      context,
      { id: assistant.id, connection, record: hello.value.instance },
      link,
    );
    one.dispatcher.wake();
    let isThere = true;
    socket.on('pong', () => (isThere = true));
    const beat = setInterval(() => {
      if (!isThere) return socket.terminate();
      isThere = false;
      socket.ping();
      sendPrinters().catch(report);
      stayHeld(one).catch(report);
    }, PING_MS);
    socket.once('close', () => clearInterval(beat));
  }

  async function stayHeld({ assistant: { id }, connection }: AssistantConnection): Promise<void> {
    const time = now();
    await db
      .updateTable('assistant')
      .set({ seen_at: time, connected_until: time + CONNECTED_MS })
      .where('id', '=', id)
      .where('connection', '=', connection)
      .execute();
  }

  async function end(one: AssistantConnection): Promise<void> {
    const { assistant, connection, dispatcher } = one;
    if (open.get(assistant.id) === one) open.delete(assistant.id);
    await dispatcher?.end();
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
    const tracked = work.catch(report).finally(() => inFlight.delete(tracked));
    inFlight.add(tracked);
  }

  return {
    accept(assistant, socket) {
      if (isOver) return socket.close(CLOSE_GOING_AWAY);
      const one: AssistantConnection = { assistant, connection: randomUUID(), socket, dispatcher: null };
      open.get(assistant.id)?.socket.close(CLOSE_REPLACED);
      open.set(assistant.id, one);
      const link = createAssistantLink(socket);
      const begun = begin(one, link).catch((error: unknown) => {
        report(error);
        socket.terminate();
      });
      track(begun);
      socket.once('close', () => track(begun.then(() => end(one))));
    },
    async stop() {
      isOver = true;
      clearInterval(timer);
      await looking;
      for (const { socket } of open.values()) socket.terminate();
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}

/** Asks the assistant for its printers and stores changes; one request at a time. */
function createPrinterNews(
  { db, now }: AssistantConnectionsContext,
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

import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyInstance, FastifyRequest } from 'fastify';
import { API_CODES, type Language } from '#protocol/api.ts';
import { httpStatus, type ApiError } from '../core/api-error.ts';
import { message } from '../core/messages.ts';
import type { Db } from '../core/database/open-database.ts';
import { writeLogOf } from '../core/database/write-log.ts';

/** Aborts when the connection closes before an answer is sent. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) disconnected.abort();
  });
  return disconnected.signal;
}

/** Longer lists are written in pieces. */
const SHORT_LIST = 20;
const PIECE_LENGTH = 64 * 1024;

export function sendSuccess(reply: FastifyReply, data: unknown): FastifyReply {
  reply.header('cache-control', 'no-store');
  return hasLongList(data)
    ? reply.type('application/json; charset=utf-8').send(Readable.from(inPieces(data)))
    : reply.send({ code: API_CODES.success, data, message: '' });
}

function hasLongList(data: unknown): data is { readonly list: readonly unknown[] } {
  const list: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'list') : null;
  return Array.isArray(list) && list.length > SHORT_LIST;
}

/** The envelope around an answer with a list, as JSON. Other work runs between the pieces. */
async function* inPieces({ list, ...others }: { readonly list: readonly unknown[] }): AsyncGenerator<string> {
  const fields = JSON.stringify(others).slice(1, -1);
  let piece = `{"code":${API_CODES.success},"message":"","data":{${fields}${fields === '' ? '' : ','}"list":[`;
  for (const [at, one] of list.entries()) {
    piece += `${at === 0 ? '' : ','}${JSON.stringify(one)}`;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
    await setImmediate();
  }
  yield `${piece}]}}`;
}

export function sendApiError(
  reply: FastifyReply,
  language: Language,
  refused: ApiError,
  status: number = httpStatus(refused.code),
): FastifyReply {
  const seconds = refused.params?.['seconds'];
  if (seconds !== undefined && (status === API_CODES.tooMany || status === API_CODES.busy)) {
    reply.header('retry-after', seconds);
  }
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .send({
      code: refused.code,
      data: refused.data ?? null,
      message: message(language, refused.message, refused.params),
    });
}

/** Sends an answer only when its request's writes are durable, so that they survive a power failure. */
export function addDurableAnswers(app: FastifyInstance, db: Db): void {
  const before = new WeakMap<FastifyRequest, number>();
  app.addHook('onRequest', async (request) => {
    before.set(request, writeLogOf(db).written());
  });
  app.addHook('onSend', async (request) => {
    // If there was no write in the meantime, this request has not written either.
    const log = writeLogOf(db);
    if (before.get(request) !== log.written()) await log.settle();
  });
}

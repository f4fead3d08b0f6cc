import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from '#model/kernel/result.ts';
import type { Language } from '#protocol/api.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { sendBusy, sendNamed, sendRefused } from '../api-v1/problem-answer.ts';
import type { ReadInThread, ThreadFault } from '../api-v1/reading-threads.ts';
import { readRunBody, type DigestedPart, type RunBody, type RunBodyFault } from './run-body.ts';
import type { RunBodyTask } from './run-body-thread.ts';
import type { RowsFault } from './rows-file.ts';

export type BodyFault = RunBodyFault | ThreadFault;

/** Reads the body of a run request. `disconnected` aborts when the client disconnects. */
export type RunBodyReader = (
  asked: { readonly bytes: Uint8Array; readonly digested: DigestedPart; readonly userId: string },
  disconnected: AbortSignal,
) => Promise<Result<RunBody, BodyFault>>;

const THREAD = new URL('./run-body-thread.ts', import.meta.url);
/** Up to this size reading takes a few milliseconds, less than starting a thread. */
export const SMALL_BYTES: number = 64 * 1024;

/** Reads small bodies directly, large ones in a thread. */
export function createRunBodyReader(readInThread: ReadInThread): RunBodyReader {
  return async ({ bytes, digested, userId }, disconnected) => {
    if (bytes.length <= SMALL_BYTES) return readRunBody(bytes, digested);
    const task = { thread: THREAD, data: { bytes, digested } satisfies RunBodyTask, userId };
    const read = await readInThread<ReturnType<typeof readRunBody>>(task, disconnected);
    return read.ok ? read.value : read;
  };
}

/** Leaves bodies unparsed for their handlers. */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** An unparsed body; empty for none. */
export function bytesOf({ body }: Pick<FastifyRequest, 'body'>): Uint8Array {
  return Buffer.isBuffer(body) ? body : new Uint8Array();
}

export function apiErrorOf({ field, message, params }: RowsFault): ApiError {
  return apiError('invalid', message, params, { field });
}

export function sendBodyFault(reply: FastifyReply, language: Language, fault: BodyFault): FastifyReply {
  switch (fault) {
    case 'notJson':
      return sendNamed(reply, language, 400, 'request.invalid', { field: '' });
    case 'tooLarge':
      return sendNamed(reply, language, 413, 'request.tooLarge');
    case 'busy':
      return sendBusy(reply, language);
    default:
      return sendRefused(reply, language, apiErrorOf(fault));
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Language } from '#protocol/api.ts';
import type { Validator } from 'typebox/compile';
import type { Shape } from '#protocol/api/call.ts';
import { apiError, invalid, type ApiError } from '../core/api-error.ts';
import { disconnectSignal } from '../http/answers.ts';
import { faultOf, type V1Context } from '../api-v1/context.ts';
import { sendBusy, sendNamed, sendRefused } from '../api-v1/problem-answer.ts';
import type { ReadInThread, ThreadFault } from '../api-v1/reading-threads.ts';
import { readRunBody, type DigestedPart, type RunBody, type RunBodyFault } from './run-body.ts';
import type { RunBodyTask } from './run-body-thread.ts';
import type { RowsFault } from './rows-file.ts';
import { ROW_WAYS, type RunInput } from './run-input.ts';
import type { PicturesFile, RowsFile } from './start-run.ts';

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

/** The request of a call with rows: `rows` are those in the body as a file, and null for rows of other places. */
export interface RowsRequest<Input> {
  readonly body: Input;
  readonly rows: RowsFile | null;
  readonly pictures: PicturesFile | null;
  /** See `RunBody`. */
  readonly digest: string;
  readonly disconnected: AbortSignal;
}

/** Reads and checks the raw body of a call with rows. The error is a function that sends it. */
export async function readRowsRequest<Input extends Pick<RunInput, (typeof ROW_WAYS)[number] | 'where'>>(
  read: RunBodyReader,
  check: Validator<Record<never, never>, Shape<Input>>,
  { user, request, reply, language }: Pick<V1Context<unknown>, 'user' | 'request' | 'reply' | 'language'>,
): Promise<Result<RowsRequest<Input>, () => FastifyReply>> {
  const disconnected = disconnectSignal(reply);
  const given = await read({ bytes: bytesOf(request), digested: 'body', userId: user.id }, disconnected);
  if (!given.ok) return err(() => sendBodyFault(reply, language, given.error));
  const { rows, way, pictures, digest } = given.value;
  const body: unknown = JSON.parse(given.value.request);
  if (!check.Check(body)) return err(() => sendRefused(reply, language, faultOf(check, body)));
  const ways = ROW_WAYS.filter((name) => name === way || body[name] !== undefined);
  const several = ways.length > 1 ? invalid('rows', 'request.invalid', { field: ways.join(', ') }) : null;
  const useless = body.where !== undefined && ways.length === 0;
  const fault = several ?? (useless ? invalid('where', 'request.invalid', { field: 'where' }) : null);
  if (fault !== null) return err(() => sendRefused(reply, language, fault));
  return ok({ body, rows, pictures, digest, disconnected });
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

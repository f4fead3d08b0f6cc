import { Worker } from 'node:worker_threads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { err, type Result } from '#model/kernel/result.ts';
import type { Language } from '#protocol/api.ts';
import { turnOrder, type Waiting } from '../documents/turn-order.ts';
import { refusal, type Refusal } from '../outcomes/outcome.ts';
import { sendNamed, sendRefused } from './problem-answer.ts';
import { readRunBody, type DigestedPart, type RunBody, type RunBodyFault } from './run-body.ts';
import type { RunBodyTask } from './run-body-thread.ts';
import type { RowsFault } from './rows-file.ts';

export type BodyFault = RunBodyFault | 'tooLarge' | 'busy';

/** Reads bodies that ask for runs. `gone` aborts where nobody waits for the answer any more. */
export type RunBodyReader = (
  asked: { readonly bytes: Uint8Array; readonly digested: DigestedPart; readonly userId: string },
  gone: AbortSignal,
) => Promise<Result<RunBody, BodyFault>>;

const THREAD = new URL('./run-body-thread.ts', import.meta.url);
/** Up to here reading takes a few milliseconds, less than starting a thread. */
export const SMALL_BYTES: number = 64 * 1024;
const THREADS = 2;
/** Of one thread. What the limits of rows let through takes about half of it. */
const MEMORY_MB = 384;
const READING_MS = 30_000;
const RETRY_SECONDS = 5;

interface Turn extends Waiting {
  readonly begin: () => void;
}

/** Small bodies are read at once. Large ones are read in threads, a few at a time, and users take turns. */
export function createRunBodyReader(): RunBodyReader {
  const waiting: Turn[] = [];
  const reading: string[] = [];
  let count = 0;

  function beginNext(): void {
    while (reading.length < THREADS) {
      const [next] = turnOrder(waiting, reading);
      const at = waiting.findIndex(({ id }) => id === next?.id);
      const [turn] = at < 0 ? [] : waiting.splice(at, 1);
      if (turn === undefined) return;
      reading.push(turn.userId);
      turn.begin();
    }
  }

  return async ({ bytes, digested, userId }, gone) => {
    if (bytes.length <= SMALL_BYTES) return readRunBody(bytes, digested);
    const at = ++count;
    await new Promise<void>((begin) => {
      waiting.push({ id: String(at), userId, at, begin });
      beginNext();
    });
    try {
      return gone.aborted ? err('busy') : await readInThread({ bytes, digested }, gone);
    } finally {
      reading.splice(reading.indexOf(userId), 1);
      beginNext();
    }
  };
}

async function readInThread(task: RunBodyTask, gone: AbortSignal): Promise<Result<RunBody, BodyFault>> {
  const { promise, resolve, reject } = Promise.withResolvers<Result<RunBody, BodyFault>>();
  const { buffer } = task.bytes;
  const thread = new Worker(THREAD, {
    workerData: task,
    transferList: buffer instanceof ArrayBuffer ? [buffer] : [],
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
  });
  const giveUp = (): void => resolve(err('busy'));
  thread.on('message', resolve);
  thread.on('error', (error) => {
    if (Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY') resolve(err('tooLarge'));
    else reject(error);
  });
  thread.on('exit', giveUp);
  const clock = setTimeout(giveUp, READING_MS);
  gone.addEventListener('abort', giveUp, { once: true });
  try {
    return await promise;
  } finally {
    clearTimeout(clock);
    gone.removeEventListener('abort', giveUp);
    await thread.terminate();
  }
}

/** Leaves bodies as they come, for who reads them by themselves. */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** A body that was not parsed; empty for none. */
export function bytesOf({ body }: Pick<FastifyRequest, 'body'>): Uint8Array {
  return Buffer.isBuffer(body) ? body : new Uint8Array();
}

export function refusalOf({ field, message, params }: RowsFault): Refusal {
  return refusal('invalid', message, params, { field });
}

export function sendBodyFault(reply: FastifyReply, language: Language, fault: BodyFault): FastifyReply {
  switch (fault) {
    case 'notJson':
      return sendNamed(reply, language, 400, 'request.invalid', { field: '' });
    case 'tooLarge':
      return sendNamed(reply, language, 413, 'request.tooLarge');
    case 'busy':
      return sendRefused(reply, language, refusal('busy', 'server.busy', { seconds: RETRY_SECONDS }));
    default:
      return sendRefused(reply, language, refusalOf(fault));
  }
}

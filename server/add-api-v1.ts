import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findTokenHolder, type TokenHolder } from './accounts/api-tokens.ts';
import { V1_DOCUMENT_PATH, V1_CALLS, type V1CallName } from './api-v1/v1-calls.ts';
import { clientAddress, countedFor } from './core/net/client-address.ts';
import type { Count } from './http/rate-counts.ts';
import { noteUser } from './core/observe/request-log.ts';
import { requestLanguage } from './core/messages.ts';
import { RUN_LIMITS } from './runs/run-settings.ts';
import type { Services } from './services.ts';
import { CALL_SHAPES, NO_FIELDS } from './docs/v1-call-shapes.ts';
import type { V1Handler } from './api-v1/context.ts';
import * as doubtCalls from './runs/printing/doubt-calls.ts';
import { createEventCall } from './runs/event-call.ts';
import { buildV1OpenApi } from './docs/v1-openapi.ts';
import { sendNamed } from './api-v1/problem-answer.ts';
import * as printerCalls from './assistants/printer-calls.ts';
import * as results from './runs/result-calls.ts';
import { createReadingThreads, type ReadInThread } from './api-v1/reading-threads.ts';
import { createRunBodyReader, takeRawBodies, type RunBodyReader } from './runs/run-body-reader.ts';
import * as runCalls from './runs/v1-calls.ts';
import { createFitProof } from './runs/fit-proof-call.ts';
import * as runStates from './runs/state-calls.ts';
import * as scheduleCalls from './runs/schedules/v1-calls.ts';
import * as templateCalls from './templates/v1-calls.ts';
import { addTriggerCall } from './runs/schedules/trigger-call.ts';

/** Base64 makes four characters of three bytes. */
const RUN_BODY_BYTES = Math.ceil((RUN_LIMITS.bodyBytes * 4) / 3);
/** The longest request of a schedule, with each character written as an escape of six. */
const BODY_BYTES = 512 * 1024;
/** Size limit of calls without input. */
const NO_BODY_BYTES = 4 * 1024;
/** All calls of one token together, in a minute. */
const CALLS_PER_TOKEN = 2_000;
/** Invalid tokens of one address in a minute. */
const WRONG_TOKENS = 60;

/** Calls that take rows, up to the limit of a run. Their handlers read the body. */
const WITH_ROWS = ['startRun', 'fitProof'] as const satisfies readonly V1CallName[];

const createHandlers = (
  readInThread: ReadInThread,
  read: RunBodyReader,
): Readonly<Record<Exclude<V1CallName, 'trigger'>, V1Handler<Services>>> => ({
  templates: templateCalls.templates,
  template: templateCalls.createTemplateCall(readInThread),
  preview: runCalls.preview,
  fitProof: createFitProof(read),
  printers: printerCalls.printers,
  startRun: runCalls.createStartRun(read),
  runs: runCalls.runs,
  run: results.run,
  events: createEventCall(),
  pages: results.pages,
  page: results.page,
  report: results.report,
  cancelRun: runStates.cancel,
  pauseRun: runStates.pause,
  resumeRun: runStates.resume,
  reprintRun: runStates.reprint,
  doubts: doubtCalls.doubts,
  decideRun: doubtCalls.decide,
  schedules: scheduleCalls.schedules,
  addSchedule: scheduleCalls.add,
  schedule: scheduleCalls.schedule,
  changeSchedule: scheduleCalls.change,
  scheduleHistory: scheduleCalls.history,
  pauseSchedule: scheduleCalls.pause,
  resumeSchedule: scheduleCalls.resume,
  runSchedule: scheduleCalls.runNow,
  deleteSchedule: scheduleCalls.remove,
});

/**
 * The public interface for programs. The caller sends a token and never a cookie, and problems have the form of RFC
 * 9457. The token is checked before the body is read.
 */
export async function addApiV1(app: FastifyInstance, services: Services, count: Count): Promise<void> {
  const readInThread = createReadingThreads();
  const read = createRunBodyReader(readInThread);
  const handlers = createHandlers(readInThread, read);
  const holders = new WeakMap<FastifyRequest, TokenHolder>();
  await app.register(async (v1) => {
    let document: string | undefined;
    v1.get(V1_DOCUMENT_PATH, async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('application/json; charset=utf-8')
        .send((document ??= JSON.stringify(buildV1OpenApi()))),
    );
    v1.setErrorHandler((error: FastifyError, request, reply) => answerError(app, error, request, reply));
    await v1.register((open) => addTriggerCall(open, services, count, read));
    for (const name of Object.keys(handlers) as (keyof typeof handlers)[]) {
      if (!hasRows(name)) addCall(v1, name);
    }
    await v1.register(async (raw) => {
      takeRawBodies(raw);
      for (const name of WITH_ROWS) addCall(raw, name);
    });

    function addCall(part: FastifyInstance, name: keyof typeof handlers): void {
      const { method, url, scope, perMinute } = V1_CALLS[name];
      part.route({
        method,
        url,
        bodyLimit: bodyBytesOf(name),
        onRequest: async (request, reply) => {
          const language = requestLanguage(request.headers);
          const token = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
          const holder = token === '' ? null : await findTokenHolder(services.db, token, services.now());
          const limits: readonly (readonly [what: string, max: number])[] =
            holder === null
              ? countedFor(clientAddress(request.ip), WRONG_TOKENS).map(([who, max]) => [`wrong ${who}`, max])
              : [
                  [`token ${holder.tokenId}`, CALLS_PER_TOKEN],
                  [`${name} ${holder.tokenId}`, perMinute],
                ];
          for (const [what, max] of limits) {
            const seconds = count(`v1 ${what}`, max);
            if (seconds === null) continue;
            return sendNamed(reply.header('retry-after', seconds), language, 429, 'request.tooMany', { seconds });
          }
          if (holder === null) {
            return sendNamed(reply.header('www-authenticate', 'Bearer'), language, 401, 'token.missing');
          }
          if (scope !== null && !holder.scopes.includes(scope)) {
            return sendNamed(reply, language, 403, 'token.scope', { scope });
          }
          noteUser(request, holder.user.id);
          holders.set(request, holder);
          return undefined;
        },
        handler: (request, reply) => {
          const holder = holders.get(request);
          const language = requestLanguage(request.headers);
          if (holder === undefined) return sendNamed(reply, language, 401, 'token.missing');
          const text = (from: unknown, key: string): string => {
            const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, key) : '';
            return typeof value === 'string' ? value : '';
          };
          return handlers[name]({
            services,
            user: holder.user,
            tokenId: holder.tokenId,
            language,
            request,
            reply,
            param: (key) => text(request.params, key),
            query: (key) => text(request.query, key),
          });
        },
      });
    }
  });
}

function hasRows(name: V1CallName): boolean {
  return WITH_ROWS.some((one) => one === name);
}

function bodyBytesOf(name: V1CallName): number {
  if (hasRows(name)) return RUN_BODY_BYTES;
  return CALL_SHAPES[name].body?.schema === NO_FIELDS ? NO_BODY_BYTES : BODY_BYTES;
}

/** Errors of reading a request are the client's; all others are handled as everywhere. */
function answerError(app: FastifyInstance, error: FastifyError, request: FastifyRequest, reply: FastifyReply): unknown {
  const language = requestLanguage(request.headers);
  const status = error.statusCode ?? 500;
  if (status === 413) return sendNamed(reply, language, 413, 'request.tooLarge');
  if (status === 415) return sendNamed(reply, language, 415, 'request.notJson');
  if (status >= 400 && status < 500) return sendNamed(reply, language, 400, 'request.invalid', { field: '' });
  return app.errorHandler(error, request, reply);
}

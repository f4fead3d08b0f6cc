import type { FastifyReply } from 'fastify';
import type { Language } from '#protocol/api.ts';
import { message, type MessageKey, type MessageParams } from '../core/messages.ts';
import { apiError, type ApiError } from '../core/api-error.ts';

/** One fault, with its row and field if there are any. */
export interface NamedFault {
  readonly code: string;
  readonly detail: string;
  readonly row?: number;
  readonly field?: string;
}

/** Statuses of codes of the envelope that are no status of HTTP, or need another one for programs. */
const STATUS: Readonly<Record<number, number>> = { 209: 422, 301: 401, 402: 403, 405: 409 };

const RETRY_SECONDS = 5;

/** Answers as RFC 9457 says: programs use the status and the name of the problem. */
export function sendProblem(
  reply: FastifyReply,
  status: number,
  problem: { readonly code: string; readonly detail: string; readonly errors?: readonly NamedFault[] },
): FastifyReply {
  return reply
    .status(status)
    .type('application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send({ type: `urn:labelwright:problem:${problem.code}`, title: problem.detail, status, ...problem });
}

export function sendNamed(
  reply: FastifyReply,
  language: Language,
  status: number,
  key: MessageKey,
  params: MessageParams = {},
  errors: readonly NamedFault[] = [],
): FastifyReply {
  return sendProblem(reply, status, { code: key, detail: message(language, key, params), errors });
}

/** An error of the services that the screens use too. */
export function sendRefused(reply: FastifyReply, language: Language, refused: ApiError): FastifyReply {
  const seconds = refused.params?.['seconds'];
  if (seconds !== undefined) reply.header('retry-after', seconds);
  const field = refused.data?.['field'];
  const detail = message(language, refused.message, refused.params);
  const errors = field === undefined ? [] : [{ code: refused.message, detail, field: String(field) }];
  return sendNamed(reply, language, STATUS[refused.code] ?? refused.code, refused.message, refused.params, errors);
}

/** All threads that read bodies are busy: `Retry-After` says when to retry. */
export function sendBusy(reply: FastifyReply, language: Language): FastifyReply {
  return sendRefused(reply, language, apiError('busy', 'server.busy', { seconds: RETRY_SECONDS }));
}

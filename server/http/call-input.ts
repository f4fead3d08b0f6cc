import type { FastifyRequest } from 'fastify';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { CALLS, type CallName } from '#protocol/api.ts';
import { isPayload } from '#protocol/payload.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import type { HttpServices } from './call.ts';
import { holdsNul, inputCheck, inputFault } from './input-check.ts';
import { openPayload, sealPayload } from './payloads.ts';
import type { Session } from './sessions.ts';

/** The checked input of the request, decrypted if this call is encrypted. */
export function readCallInput(
  services: Pick<HttpServices, 'payloads'>,
  name: CallName,
  session: Session | null,
  request: FastifyRequest,
): Result<unknown, ApiError> {
  const opened = openBody(services, name, session, request);
  if (!opened.ok) return opened;
  const { input: schema } = CALLS[name];
  if (!inputCheck(schema).Check(opened.value)) return err(inputFault(schema, opened.value));
  return holdsNul(opened.value)
    ? err(apiError('invalid', 'request.invalid', { field: 'NUL' }, { field: 'NUL' }))
    : opened;
}

function openBody(
  { payloads }: Pick<HttpServices, 'payloads'>,
  name: CallName,
  session: Session | null,
  request: FastifyRequest,
): Result<unknown, ApiError> {
  const call = CALLS[name];
  const body: unknown = (call.method === 'GET' ? request.query : request.body) ?? {};
  if (!payloads.calls.has(name)) return isPayload(body) ? err(apiError('invalid', 'payload.unexpected')) : ok(body);
  const key = session === null ? null : payloads.keyOf(session.tokenHash);
  if (key === null || !isPayload(body))
    return err(apiError('unauthorized', 'payload.required', {}, { field: 'payload' }));
  return openPayload(key, 'request', call.path, body);
}

/** The answer of a successful call, encrypted if this call is encrypted. */
export function sealCallAnswer(
  { payloads }: Pick<HttpServices, 'payloads'>,
  name: CallName,
  session: Session | null,
  data: unknown,
): unknown {
  const key = session === null || !payloads.calls.has(name) ? null : payloads.keyOf(session.tokenHash);
  return key === null ? data : sealPayload(key, 'answer', CALLS[name].path, data);
}

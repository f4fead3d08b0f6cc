import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language, AuditEvent } from '#protocol/api.ts';
import type { User } from '../core/database/tables.ts';
import type { Validator } from 'typebox/compile';
import { ok, err, type Result } from '#model/kernel/result.ts';
import { audit, type AuditDetails } from '../core/observe/audit.ts';
import { clientAddress } from '../core/net/client-address.ts';
import { inputFault } from '../http/input-check.ts';
import { invalid, type ApiError } from '../core/api-error.ts';
import type { CoreServices } from '../core/services.ts';

/** Context of a call. The user comes from the token alone. */
export interface V1Context<Needed> {
  readonly services: Needed;
  readonly user: User;
  readonly tokenId: string;
  readonly language: Language;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** A parameter of the path. */
  readonly param: (name: string) => string;
  readonly query: (name: string) => string;
}
/** Answers a call with the services that it declares in `Needed`. */
export type V1Handler<Needed> = (context: V1Context<Needed>) => Promise<FastifyReply>;

const KEY = /^[\x21-\x7e]{1,100}$/;

/** The key that makes a repeated request the same run; null for none. */
export function idempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): Result<string | null, ApiError> {
  const key = headers['idempotency-key'];
  if (key === undefined) return ok(null);
  if (typeof key === 'string' && KEY.test(key)) return ok(key);
  return err(invalid('Idempotency-Key', 'request.invalid', { field: 'Idempotency-Key' }));
}

/** The invalid field, as `rows.3.code`. */
export function faultOf(check: Pick<Validator, 'Type'>, body: unknown): ApiError {
  return inputFault(check.Type(), body);
}

/** Records a program's action in the audit log. */
export async function note(
  {
    services,
    user,
    request,
    tokenId,
  }: Pick<V1Context<Pick<CoreServices, 'db' | 'now'>>, 'services' | 'user' | 'request' | 'tokenId'>,
  event: AuditEvent,
  details: AuditDetails,
): Promise<void> {
  const address = clientAddress(request.ip);
  const entry = { event, outcome: 'done', userId: user.id, address, details: { ...details, token: tokenId } } as const;
  await audit(services.db, entry, services.now());
}

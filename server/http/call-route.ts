import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { Result } from '#model/kernel/result.ts';
import { API_CODES, CALLS, type ApiCode, type CallName } from '#protocol/api.ts';
import type { ApiError } from '../core/api-error.ts';
import { requestLanguage } from '../core/messages.ts';
import type { User } from '../core/database/tables.ts';
import { clientAddress } from '../core/net/client-address.ts';
import type { CoreServices } from '../core/services.ts';
import { sendApiError, sendSuccess } from './answers.ts';
import type { CallContext, Handlers, HttpServices } from './call.ts';
import { refuseAccess, refuseUnsigned } from './call-access.ts';
import { createCallContext, type SessionChanges } from './call-context.ts';
import { readCallInput, sealCallAnswer } from './call-input.ts';
import type { CountCall } from './rate-policy.ts';
import { refuseSignedOut, renew, requestSession } from './request-session.ts';
import type { Session } from './sessions.ts';

/** A body of the usual size in base64, with the overhead of encryption. */
const ENCRYPTED_BODY_BYTES = 384 * 1024;

/** A handler without the types of its input and answer: `addCall` has checked the input. */
type AnyHandler<Services> = (
  context: CallContext<User | null> & Services,
  input: unknown,
) => Promise<Result<unknown, ApiError>>;

/** The services of serving a call, in addition to those of its handler. */
type Needed = Pick<CoreServices, 'db' | 'now' | 'publicUrl'> & HttpServices;

/** The result of a call. */
export interface EndedCall {
  readonly name: CallName;
  readonly input: unknown;
  /** The session's user, or the user who has just signed in. */
  readonly userId: string | null;
  /** The user who has just signed in; null for none. */
  readonly signedInId?: string | null;
  readonly address: string;
  readonly code: ApiCode;
  /** Of a successful call. */
  readonly answer?: unknown;
}

export interface CallHooks {
  /** Hooks of some calls, such as rate limits. */
  readonly before: Partial<Record<CallName, preHandlerAsyncHookHandler[]>>;
  readonly countCall: CountCall;
  /** Called after each call, including rejected ones. */
  readonly audit: (ended: EndedCall) => Promise<void>;
}

/** Serves every call of the protocol. */
export function addCalls<Services extends Needed>(
  app: FastifyInstance,
  services: Services,
  handlers: Handlers<Services>,
  hooks: CallHooks,
): void {
  for (const name of Object.keys(CALLS) as CallName[]) {
    addCall(app, services, name, handlers[name] as AnyHandler<Services>, hooks);
  }
}

function addCall<Services extends Needed>(
  app: FastifyInstance,
  services: Services,
  name: CallName,
  handler: AnyHandler<Services>,
  { before, countCall, audit }: CallHooks,
): void {
  const call = CALLS[name];
  /**
   * Sessions of the requests in progress. Looked up before the body is read, so that nothing of an unknown client is
   * read.
   */
  const sessions = new WeakMap<FastifyRequest, Session>();
  app.route({
    method: call.method,
    url: call.path,
    ...(services.payloads.calls.has(name) ? { bodyLimit: ENCRYPTED_BODY_BYTES } : {}),
    onRequest: async (request, reply) => {
      const session = await requestSession(services, request);
      countCall(name, request, session?.user.id ?? null);
      if (session !== null) sessions.set(request, session);
      else if (call.access !== 'public') return refuseSignedOut(services, request, reply);
    },
    preHandler: before[name] ?? [],
    handler: async (request, reply) => {
      const language = requestLanguage(request.headers);
      const session = sessions.get(request) ?? null;
      const opened = readCallInput(services, name, session, request);
      if (!opened.ok) return sendApiError(reply, language, opened.error);
      const input = opened.value;
      const address = clientAddress(request.ip);
      const refused = session === null ? null : refuseAccess(call.access, input, session.user);
      if (session !== null && refused !== null) {
        await audit({ name, input, userId: session.user.id, address, code: refused.code });
        return sendApiError(reply, language, refused);
      }
      const time = services.now();
      if (session !== null) {
        const fault = await refuseUnsigned(services, name, session, input, time);
        if (fault !== null) return sendApiError(reply, language, fault);
      }

      const changes: SessionChanges = { renewed: session, signedIn: null };
      const context = createCallContext(services, request, reply, { session, language, time, changes });
      const outcome = await handler(context, input);
      const code = outcome.ok ? API_CODES.success : outcome.error.code;
      const signedInId = changes.signedIn?.id ?? null;
      const userId = signedInId ?? session?.user.id ?? null;
      const answer = outcome.ok ? outcome.value : null;
      await audit({ name, input, userId, signedInId, address, code, answer });
      if (!outcome.ok) return sendApiError(reply, language, outcome.error);
      if (changes.renewed !== null) await renew(services, request, reply, changes.renewed);
      return sendSuccess(reply, sealCallAnswer(services, name, session, outcome.value));
    },
  });
}

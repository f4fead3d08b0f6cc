import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { API_CODES, CALLS, type Access, type ApiCode, type CallName } from '#protocol/api.ts';
import { isPayload } from '#protocol/payload.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { requestLanguage } from '../core/messages.ts';
import type { User } from '../core/database/tables.ts';
import { clientAddress } from '../core/net/client-address.ts';
import { noteUser } from '../core/observe/request-log.ts';
import type { CoreServices } from '../core/services.ts';
import { disconnectSignal, sendApiError, sendSuccess } from './answers.ts';
import type { CallContext, Handlers, HttpServices } from './call.ts';
import { holdsNul, inputCheck, inputFault } from './input-check.ts';
import { openPayload, sealPayload } from './payloads.ts';
import type { CountCall } from './rate-policy.ts';
import { refuseSignedOut, renew, requestSession, signIn, signOut } from './request-session.ts';
import type { Session } from './sessions.ts';
import { signatureFault } from './signing.ts';

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
      const opened = openBody(services, name, session, request);
      if (!opened.ok) return sendApiError(reply, language, opened.error);
      const address = clientAddress(request.ip);
      const input = opened.value;
      const check = inputCheck(call.input);
      const sound = check.Check(input);
      if (!sound || holdsNul(input)) {
        const fault = sound
          ? apiError('invalid', 'request.invalid', { field: 'NUL' }, { field: 'NUL' })
          : inputFault(call.input, input);
        return sendApiError(reply, language, fault);
      }
      const refused = session === null ? null : refuseAccess(call.access, input, session.user);
      if (session !== null && refused !== null) {
        await audit({ name, input, userId: session.user.id, address, code: refused.code });
        return sendApiError(reply, language, refused);
      }
      const time = services.now();
      if (call.signed === true && session !== null) {
        const key = services.signing.keyOf(session.tokenHash);
        const fault = await signatureFault(services.db, key, call.path, input as object, time);
        if (fault !== null) return sendApiError(reply, language, fault);
      }

      let renewed = session;
      let signedIn: User | null = null;
      const context: CallContext<User | null> & Services = {
        ...services,
        language,
        time,
        user: session?.user ?? null,
        sessionHash: session?.tokenHash ?? '',
        signedInAt: session?.createdAt ?? null,
        userAgent: request.headers['user-agent'] ?? '',
        disconnected: disconnectSignal(reply),
        pageOrigin: services.publicUrl ?? new URL(`${request.protocol}://${request.host}`).origin,
        origin: { address, browserToken: services.cookies.browserToken(request) },
        signIn: async (user) => {
          renewed = null;
          signedIn = user;
          noteUser(request, user.id);
          await signIn(services, request, reply, user, time);
        },
        signOut: async (forget) => {
          renewed = null;
          await signOut(services, request, reply, forget ? (session?.user ?? null) : null);
        },
      };
      const outcome = await handler(context, input);
      const code = outcome.ok ? API_CODES.success : outcome.error.code;
      const signedInId = (signedIn as User | null)?.id ?? null;
      const userId = signedInId ?? session?.user.id ?? null;
      const answer = outcome.ok ? outcome.value : null;
      await audit({ name, input, userId, signedInId, address, code, answer });
      if (!outcome.ok) return sendApiError(reply, language, outcome.error);
      if (renewed !== null) await renew(services, request, reply, renewed);
      return sendSuccess(reply, closeAnswer(services, name, session, outcome.value));
    },
  });
}

/** The input of the request, decrypted if this call is encrypted. */
function openBody(
  { payloads }: HttpServices,
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

function closeAnswer({ payloads }: HttpServices, name: CallName, session: Session | null, data: unknown): unknown {
  const key = session === null || !payloads.calls.has(name) ? null : payloads.keyOf(session.tokenHash);
  return key === null ? data : sealPayload(key, 'answer', CALLS[name].path, data);
}

/** Rejects what the session doesn't allow: operators' calls for others, and actions in another user's name. */
function refuseAccess(access: Access, input: unknown, user: User): ApiError | null {
  if (access === 'operator' && user.role !== 'operator') return apiError('forbidden', 'session.operatorsOnly');
  return namesAnotherUser(input, user.id) ? apiError('forbidden', 'session.otherUser') : null;
}

/** A `user_id` (or `userId` of the signed family) may be absent or empty, but never another user's. */
function namesAnotherUser(input: unknown, userId: string): boolean {
  if (typeof input !== 'object' || input === null) return false;
  return [Reflect.get(input, 'user_id'), Reflect.get(input, 'userId')].some(
    (named) => typeof named === 'string' && named !== '' && named !== userId,
  );
}

import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  API_CODES,
  CALLS,
  type Access,
  type AnswerOf,
  type CallName,
  type Calls,
  type InputOf,
  type Language,
} from '#protocol/api.ts';
import { PAGE_USER_HEADER } from '#protocol/anti-forgery.ts';
import { isPayload } from '#protocol/payload.ts';
import type { LoginOrigin } from '../accounts/confirm-owner.ts';
import { forgetBrowser, rememberBrowser } from '../accounts/known-browsers.ts';
import { rememberPlace } from '../accounts/known-places.ts';
import { openPayload, sealPayload } from '../accounts/payloads.ts';
import { signatureFault } from '../accounts/signing.ts';
import {
  SESSION_LIFETIME_MS,
  closeSession,
  findSession,
  openSession,
  renewSession,
  tokenLifetimeMs,
  type Session,
} from '../accounts/sessions.ts';
import type { User } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { auditCall } from './audit-calls.ts';
import { clientAddress } from '../client-address.ts';
import { inputCheck, inputFault } from './input-check.ts';
import type { CountCall } from './rate-policy.ts';
import { noteUser } from '../observe/request-log.ts';
import { message, requestLanguage } from '../outcomes/messages.ts';
import { isNoSpace } from '../database/no-space.ts';
import { httpStatus, refusal, type Refusal } from '../outcomes/outcome.ts';

/** A body of the usual size in base64, with what encrypting adds. */
const ENCRYPTED_BODY_BYTES = 384 * 1024;

/** What a call's handler works with. Who asks is `user`, which comes from the session and never from the request. */
export interface CallContext<MaybeUser> extends Services {
  readonly language: Language;
  readonly time: number;
  readonly user: MaybeUser;
  /** Names the session without being able to act for it; empty where there is none. */
  readonly sessionHash: string;
  readonly origin: LoginOrigin;
  /** What the browser calls itself; empty where it does not say. */
  readonly userAgent: string;
  /** When the session began; null without one. */
  readonly signedInAt: number | null;
  /** Where the browser has this product: `https://labels.example.com`. */
  readonly pageOrigin: string;
  /** Aborts when whoever asked goes away before the answer. */
  readonly gone: AbortSignal;
  /**
   * Opens a session for that user, who has shown all factors, gives the browser its token, and remembers the browser and the
   * address as this user's.
   */
  readonly signIn: (user: User) => Promise<void>;
  /** Ends the session; `forget` also makes the browser unknown again. */
  readonly signOut: (forget: boolean) => Promise<void>;
}

export type Handler<Name extends CallName> = (
  context: CallContext<Calls[Name]['access'] extends 'public' ? User | null : User>,
  input: InputOf<Name>,
) => Promise<Result<AnswerOf<Name>, Refusal>>;
export type Handlers = { readonly [Name in CallName]: Handler<Name> };

/** A handler without the types of its input and answer: `addCall` has checked what goes in. */
type AnyHandler = (context: CallContext<User | null>, input: unknown) => Promise<Result<unknown, Refusal>>;

/** Serves every call of the protocol. `before` are hooks that some of them need, such as rate limits. */
export function addCalls(
  app: FastifyInstance,
  services: Services,
  handlers: Handlers,
  before: Partial<Record<CallName, preHandlerAsyncHookHandler[]>>,
  countCall: CountCall,
): void {
  for (const name of Object.keys(CALLS) as CallName[]) {
    addCall(app, services, name, handlers[name] as AnyHandler, before[name] ?? [], countCall);
  }
}

function addCall(
  app: FastifyInstance,
  services: Services,
  name: CallName,
  handler: AnyHandler,
  preHandler: preHandlerAsyncHookHandler[],
  countCall: CountCall,
): void {
  const call = CALLS[name];
  /** The sessions of requests under way. Looked up before the body is read, so that nothing of a stranger's is read. */
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
    preHandler,
    handler: async (request, reply) => {
      const language = requestLanguage(request.headers);
      const session = sessions.get(request) ?? null;
      const opened = openBody(services, name, session, request);
      if (!opened.ok) return sendRefusal(reply, language, opened.error);
      const address = clientAddress(request.ip);
      const input = opened.value;
      const check = inputCheck(call.input);
      const sound = check.Check(input);
      if (!sound || holdsNul(input)) {
        const fault = sound
          ? refusal('invalid', 'request.invalid', { field: 'NUL' }, { field: 'NUL' })
          : inputFault(call.input, input);
        return sendRefusal(reply, language, fault);
      }
      const refused = session === null ? null : refuseAccess(call.access, input, session.user);
      if (session !== null && refused !== null) {
        await auditCall(services, { name, input, userId: session.user.id, address, code: refused.code });
        return sendRefusal(reply, language, refused);
      }
      const time = services.now();
      if (call.signed === true && session !== null) {
        const key = services.signing.keyOf(session.tokenHash);
        const fault = await signatureFault(services.db, key, call.path, input as object, time);
        if (fault !== null) return sendRefusal(reply, language, fault);
      }

      let renewed = session;
      let signedIn: User | null = null;
      const context: CallContext<User | null> = {
        ...services,
        language,
        time,
        user: session?.user ?? null,
        sessionHash: session?.tokenHash ?? '',
        signedInAt: session?.createdAt ?? null,
        userAgent: request.headers['user-agent'] ?? '',
        gone: goneSignal(reply),
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
      await auditCall(services, { name, input, userId, signedInId, address, code, answer });
      if (!outcome.ok) return sendRefusal(reply, language, outcome.error);
      if (renewed !== null) await renew(services, request, reply, renewed);
      return sendSuccess(reply, closeAnswer(services, name, session, outcome.value));
    },
  });
}

/** What the request asks with, decrypted where this call is made encrypted. */
function openBody(
  { payloads }: Services,
  name: CallName,
  session: Session | null,
  request: FastifyRequest,
): Result<unknown, Refusal> {
  const call = CALLS[name];
  const body: unknown = (call.method === 'GET' ? request.query : request.body) ?? {};
  if (!payloads.calls.has(name)) return isPayload(body) ? err(refusal('invalid', 'payload.unexpected')) : ok(body);
  const key = session === null ? null : payloads.keyOf(session.tokenHash);
  if (key === null || !isPayload(body))
    return err(refusal('unauthorized', 'payload.required', {}, { field: 'payload' }));
  return openPayload(key, 'request', call.path, body);
}

function closeAnswer({ payloads }: Services, name: CallName, session: Session | null, data: unknown): unknown {
  const key = session === null || !payloads.calls.has(name) ? null : payloads.keyOf(session.tokenHash);
  return key === null ? data : sealPayload(key, 'answer', CALLS[name].path, data);
}

async function signIn(
  { db, cookies }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  user: User,
  time: number,
): Promise<void> {
  const old = cookies.sessionToken(request);
  if (old !== null) await closeSession(db, old);
  const place = { userAgent: request.headers['user-agent'] ?? '', address: clientAddress(request.ip) };
  cookies.setSessionToken(request, reply, await openSession(db, user.id, time, place), SESSION_LIFETIME_MS);
  await rememberPlace(db, place.address, user.id, time);
  const browser = await rememberBrowser(db, cookies.browserToken(request), user.id, time);
  cookies.setBrowserToken(request, reply, browser);
}

async function signOut(
  { db, cookies }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  forgotten: User | null,
): Promise<void> {
  if (ofOtherPages.has(request)) return;
  const token = cookies.sessionToken(request);
  if (token !== null) await closeSession(db, token);
  cookies.clearSessionToken(request, reply);
  const browser = cookies.browserToken(request);
  if (forgotten === null || browser === null) return;
  const others = await forgetBrowser(db, browser, forgotten.id);
  if (!others) cookies.clearBrowserToken(request, reply);
}

/** Aborts when the connection closes before an answer is sent. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort();
  });
  return gone.signal;
}

/** Requests of pages whose user is not the one who is signed in. */
const ofOtherPages = new WeakSet<FastifyRequest>();

/** The session of the request's cookie; null for none, an ended one, and that of another user than the page's. */
export async function requestSession(services: Services, request: FastifyRequest): Promise<Session | null> {
  const token = services.cookies.sessionToken(request);
  if (token === null) return null;
  const session = await findSession(services.db, token, services.now());
  if (session === null) return null;
  const pageUser = request.headers[PAGE_USER_HEADER];
  if (pageUser !== undefined && pageUser !== session.user.id) {
    ofOtherPages.add(request);
    return null;
  }
  noteUser(request, session.user.id);
  return session;
}

/** Answers a request that needs a session and has none, or one that has ended. */
export function refuseSignedOut(services: Services, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The session goes on in the pages of its own user.
  if (!ofOtherPages.has(request)) services.cookies.clearSessionToken(request, reply);
  return sendRefusal(reply, requestLanguage(request.headers), refusal('signedOut', 'session.signedOut'));
}

/** Lets the session live another 24 hours, here and in the browser: every successful response does. */
export async function renew(
  { db, cookies, now }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
): Promise<void> {
  const time = now();
  try {
    await renewSession(db, session, time, clientAddress(request.ip));
  } catch (error) {
    // On a full disk a session ends at its old time, but what was asked for is done.
    if (!isNoSpace(error)) throw error;
    return;
  }
  const token = cookies.sessionToken(request);
  if (token !== null) cookies.setSessionToken(request, reply, token, tokenLifetimeMs(session.createdAt, time));
}

/** Lists of more entries are written in pieces. */
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

/** The envelope around an answer with a list, as JSON. Others have their turn between the pieces. */
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

export function sendRefusal(
  reply: FastifyReply,
  language: Language,
  refused: Refusal,
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

/** What a session does not open: calls of operators to others, and anything in another user's name. */
function refuseAccess(access: Access, input: unknown, user: User): Refusal | null {
  if (access === 'operator' && user.role !== 'operator') return refusal('forbidden', 'session.operatorsOnly');
  return namesAnotherUser(input, user.id) ? refusal('forbidden', 'session.otherUser') : null;
}

/** A `user_id` (or `userId` of the signed family) may be left out or empty, but never be somebody else's. */
function namesAnotherUser(input: unknown, userId: string): boolean {
  if (typeof input !== 'object' || input === null) return false;
  return [Reflect.get(input, 'user_id'), Reflect.get(input, 'userId')].some(
    (named) => typeof named === 'string' && named !== '' && named !== userId,
  );
}

/** A character that PostgreSQL keeps in no text, and that ends a text for older programs. */
function holdsNul(input: unknown): boolean {
  if (typeof input === 'string') return input.includes('\u0000');
  return typeof input === 'object' && input !== null && Object.values(input).some(holdsNul);
}

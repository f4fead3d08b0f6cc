import type { FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_USER_HEADER } from '#protocol/anti-forgery.ts';
import { apiError } from '../core/api-error.ts';
import { requestLanguage } from '../core/messages.ts';
import { isNoSpace } from '../core/database/faults.ts';
import type { User } from '../core/database/tables.ts';
import { clientAddress } from '../core/net/client-address.ts';
import { noteUser } from '../core/observe/request-log.ts';
import type { CoreServices } from '../core/services.ts';
import { sendApiError } from './answers.ts';
import type { HttpServices } from './call.ts';
import { forgetBrowser, rememberBrowser, rememberPlace } from './known-browsers.ts';
import {
  SESSION_LIFETIME_MS,
  closeSession,
  findSession,
  openSession,
  renewSession,
  tokenLifetimeMs,
  type Session,
} from './sessions.ts';

type Needed = Pick<CoreServices, 'db' | 'now'> & Pick<HttpServices, 'cookies'>;

/** Requests of pages whose user differs from the signed-in one. */
const ofOtherPages = new WeakSet<FastifyRequest>();

/** The session of the request's cookie; null for none, an ended one, and one of another user than the page's. */
export async function requestSession(services: Needed, request: FastifyRequest): Promise<Session | null> {
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

/** Answers a request without a valid session. */
export function refuseSignedOut(services: Needed, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The session remains valid in the pages of its own user.
  if (!ofOtherPages.has(request)) services.cookies.clearSessionToken(request, reply);
  return sendApiError(reply, requestLanguage(request.headers), apiError('signedOut', 'session.signedOut'));
}

/** Extends the session by 24 hours, here and in the browser: every successful response does. */
export async function renew(
  { db, cookies, now }: Needed,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
): Promise<void> {
  const time = now();
  try {
    await renewSession(db, session, time, clientAddress(request.ip));
  } catch (error) {
    // On a full disk a session keeps its old end, but the request succeeds.
    if (!isNoSpace(error)) throw error;
    return;
  }
  const token = cookies.sessionToken(request);
  if (token !== null) cookies.setSessionToken(request, reply, token, tokenLifetimeMs(session.createdAt, time));
}

export async function signIn(
  { db, cookies }: Needed,
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

export async function signOut(
  { db, cookies }: Needed,
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

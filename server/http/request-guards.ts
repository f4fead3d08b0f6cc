import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { isNestedTooDeep } from '#protocol/json-depth.ts';
import type { Cookies } from './cookies.ts';
import { sendApiError } from './answers.ts';
import { requestLanguage } from '../core/messages.ts';
import { apiError } from '../core/api-error.ts';

const READING = ['GET', 'HEAD'];
/** The path that a provider calls, followed by its name. */
export const NOTIFY_PATH = '/notify/';

/**
 * Rejects requests that another site's page sends with our user's cookie: changes must come from our own origin.
 * Programs that are not browsers send neither header, and nobody can make them send a cookie.
 */
export function addOriginGuard(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (READING.includes(request.method) || fromOwnOrigin(request)) return;
    return sendApiError(reply, requestLanguage(request.headers), apiError('forbidden', 'request.otherOrigin'));
  });
}

/**
 * Rejects changes without the anti-forgery token of the browser's session. A request without browser headers and
 * cookies comes from a program, which nobody can abuse this way. A rejected browser gets the right token with the
 * error, and so does one that opens a page.
 */
export function addAntiForgeryGuard(app: FastifyInstance, cookies: Cookies): void {
  app.addHook('onRequest', async (request, reply) => {
    const fits = cookies.antiForgeryFits(request);
    if (READING.includes(request.method)) {
      if (!fits && opensPage(request)) cookies.giveAntiForgery(request, reply);
      return;
    }
    if (!cookies.any(request) && !fromBrowser(request)) return;
    if (fits && cookies.antiForgeryRepeated(request)) return;
    if (!fits) cookies.giveAntiForgery(request, reply);
    return sendApiError(reply, requestLanguage(request.headers), apiError('forbidden', 'request.noToken'));
  });
}

/** Accepts JSON only: a browser lets another site's page send a form without asking, but not JSON. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addHook('preParsing', async (request, reply) => {
    const { url } = request.routeOptions;
    if (READING.includes(request.method) || url?.startsWith('/upload/') === true) return;
    // Programs send a token, which no other site's page has; these routes enforce JSON themselves.
    if (url?.startsWith('/v1/') === true) return;
    // Payment providers sign their messages, each in a form of its own.
    if (url?.startsWith(NOTIFY_PATH) === true) return;
    if (/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) return;
    return sendApiError(reply, requestLanguage(request.headers), apiError('wrongType', 'request.notJson'));
  });
}

/** Parses JSON bodies as Fastify does, and rejects deeply nested ones before parsing. */
export function addJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isNestedTooDeep(body)) done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY());
    else parse(request, body, done);
  });
}

function opensPage(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-dest'] === 'document' || /\btext\/html\b/.test(request.headers.accept ?? '');
}

/** Every browser sends the origin of a page's request that changes something. */
function fromBrowser(request: FastifyRequest): boolean {
  return request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined;
}

function fromOwnOrigin(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  // `none` is an address that the user typed; `same-site` includes other ports of this host, which are other programs.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

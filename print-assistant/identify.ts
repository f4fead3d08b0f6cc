import type { IncomingMessage, ServerResponse } from 'node:http';
import { ASSISTANT_PRODUCT, ASSISTANT_PROTOCOL } from '#protocol/assistant.ts';
import { originRefusal, type GuardOptions } from './upgrade-guard.ts';

export interface IdentifyOptions {
  readonly isAllowedOrigin: GuardOptions['isAllowedOrigin'];
  /** The request came in plain text, and the assistant accepts jobs only with TLS. */
  readonly wantsTls: boolean;
}

/**
 * Identifies the assistant: a page cannot read why its websocket was rejected, so it may ask here. Pages of other
 * origins can't read the answer and do not learn that there is an assistant on this machine.
 */
export function identify(
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  { isAllowedOrigin, wantsTls }: IdentifyOptions,
): void {
  const refused = originRefusal(origin, isAllowedOrigin);
  const readable = refused === null && origin !== undefined ? { 'access-control-allow-origin': origin } : {};
  response
    .writeHead(200, {
      ...readable,
      vary: 'origin',
      'content-type': 'application/json',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .end(
      JSON.stringify({
        product: ASSISTANT_PRODUCT,
        protocol: ASSISTANT_PROTOCOL,
        originAllowed: refused === null,
        ...(refused === null ? {} : { reason: refused }),
        ...(wantsTls ? { tls: true } : {}),
      }),
    );
}

/** Redirects a browser that opens the assistant's page by `http:`. The Host was checked before. */
export function sendToTls({ headers: { host = '' }, url = '/' }: IncomingMessage, response: ServerResponse): void {
  const location = `https://${host}${url.startsWith('/') ? url : '/'}`;
  response.writeHead(307, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end();
}

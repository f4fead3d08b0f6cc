import type { IncomingMessage } from 'node:http';
import { onlyHost } from '#protocol/request-host.ts';

export interface GuardOptions {
  /**
   * Whether pages of this origin may connect. An origin is exactly as browsers send it, such as
   * `http://127.0.0.1:8080`.
   */
  readonly isAllowedOrigin: (origin: string) => boolean;
  readonly port: number;
}

/** Why a request is rejected, in plain English; null when it may become a connection. */
export function refusalOf(request: IncomingMessage, options: GuardOptions): string | null {
  return hostRefusal(request, options.port) ?? originRefusal(request.headers.origin, options.isAllowedOrigin);
}

/** With DNS rebinding a foreign name leads to 127.0.0.1, but the Host header still has that name. */
export function hostRefusal(request: IncomingMessage, port: number): string | null {
  const host = onlyHost(request);
  if (host === null) return 'the request has more than one host';
  const ours = ['127.0.0.1', 'localhost', '[::1]'].some((name) => host === `${name}:${port}`);
  return ours ? null : `the host ${JSON.stringify(host)} is not this machine's loopback address`;
}

export function originRefusal(
  origin: string | undefined,
  isAllowedOrigin: GuardOptions['isAllowedOrigin'],
): string | null {
  // Browsers send an origin with every websocket: this is a program on this machine.
  if (origin === undefined) return null;
  return isAllowedOrigin(origin) ? null : `the origin ${origin} is not an allowed site`;
}

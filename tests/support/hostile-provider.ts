import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Json = Readonly<Record<string, unknown>>;
type Answer = (response: ServerResponse) => void;

/** Changes of a test to an honest provider. Each part is called again for each request. */
export interface Forgeries {
  readonly discovery?: Json;
  readonly header?: Json;
  readonly claims?: Json;
  readonly jwks?: unknown;
  /** The sent token, from that of an honest provider. */
  readonly token?: (honest: string) => string;
  /** Answers of its own, by the path of the request. */
  readonly answers?: Readonly<Record<string, Answer>>;
}

/** An OpenID Connect provider on loopback controlled by the test; closed with the test. */
export interface HostileProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The next token is for this nonce. */
  readonly expect: (nonce: string) => void;
  /** The paths of the requests so far. */
  readonly requests: readonly string[];
}

const SECRET = 'a secret of the client, long enough';
const json =
  (value: unknown): Answer =>
  (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(value));
  };
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const OTHER_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 });

export function jwkOf(key: KeyObject, kid = 'one'): Json {
  return { ...key.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
}

/** A token that is signed with RS256, with any header. */
export function signedToken(header: Json, claims: Json, key: KeyObject = KEY.privateKey): string {
  const input = `${base64(header)}.${base64(claims)}`;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

/** The same claims under another algorithm: `none`, or HMAC with that secret. */
export function resigned(token: string, alg: 'none' | 'HS256', secret = ''): string {
  const input = `${base64({ alg, kid: 'one' })}.${token.split('.')[1] ?? ''}`;
  return `${input}.${alg === 'none' ? '' : createHmac('sha256', secret).update(input).digest('base64url')}`;
}

export async function startHostileProvider(forged: Forgeries = {}): Promise<HostileProvider> {
  let nonce = '';
  const requests: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    requests.push(path);
    request.resume();
    response.on('error', () => undefined);
    const own = forged.answers?.[path];
    if (own !== undefined) return own(response);
    if (path === '/.well-known/openid-configuration') {
      const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
      return json({ issuer, ...endpoints, jwks_uri: `${issuer}/jwks`, ...forged.discovery })(response);
    }
    if (path === '/jwks') return json(forged.jwks ?? { keys: [jwkOf(KEY.publicKey)] })(response);
    const seconds = Math.floor(Date.now() / 1000);
    const times = { iat: seconds, exp: seconds + 300 };
    const claims = { iss: issuer, sub: 'ana', aud: 'labels', nonce, ...times, ...forged.claims };
    const honest = signedToken({ alg: 'RS256', kid: 'one', ...forged.header }, claims);
    const token = forged.token?.(honest) ?? honest;
    return json({ access_token: 'x', token_type: 'Bearer', id_token: token })(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { issuer, clientId: 'labels', clientSecret: SECRET, expect: (given) => (nonce = given), requests };
}

/** JSON without an end, as fast as it is read. */
export function endlessJson(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  const part = ' '.repeat(64 * 1024);
  const more = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', more);
  response.write('{"keys":[],"x":"');
  more();
}

/** JSON a byte at a time. */
export function trickledJson(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  response.write('{');
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}

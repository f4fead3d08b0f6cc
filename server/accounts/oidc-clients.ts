import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type Configuration,
  type CustomFetch,
  type IDToken,
} from 'openid-client';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { HOUR_MS } from '#model/kernel/time.ts';
import { isLoopbackHttp, type OidcProvider } from './provider-settings.ts';

/** Values that must come back unchanged from a visit at the provider. */
export interface VisitChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A user's identity at a provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** A readable name or address; it proves nothing. */
  readonly label: string;
}

export type OidcFault = 'unknownProvider' | 'unreachable' | 'denied' | 'failed';

/** This server's clients of the configured providers. */
export interface OidcClients {
  readonly providers: readonly OidcProvider[];
  /** The address to send the browser to, and the checks for its return. */
  begin(id: string, redirectUri: string): Promise<Result<VisitChecks & { readonly url: string }, OidcFault>>;
  /** The identity of the returning user: exchanges the code in `query` and verifies the identity token. */
  finish(id: string, redirectUri: string, query: string, checks: VisitChecks): Promise<Result<Identity, OidcFault>>;
}

/** Timeout of one answer of a provider. */
const LIMIT_SECONDS = 10;
/** The provider's metadata is fetched again after this. */
const KNOWN_FOR_MS = HOUR_MS;
const LABEL_LENGTH = 100;
/** Size limit of one answer, decompressed: descriptions, keys and tokens of the large providers have 20 kB at most. */
const ANSWER_BYTES = 512 * 1024;
/** OpenID Connect Core 1.0, section 2, `sub`. */
const SUBJECT = /^\P{Cc}{1,255}$/u;

export function createOidcClients(
  providers: readonly OidcProvider[],
  now: () => number,
  report: (detail: string) => void,
  limitSeconds: number = LIMIT_SECONDS,
): OidcClients {
  const known = new Map<string, { readonly until: number; readonly found: Promise<Configuration> }>();

  /** Fetched once for concurrent callers; a failure is not cached. */
  function configurationOf(provider: OidcProvider): Promise<Configuration> {
    const kept = known.get(provider.id);
    if (kept !== undefined && kept.until > now()) return kept.found;
    const found = discover(provider, limitSeconds);
    const entry = { until: now() + KNOWN_FOR_MS, found };
    known.set(provider.id, entry);
    found.catch(() => {
      if (known.get(provider.id) === entry) known.delete(provider.id);
    });
    return found;
  }

  async function attempt<T>(id: string, work: (config: Configuration) => Promise<T>): Promise<Result<T, OidcFault>> {
    const provider = providers.find((one) => one.id === id);
    if (provider === undefined) return err('unknownProvider');
    try {
      return ok(await work(await configurationOf(provider)));
    } catch (error) {
      const fault = faultOf(error);
      if (fault !== 'denied') report(`OpenID Connect, ${id}: ${detailOf(error)}`);
      return err(fault);
    }
  }

  return {
    providers,
    begin: (id, redirectUri) =>
      attempt(id, async (config) => {
        const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
        const url = buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid profile email',
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
          code_challenge_method: 'S256',
        });
        return { ...checks, url: url.href };
      }),
    finish: (id, redirectUri, query, { state, nonce, codeVerifier }) =>
      attempt(id, async (config) => {
        const back = new URL(redirectUri);
        back.search = query;
        const tokens = await authorizationCodeGrant(config, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('no identity token');
        if (!SUBJECT.test(claims.sub)) throw new Error('no subject');
        return { issuer: claims.iss, subject: claims.sub, label: labelOf(claims) };
      }),
  };
}

function discover({ issuer, clientId, clientSecret }: OidcProvider, timeout: number): Promise<Configuration> {
  const server = new URL(issuer);
  return discovery(server, clientId, clientSecret, clientSecret === '' ? None() : undefined, {
    timeout,
    [customFetch]: boundedFetch,
    // Signatures are verified although the token comes from the provider over TLS: there may be a proxy on the way.
    execute: [enableNonRepudiationChecks, ...(isLoopbackHttp(server) ? [allowInsecureRequests] : [])],
  });
}

/** A request to a provider, which chooses most of the addresses itself: over TLS or to loopback, with a size limit. */
const boundedFetch: CustomFetch = async (address, options) => {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isLoopbackHttp(url)) throw new Error('a URL without TLS');
  const response = await fetch(address, options as RequestInit);
  if (response.body === null) return response;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > ANSWER_BYTES) throw new Error('response too large');
    parts.push(part);
  }
  const { status, headers } = response;
  return new Response(Buffer.concat(parts), { status, headers });
};

function labelOf(claims: IDToken): string {
  const names = [claims['email'], claims['preferred_username'], claims['name'], claims.sub];
  const texts = names.filter((one) => typeof one === 'string').map(readable);
  return (
    texts
      .find((text) => text !== '')
      ?.slice(0, LABEL_LENGTH)
      .toWellFormed() ?? ''
  );
}

/** The text without control and bidirectional characters: it becomes the nickname of a new account. */
function readable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '').trim();
}

function faultOf(error: unknown): OidcFault {
  if (error instanceof AuthorizationResponseError) return error.error === 'access_denied' ? 'denied' : 'failed';
  if (error instanceof ResponseBodyError) return 'failed';
  const code = error instanceof ClientError ? error.code : undefined;
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || isTimeout(error)) return 'unreachable';
  if (error instanceof TypeError && error.message === 'fetch failed') return 'unreachable';
  // The provider answers with an error of its own, which is temporary.
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return 'unreachable';
  return 'failed';
}

/** Whether the timeout ended an answer midway: the library reports it as unreadable. */
function isTimeout(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at.name === 'TimeoutError') return true;
  return false;
}

/** The library's name of a failure: its messages and causes may contain tokens. */
function detailOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return error.error;
  if (error instanceof ClientError) return error.code ?? error.name;
  return error instanceof Error ? error.name : 'failed';
}

import { err, ok, type Result } from '#model/kernel/result.ts';
import { Agent, errors, type Dispatcher } from 'undici';
import type { AddressPolicy, HostAddress } from './address-policy.ts';
import type { FetchFault } from './fetch-fault.ts';
import { fileNameOf } from './file-name.ts';
import type { NetLimits } from './net-limits.ts';
import { readBody } from './read-body.ts';
import { isAddressText, readWebAddress, type WebAddress } from './web-address.ts';

/** A file as it lay at an address. */
export interface FetchedFile {
  readonly bytes: Uint8Array;
  /** As the answer names it, else as the address does. */
  readonly name: string;
  /** The media type in small letters, without parameters; '' for none. */
  readonly mediaType: string;
}

export interface FetchOptions {
  readonly policy: AddressPolicy;
  readonly limits: NetLimits;
  readonly signal: AbortSignal;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const HEADER_BYTES = 16 * 1024;
/** Says plainly who asks; nothing of the user or of their session goes along. */
const HEADERS = { 'user-agent': 'Labelwright', accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };

/**
 * Fetches a file for a user from an address that the user has given. No step leads anywhere that the policy does not allow:
 * a host's addresses are looked up once, all of them judged, and the connection is made to these and no others. Redirects
 * are followed one by one, each judged as the first address was. Environment variables for proxies do not count.
 */
export async function fetchFile(text: string, options: FetchOptions): Promise<Result<FetchedFile, FetchFault>> {
  const start = readWebAddress(text);
  if (start === null) return err({ type: 'address' });
  const clock = AbortSignal.timeout(options.limits.totalMs);
  const signal = AbortSignal.any([options.signal, clock]);
  try {
    return await followFrom(start, { ...options, signal });
  } catch (error) {
    return err(faultOf(error, options.signal, clock));
  }
}

async function followFrom(start: WebAddress, options: FetchOptions): Promise<Result<FetchedFile, FetchFault>> {
  let at = start;
  for (let hops = 0; hops <= options.limits.redirects; hops++) {
    const addresses = await allowedAddresses(at, options);
    if (addresses === null) return err({ type: 'unreachable' });
    const answer = await ask(at, addresses, options);
    if (!('redirectTo' in answer)) return answer;
    const next = readWebAddress(answer.redirectTo, at.url.href);
    if (next === null) return err({ type: 'unreachable' });
    at = next;
  }
  return err({ type: 'redirects' });
}

/** Where the host is; null unless every one of its addresses is allowed. */
async function allowedAddresses(
  { host, port }: WebAddress,
  { policy, signal }: FetchOptions,
): Promise<readonly HostAddress[] | null> {
  const found = isAddressText(host)
    ? [{ address: host, family: host.includes(':') ? (6 as const) : (4 as const) }]
    : await orAbort(policy.resolve(host), signal);
  const allowed = found.length > 0 && found.every(({ address }) => policy.isAllowed(host, port, address));
  return allowed ? found : null;
}

type Answer = { readonly redirectTo: string } | Result<FetchedFile, FetchFault>;

async function ask(at: WebAddress, addresses: readonly HostAddress[], options: FetchOptions): Promise<Answer> {
  const { limits, signal } = options;
  const agent = new Agent({
    connect: {
      timeout: limits.connectMs,
      // The host's name is not looked up again: who serves it could answer differently the second time.
      lookup: (_host, { all }, found) => {
        const [first] = addresses;
        if (all === true) found(null, [...addresses]);
        else found(null, first?.address ?? '', first?.family);
      },
    },
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.silenceMs,
    maxHeaderSize: HEADER_BYTES,
    allowH2: false,
  });
  try {
    const { origin, pathname, search } = at.url;
    const answer = await agent.request({ origin, path: pathname + search, method: 'GET', headers: HEADERS, signal });
    const redirectTo = REDIRECTS.includes(answer.statusCode) ? headerOf(answer, 'location') : '';
    if (redirectTo !== '') return { redirectTo };
    if (answer.statusCode !== 200) return err({ type: 'status', status: answer.statusCode });
    const body = await readBody(answer.body, {
      announcedBytes: Number(headerOf(answer, 'content-length')),
      encoding: headerOf(answer, 'content-encoding'),
      limitBytes: limits.bytes,
    });
    if (!body.ok) return body;
    return ok({
      bytes: body.value,
      name: fileNameOf(headerOf(answer, 'content-disposition'), at.url),
      mediaType: (headerOf(answer, 'content-type').split(';')[0] ?? '').trim().toLowerCase(),
    });
  } finally {
    // Ends the connection, whatever is left of the answer.
    await agent.destroy();
  }
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** Nobody can stop the system's resolver: its answer is not waited for. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** A fault for whatever the network does. */
function faultOf(error: unknown, asker: AbortSignal, clock: AbortSignal): FetchFault {
  if (asker.aborted) return { type: 'aborted' };
  const isSlow = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  if (clock.aborted || isSlow) return { type: 'tooSlow' };
  return { type: 'unreachable' };
}

import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Dispatcher } from 'undici';
import type { AddressPolicy, HostAddress } from './address-policy.ts';
import { allowedAddresses, createAgent, faultOf } from './allowed-connection.ts';
import type { FetchFault } from './fetch-errors.ts';
import { fileNameOf } from './file-name.ts';
import type { NetLimits } from './net-limits.ts';
import { readBody } from './read-body.ts';
import { readWebAddress, type WebAddress } from './web-address.ts';

/** A fetched file. */
export interface FetchedFile {
  readonly bytes: Uint8Array;
  /** From the answer, else from the address. */
  readonly name: string;
  /** The media type in lower case, without parameters; '' for none. */
  readonly mediaType: string;
}

export interface FetchOptions {
  readonly policy: AddressPolicy;
  readonly limits: NetLimits;
  readonly signal: AbortSignal;
  /** Headers in addition to the usual ones; with these, redirects to another origin are rejected. */
  readonly headers?: Readonly<Record<string, string>>;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** Identifies the product; sends nothing about the user or the session. */
const HEADERS = { 'user-agent': 'Labelwright', accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };

/**
 * Fetches a file for a user from an address that the user has entered. Every connection follows the policy: a host is
 * resolved once, all its addresses are checked, and the connection is made to these and no others. Redirects are
 * followed one by one, each checked like the first address. Environment variables for proxies are ignored.
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
    if (options.headers !== undefined && next.url.origin !== start.url.origin) return err({ type: 'unreachable' });
    at = next;
  }
  return err({ type: 'redirects' });
}

type Answer = { readonly redirectTo: string } | Result<FetchedFile, FetchFault>;

async function ask(at: WebAddress, addresses: readonly HostAddress[], options: FetchOptions): Promise<Answer> {
  const { limits, signal } = options;
  const headers = { ...HEADERS, ...options.headers };
  const agent = createAgent(addresses, limits);
  try {
    const { origin, pathname, search } = at.url;
    const answer = await agent.request({ origin, path: pathname + search, method: 'GET', headers, signal });
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
    // Closes the connection, with any unread rest of the answer.
    await agent.destroy();
  }
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

import { Agent, errors } from 'undici';
import type { AddressPolicy, HostAddress } from './address-policy.ts';
import type { FetchFault } from './fetch-errors.ts';
import type { NetLimits } from './net-limits.ts';
import { isAddressText, type WebAddress } from './web-address.ts';

const HEADER_BYTES = 16 * 1024;

/** The addresses of the host; null unless every one is allowed. */
export async function allowedAddresses(
  { host, port }: Pick<WebAddress, 'host' | 'port'>,
  { policy, signal }: { readonly policy: AddressPolicy; readonly signal: AbortSignal },
): Promise<readonly HostAddress[] | null> {
  const found = isAddressText(host)
    ? [{ address: host, family: host.includes(':') ? (6 as const) : (4 as const) }]
    : await orAbort(policy.resolve(host), signal);
  const allowed = found.length > 0 && found.every(({ address }) => policy.isAllowed(host, port, address));
  return allowed ? found : null;
}

/** Connects to these addresses and no others. The caller destroys it. */
export function createAgent(
  addresses: readonly HostAddress[],
  limits: Pick<NetLimits, 'connectMs' | 'headersMs' | 'bodyTimeoutMs'>,
): Agent {
  return new Agent({
    connect: {
      timeout: limits.connectMs,
      // The host name isn't resolved again: a second answer could differ.
      lookup: (_host, { all }, found) => {
        const [first] = addresses;
        if (all === true) found(null, [...addresses]);
        else found(null, first?.address ?? '', first?.family);
      },
    },
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyTimeoutMs,
    maxHeaderSize: HEADER_BYTES,
    allowH2: false,
  });
}

/** The system's resolver can't be canceled, so its answer is abandoned. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** The fault for an error of the network. */
export function faultOf(error: unknown, asker: AbortSignal, clock: AbortSignal): FetchFault {
  if (asker.aborted) return { type: 'aborted' };
  const isSlow = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  if (clock.aborted || isSlow) return { type: 'tooSlow' };
  return { type: 'unreachable' };
}

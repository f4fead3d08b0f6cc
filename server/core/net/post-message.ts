import { err, ok, type Result } from '#model/kernel/result.ts';
import { allowedAddresses, createAgent, faultOf } from './allowed-connection.ts';
import type { FetchFault } from './fetch-errors.ts';
import type { FetchOptions } from './fetch-file.ts';
import { readWebAddress } from './web-address.ts';

/** A JSON text for another program. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends a message to an address that a user has entered, under the same rules as fetches: the host is resolved once,
 * all its addresses are checked, and no others are connected to. Redirects are not followed, and only the status of the
 * answer is read. Ok for 2xx.
 */
export async function postMessage(
  address: string,
  { headers, body }: Message,
  { policy, limits, signal: asked }: FetchOptions,
): Promise<Result<null, FetchFault>> {
  const at = readWebAddress(address);
  if (at === null) return err({ type: 'address' });
  const clock = AbortSignal.timeout(limits.messageMs);
  const signal = AbortSignal.any([asked, clock]);
  try {
    const addresses = await allowedAddresses(at, { policy, signal });
    if (addresses === null) return err({ type: 'unreachable' });
    const agent = createAgent(addresses, limits);
    try {
      const { origin, pathname, search } = at.url;
      const answer = await agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers: { ...headers, 'user-agent': 'Labelwright', 'content-type': 'application/json' },
        body,
        signal,
      });
      const { statusCode: status } = answer;
      return status >= 200 && status < 300 ? ok(null) : err({ type: 'status', status });
    } finally {
      await agent.destroy();
    }
  } catch (error) {
    return err(faultOf(error, asked, clock));
  }
}

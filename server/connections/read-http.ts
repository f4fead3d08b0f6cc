import { err, ok, type Result } from '#model/kernel/result.ts';
import { fetchFile } from '../core/net/fetch-file.ts';
import type { NetLimits } from '../core/net/net-limits.ts';
import { apiErrorOfFault } from '../core/net/fetch-errors.ts';
import { readWebAddress } from '../core/net/web-address.ts';
import { invalid, type ApiError } from '../core/api-error.ts';
import type { Gathered } from './gather-rows.ts';
import { QueryRefused } from './query-refused.ts';
import { gatherInThread } from './read-database.ts';
import type { HttpTarget, JsonTask, Reading } from './target.ts';

/**
 * The address that a query asks for: what is set for the connection, then the query's text with the values in the place of
 * `{name}`, none of which can lead to another host or out of its part of the address.
 */
export function bindAddress(
  { address }: HttpTarget,
  text: string,
  values: Readonly<Record<string, string>>,
): Result<string, ApiError> {
  const names = [...text.matchAll(/\{([A-Za-z_]\w*)\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !Object.hasOwn(values, name));
  if (unknown !== undefined) return err(invalid('parameters', 'query.parameterUnknown', { name: unknown }));
  const filled = text
    .trim()
    .replaceAll(/\{([A-Za-z_]\w*)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
  const base = readWebAddress(address);
  const whole = readWebAddress(address + filled);
  const path = (address + filled).split(/[?#]/)[0] ?? '';
  const climbs = path.split(/[/\\]/).some((part) => /^(\.|%2e){1,2}$/i.test(part));
  if (base === null || whole === null || climbs || whole.url.origin !== base.url.origin) {
    return err(invalid('text', 'net.address'));
  }
  return ok(whole.url.href);
}

type HttpReading = Reading & { readonly net: NetLimits };

/**
 * What is made of the rows of the JSON at an address. It is parsed at one stroke, which takes half a second for millions of
 * empty objects: in a thread.
 */
export async function readHttp<W extends keyof Gathered>(
  target: HttpTarget,
  secret: string,
  address: string,
  reading: HttpReading & Pick<JsonTask<W>, 'want'>,
): Promise<Gathered[W]> {
  const file = await fetchJson(target, secret, address, reading);
  if (!file.ok) throw new QueryRefused(apiErrorOfFault(file.error));
  const { limits, want, signal } = reading;
  return gatherInThread<W>({ json: file.value.bytes, limits, want }, signal);
}

/** The statuses of a secret that does not hold. */
const NOT_LET_IN = [401, 403, 407];

/** Whether somebody answers there and lets us in. The path at the beginning of the queries' addresses does not matter. */
export async function testHttp(target: HttpTarget, secret: string, reading: HttpReading): Promise<ApiError | null> {
  const file = await fetchJson(target, secret, target.address, reading);
  if (file.ok || file.error.type === 'tooLarge') return null;
  const answers = file.error.type === 'status' && !NOT_LET_IN.includes(file.error.status);
  return answers ? null : apiErrorOfFault(file.error);
}

function fetchJson(
  { header }: HttpTarget,
  secret: string,
  address: string,
  { policy, signal, net, limits }: HttpReading,
): ReturnType<typeof fetchFile> {
  const headers = { accept: 'application/json', ...(header === '' || secret === '' ? {} : { [header]: secret }) };
  const bytes = Math.min(net.bytes, limits.jsonBytes);
  return fetchFile(address, { policy, limits: { ...net, bytes }, signal, headers });
}

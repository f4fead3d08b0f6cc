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
 * The address of a query: the connection's base, then the query's text with values in place of `{name}`. No value can
 * lead to another host or leave its part of the address.
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
 * Reads the rows of the JSON at an address. In a thread, because parsing is one step that takes half a second for
 * millions of empty objects.
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

/** Statuses of an invalid secret. */
const NOT_LET_IN = [401, 403, 407];

/** Whether the server answers and accepts the secret. The base path of the queries' addresses isn't checked. */
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

import { API_CODES, type Envelope } from '#protocol/api.ts';

/**
 * The envelope of an answer: the code is `ResultCode` or `code`, the payload `Data` or `data`, the wording `Reason`,
 * `message` or `msg` (specification 1, section 7), in the order of the error catalog. A list that comes with a `count` becomes
 * `{ list, count }`. Null when it is not one.
 */
export function readEnvelope(text: string): Envelope | null {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof answer !== 'object' || answer === null) return null;
  const code = first(answer, ['ResultCode', 'code']);
  if (typeof code !== 'number') return null;
  const wordings = code === API_CODES.nameTaken ? ['message', 'Reason', 'msg'] : ['Reason', 'message', 'msg'];
  const message = first(answer, wordings);
  const data = first(answer, ['Data', 'data']) ?? null;
  const count: unknown = Reflect.get(answer, 'count');
  const list = Array.isArray(data) && typeof count === 'number' ? { list: data as unknown[], count } : null;
  return { code, data: list ?? data, message: typeof message === 'string' ? message : '' };
}

function first(answer: object, names: readonly string[]): unknown {
  return names.map((name): unknown => Reflect.get(answer, name)).find((value) => value !== undefined && value !== '');
}

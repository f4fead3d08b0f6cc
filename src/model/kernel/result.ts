import type { Problem } from './problem.ts';

/** An expected outcome: a value, or the reason why there is none. Exceptions are for bugs and broken infrastructure. */
export type Result<T, E = Problem> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** The value of a result that the caller knows to be a success; throws when it is not. */
export function expectOk<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw new Error(`expected a value: ${JSON.stringify(result.error)}`);
}

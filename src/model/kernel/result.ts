import type { Problem } from './problem.ts';

/** An expected outcome: a value, or why there is none. Throwing is kept for bugs and infrastructure. */
export type Result<T, E = Problem> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** Takes the value out; throws where the caller has already made sure that there is one. */
export function expectOk<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw new Error(`expected a value: ${JSON.stringify(result.error)}`);
}

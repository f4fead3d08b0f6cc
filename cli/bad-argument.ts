import { err, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';

export function missing(option: string): Result<never> {
  return err(problem('input.invalid', { detail: `${option} is needed; see --help` }, option));
}

export function unusable(option: string, value: string, expected: string): Result<never> {
  return err(problem('input.invalid', { detail: `${option} ${value}: ${expected}` }, option));
}

import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { type Gs1Field, gs1Problem, parseGs1 } from './gs1-data.ts';

/** The fields of bracketed data in order, or the first problem of GS1 data found in them. */
export function checkedGs1(
  content: string,
  title: string,
  companions: 'here' | 'elsewhere',
): Result<readonly Gs1Field[]> {
  if (content === '') return err(problem('symbol.empty', { symbology: title }));
  const fields = parseGs1(content);
  if (!fields.ok) return fields;
  const wrong = gs1Problem(fields.value, companions);
  return wrong === null ? ok(fields.value) : err(wrong);
}

import { err, ok, type Result } from '#model/kernel/result.ts';
import type { CounterId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { countersOf, withCounterStarts } from '#model/data/counters.ts';
import { sequenceValue } from '#model/data/sequence.ts';
import type { Template } from '#model/template/template.ts';

const OPTION = '--start';

/**
 * The template with its counting sequences at the given starts, `VALUE` or `NAME=VALUE`. Each of them needs one,
 * because any other value may have been printed before. Problems: those of `countersOf`; `data.counterStart` for one
 * without a start, `data.sequenceStart` or `data.sequenceEnd` for an unusable one, `input.invalid` for one without a
 * sequence.
 */
export function startCounters(template: Template, starts: readonly string[]): Result<Template> {
  const counters = countersOf(template);
  if (!counters.ok) return counters;
  const left = new Set(starts);
  const values = new Map<CounterId, string>();
  for (const { sequence, element } of counters.value) {
    const named = starts.find((start) => start.startsWith(`${element}=`));
    const only = counters.value.length === 1 && starts.length === 1 ? starts[0] : undefined;
    const given = named ?? only;
    if (given === undefined) return err(problem('data.counterStart', { element }, OPTION));
    const next = named === undefined ? given : given.slice(element.length + 1);
    const first = sequenceValue({ ...sequence, next }, 0);
    if (!first.ok) return err({ ...first.error, path: OPTION });
    left.delete(given);
    values.set(sequence.counter, next);
  }
  const [unused] = left;
  if (unused !== undefined)
    return err(problem('input.invalid', { detail: `${OPTION} ${unused}: no such sequence` }, OPTION));
  return ok(withCounterStarts(template, values));
}

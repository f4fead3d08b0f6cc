import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { CounterId } from '#model/kernel/ids.ts';
import { countersOf, valuesFor, withCounterStarts, type CounterUse } from '#model/data/counters.ts';
import { sequenceValue } from '#model/data/sequence.ts';
import type { Template } from '#model/template/template.ts';
import type { ApiClient } from '#services/api/api-client.ts';

/**
 * The template with the next value of each counter, as it would print now. Reserves nothing, so another run may get these
 * values first. Problems: those of `countersOf` and of the server; `data.counterUnsaved`, `data.counterEnded`.
 */
export async function withNextValues(
  api: ApiClient,
  templateId: string | null,
  template: Template,
): Promise<Result<Template>> {
  const found = keptCounters(templateId, template);
  if (!found.ok) return found;
  if (found.value === null) return ok(template);
  const { id, counters } = found.value;
  const kept = await api.call('counterList', { id });
  if (!kept.ok) return kept;
  const next = new Map(kept.value.list.map((counter) => [counter.counter as CounterId, counter.next]));
  const ended = counters.find(({ sequence }) => next.get(sequence.counter) === '');
  if (ended !== undefined) return err(problem('data.counterEnded', { element: ended.element }));
  return ok(withCounterStarts(template, next));
}

/**
 * Reserves the values for that number of labels permanently, and returns the template of the run. Nothing may be printed
 * unless this succeeds. Problems: those of `countersOf` and of the server; `data.counterUnsaved`.
 */
export async function takeValues(
  api: ApiClient,
  templateId: string | null,
  template: Template,
  labels: number,
): Promise<Result<Template>> {
  const found = keptCounters(templateId, template);
  if (!found.ok) return found;
  if (found.value === null) return ok(template);
  const { id, counters } = found.value;
  const order = await refusedFirst(api, id, counters, labels);
  if (!order.ok) return order;
  const starts = new Map<CounterId, string>();
  for (const { sequence } of order.value) {
    const { counter, kind, step, initial } = sequence;
    const count = valuesFor(sequence, labels);
    const block = await api.call('takeCounter', { id, counter, kind, step, initial, count });
    if (!block.ok) return block;
    starts.set(counter, block.value.first);
  }
  return ok(withCounterStarts(template, starts));
}

/** The counters of a template and their keys on the server; null for a template without any. */
function keptCounters(
  id: string | null,
  template: Template,
): Result<{ readonly id: string; readonly counters: readonly CounterUse[] } | null> {
  const counters = countersOf(template);
  if (!counters.ok) return counters;
  const [first] = counters.value;
  if (first === undefined) return ok(null);
  if (id === null) return err(problem('data.counterUnsaved', { element: first.element }));
  return ok({ id, counters: counters.value });
}

/**
 * The counters in the order in which they are reserved. One that the server will reject is first, so that none of the
 * others loses values by it.
 */
async function refusedFirst(
  api: ApiClient,
  templateId: string,
  counters: readonly CounterUse[],
  labels: number,
): Promise<Result<readonly CounterUse[]>> {
  if (counters.length < 2) return ok(counters);
  const kept = await api.call('counterList', { id: templateId });
  if (!kept.ok) return kept;
  const isRefused = ({ sequence }: CounterUse): boolean => {
    const { counter, kind, step, initial } = sequence;
    const before = kept.value.list.find((one) => one.counter === counter);
    if (before !== undefined && (before.kind !== kind || Math.sign(before.step) !== Math.sign(step))) return true;
    const next = before?.next ?? initial;
    return next === '' || !sequenceValue({ ...sequence, next, repeat: 1 }, valuesFor(sequence, labels) - 1).ok;
  };
  return ok([...counters.filter(isRefused), ...counters.filter((use) => !isRefused(use))]);
}

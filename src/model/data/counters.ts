import { err, ok, type Result } from '#model/kernel/result.ts';
import type { CounterId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import type { SequenceSource } from '#model/elements/base/content.ts';
import { sourcesOf, withSources } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';

/** A sequence that continues after each run. */
export interface CountingSequence extends SequenceSource {
  readonly counter: CounterId;
}

/** A counter of a template. */
export interface CounterUse {
  readonly sequence: CountingSequence;
  /** The name of the first element that uses it. */
  readonly element: string;
}

/**
 * The counters of a template, without duplicates. Problems: `data.counterShared` for two sequences with one counter
 * that count in different ways, `data.counterStep` for one with step 0; both would print a value twice.
 */
export function countersOf(template: Template): Result<readonly CounterUse[]> {
  const counters = new Map<CounterId, CounterUse>();
  for (const element of template.elements) {
    for (const source of sourcesOf(element)) {
      if (source.type !== 'sequence' || !isCounting(source)) continue;
      if (source.step === 0) return err(problem('data.counterStep', {}, element.name));
      const first = counters.get(source.counter);
      if (first === undefined) counters.set(source.counter, { sequence: source, element: element.name });
      else if (!countsAlike(first.sequence, source)) {
        return err(problem('data.counterShared', { one: first.element, other: element.name }));
      }
    }
  }
  return ok([...counters.values()]);
}

/** The template with its counters at these values; a missing counter begins at its first value. */
export function withCounterStarts(template: Template, starts: ReadonlyMap<CounterId, string>): Template {
  const elements = template.elements.map((element) =>
    withSources(element, (source) => {
      const start = source.type === 'sequence' && isCounting(source) ? starts.get(source.counter) : undefined;
      return start === undefined || source.type !== 'sequence' ? source : { ...source, next: start };
    }),
  );
  return elements.every((element, i) => element === template.elements[i]) ? template : { ...template, elements };
}

/** How many values this many labels use. */
export function valuesFor({ repeat }: SequenceSource, labels: number): number {
  return Math.ceil(labels / repeat);
}

function isCounting(source: SequenceSource): source is CountingSequence {
  return source.counter !== undefined;
}

function countsAlike(one: SequenceSource, other: SequenceSource): boolean {
  return (
    one.kind === other.kind && one.step === other.step && one.repeat === other.repeat && one.initial === other.initial
  );
}

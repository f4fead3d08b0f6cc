import { useEffect, useMemo, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import { countersOf } from '#model/data/counters.ts';
import type { Template } from '#model/template/template.ts';
import { useServices } from '#app/state/services.tsx';
import { withNextValues } from '#app/print/runs/counters.ts';

export interface Counters {
  /** The template with the known next values of its counters. */
  readonly template: Template;
  /** Why nothing can be printed. */
  readonly problem: Problem | null;
  /** True during a request to the server. */
  readonly asking: boolean;
  /** Asks again. */
  again(): void;
}

/** The next values of a template's counters, from the server. */
export function useCounters(template: Template, templateId: string | null): Counters {
  const { api } = useServices();
  const [attempt, setAttempt] = useState(0);
  const [known, setKnown] = useState<Known | null>(null);
  const counts = useMemo(() => {
    const counters = countersOf(template);
    return !counters.ok || counters.value.length > 0;
  }, [template]);
  useEffect(() => {
    if (!counts) return undefined;
    let wanted = true;
    void withNextValues(api, templateId, template).then((result) => {
      if (wanted) setKnown({ template, attempt, result });
    });
    return () => {
      wanted = false;
    };
  }, [api, templateId, template, counts, attempt]);
  const again = (): void => setAttempt((n) => n + 1);
  if (!counts) return { template, problem: null, asking: false, again };
  const current = known !== null && known.template === template && known.attempt === attempt ? known.result : null;
  return {
    template: current?.ok === true ? current.value : template,
    problem: current?.ok === false ? current.error : null,
    asking: current === null,
    again,
  };
}

interface Known {
  readonly template: Template;
  readonly attempt: number;
  readonly result: Result<Template>;
}

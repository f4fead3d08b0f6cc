import { useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { ApiProblem } from '#services/api/api-problem.ts';

type AnyProblem = Problem & Partial<Pick<ApiProblem, 'ticket'>>;

interface Sending {
  /** Why the last submission failed; null during one, and after a success. */
  readonly fault: Problem | null;
  readonly busy: boolean;
  /** The ticket for a required one-time code; null otherwise. */
  readonly ticket: string | null;
  /** Submits a form; `done` gets the answer of a success. */
  readonly send: <T>(call: Promise<Result<T, AnyProblem>>, done: (value: T) => void) => Promise<void>;
  /** Back to the form, with the problem, if any. */
  readonly goBack: (fault: Problem | null) => void;
}

/** The state of a form that is submitted to the server. */
export function useSending(): Sending {
  const [fault, setFault] = useState<AnyProblem | null>(null);
  const [busy, setBusy] = useState(false);
  return {
    fault,
    busy,
    ticket: fault?.ticket ?? null,
    goBack: setFault,
    async send(call, done) {
      setBusy(true);
      setFault(null);
      const answer = await call;
      setBusy(false);
      if (answer.ok) done(answer.value);
      else setFault(answer.error);
    },
  };
}

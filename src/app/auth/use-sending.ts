import { useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';

interface Sending {
  /** Why the last one failed; null while it is under way, and after a success. */
  readonly fault: Problem | null;
  readonly busy: boolean;
  /** Sends a form; `done` gets the answer of a success. */
  readonly send: <T>(call: Promise<Result<T>>, done: (value: T) => void) => Promise<void>;
}

/** The state of a form that is sent to the server. */
export function useSending(): Sending {
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  return {
    fault,
    busy,
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

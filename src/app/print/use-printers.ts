import { useEffect, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { PrinterInfo } from '#protocol/assistant.ts';
import { useServices } from '#app/state/services.tsx';

export interface Printers {
  /** Null until the assistant has sent the list. */
  readonly list: readonly PrinterInfo[] | null;
  readonly problem: Problem | null;
  readonly looking: boolean;
  /** Connects, or connects again, and asks for the printers. */
  readonly look: () => void;
}

interface Answer {
  readonly attempt: number;
  readonly list: readonly PrinterInfo[] | null;
  readonly problem: Problem | null;
}

/**
 * The printers that the assistant knows; asks once when the screen opens. `everyMs`: also asks again by itself in this rhythm
 * while the page is seen; a look that fails then says nothing.
 */
export function usePrinters(everyMs: number | null = null): Printers {
  const { assistant } = useServices();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer>({ attempt: -1, list: null, problem: null });

  useEffect(() => {
    const abort = new AbortController();
    void assistant.printers(abort.signal).then((printers) => {
      if (abort.signal.aborted) return;
      setAnswer((before) =>
        printers.ok
          ? { attempt, list: printers.value, problem: null }
          : { attempt, list: before.list, problem: printers.error },
      );
    });
    return () => abort.abort();
  }, [assistant, attempt]);

  useEffect(() => {
    if (everyMs === null) return undefined;
    const abort = new AbortController();
    let asking = false;
    const timer = setInterval(() => {
      if (asking || document.hidden) return;
      asking = true;
      void assistant.printers(abort.signal).then((printers) => {
        asking = false;
        if (printers.ok && !abort.signal.aborted)
          setAnswer((before) => ({ ...before, list: printers.value, problem: null }));
      });
    }, everyMs);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [assistant, everyMs]);

  return {
    list: answer.list,
    problem: answer.problem,
    looking: answer.attempt !== attempt,
    look: () => setAttempt((n) => n + 1),
  };
}

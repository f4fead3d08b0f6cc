import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { AnswerOf, CallName, InputOf, NoInput } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { useSessionExpired } from '#app/state/session.ts';

/** Calls without input. */
type Asking = { [Name in CallName]: NoInput extends InputOf<Name> ? Name : never }[CallName];

export interface Answered<T> {
  /** The last answer; null before the first. */
  readonly value: T | null;
  /** Why the last request failed. */
  readonly problem: Problem | null;
  readonly reload: () => void;
}

/** The answer to a call; asks again on `reload`, and after signing in again. */
export function useAnswer<Name extends Asking>(name: Name): Answered<AnswerOf<Name>> {
  const { api } = useServices();
  const expired = useSessionExpired();
  const asking = useRef<AbortController>(null);
  const [state, setState] = useState<Omit<Answered<AnswerOf<Name>>, 'reload'>>({ value: null, problem: null });

  const reload = useCallback((): void => {
    asking.current?.abort();
    const asked = new AbortController();
    asking.current = asked;
    void api.call(name, {} as InputOf<Name>, { signal: asked.signal }).then((answer) => {
      if (asked.signal.aborted) return;
      setState((before) =>
        answer.ok ? { value: answer.value, problem: null } : { value: before.value, problem: answer.error },
      );
    });
  }, [api, name]);

  useEffect(() => {
    if (expired) return undefined;
    reload();
    return () => asking.current?.abort();
  }, [reload, expired]);
  return { ...state, reload };
}

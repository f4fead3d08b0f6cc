import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { AnswerOf, CallName, InputOf } from '#protocol/api.ts';
import type { ApiResult } from '#services/api/api-client.ts';
import { useServices } from './services.tsx';
import { useSession, useSessionExpired } from './session.ts';

export interface AnswerState<T> {
  /** The last successful answer; null until there is one. */
  readonly answer: T | null;
  /** Why the last call failed. */
  readonly problem: Problem | null;
  /** The time of the last call. */
  readonly askedAt: Date;
  readonly reload: () => void;
}

/** The server's answer to a call; asks again when the input changes, on `reload`, and after signing in again. */
export function useAnswer<Name extends CallName>(name: Name, input: InputOf<Name>): AnswerState<AnswerOf<Name>> {
  const { api } = useServices();
  const userId = useSession()?.userId ?? null;
  const expired = useSessionExpired();
  const [shown, setShown] = useState<Omit<AnswerState<AnswerOf<Name>>, 'reload'>>({
    answer: null,
    problem: null,
    askedAt: new Date(0),
  });
  const asking = useRef<AbortController>(null);
  const key = JSON.stringify(input);

  /** Null if a newer call has replaced this one. */
  const ask = useCallback(async (): Promise<ApiResult<AnswerOf<Name>> | null> => {
    asking.current?.abort();
    const asked = new AbortController();
    asking.current = asked;
    const answer = await api.call(name, JSON.parse(key) as InputOf<Name>, { signal: asked.signal });
    return asked.signal.aborted ? null : answer;
  }, [api, name, key]);

  const show = useCallback((answer: ApiResult<AnswerOf<Name>> | null): void => {
    if (answer === null) return;
    const askedAt = new Date();
    setShown((before) =>
      answer.ok
        ? { answer: answer.value, problem: null, askedAt }
        : { answer: before.answer, problem: answer.error, askedAt },
    );
  }, []);

  useEffect(() => {
    if (userId === null || expired) return undefined;
    void ask().then(show);
    return () => asking.current?.abort();
  }, [ask, show, userId, expired]);

  return { ...shown, reload: () => void ask().then(show) };
}

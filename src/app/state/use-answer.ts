import { notifyManager, QueryClient, useQuery, type QueryKey } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { AnswerOf, CallName, InputOf } from '#protocol/api.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import { useServices } from './services.tsx';
import { useSession, useSessionExpired } from './session.ts';

export interface AnswerState<T> {
  /** The last successful answer, possibly to an earlier input; null until there is one. */
  readonly answer: T | null;
  /** Why the last call failed. */
  readonly problem: Problem | null;
  /** The time of the last answer. */
  readonly askedAt: Date;
  /** Whether there is neither an answer nor a problem yet. */
  readonly isLoading: boolean;
  /** Whether the answer to the current input is missing: `answer` is null or belongs to an earlier one. */
  readonly isStale: boolean;
  /** Asks again and cancels the running call. Resolves when the answer is here, never rejects. Stable. */
  readonly reload: () => Promise<unknown>;
}

// Not in the library's timer: the page must not look idle between an answer and its rendering (services/idle.ts).
notifyManager.setScheduler(queueMicrotask);

/**
 * The client of each set of services, created by the first screen that asks. Nothing clears it: a change of users loads the
 * page again (see `useDepart`).
 */
const clients = new WeakMap<ApiClient, QueryClient>();

function clientOf(api: ApiClient): QueryClient {
  const client =
    clients.get(api) ??
    new QueryClient({
      defaultOptions: {
        queries: {
          // Only a screen asks again, and a screen that opens later gets no earlier answer.
          retry: false,
          refetchOnWindowFocus: false,
          refetchOnReconnect: false,
          gcTime: 0,
          networkMode: 'always',
        },
      },
    });
  clients.set(api, client);
  return client;
}

/**
 * What `ask` resolves to; asks again when the key changes, on `reload`, and when it becomes enabled. Screens that ask for
 * the same key at the same time share one call. The signal aborts when no screen needs the result.
 */
export function useServerState<T>(
  key: QueryKey,
  ask: (signal: AbortSignal) => Promise<Result<T>>,
  enabled = true,
): AnswerState<T> {
  const { api } = useServices();
  const { data, error, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery<T, Problem>(
    {
      queryKey: key,
      async queryFn({ signal }) {
        const result = await ask(signal);
        return result.ok ? result.value : Promise.reject(result.error);
      },
      enabled,
    },
    clientOf(api),
  );
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(() => data);
  const answer = data ?? last ?? null;
  return {
    answer,
    problem: error,
    askedAt: new Date(Math.max(dataUpdatedAt, errorUpdatedAt)),
    isLoading: answer === null && error === null,
    isStale: data === undefined && error === null,
    reload: useCallback(() => refetch(), [refetch]),
  };
}

/**
 * The server's answer to a call of the signed-in user; asks again when the input changes, on `reload`, and after signing in
 * again.
 */
export function useAnswer<Name extends CallName>(
  name: Name,
  input: InputOf<Name>,
  enabled = true,
): AnswerState<AnswerOf<Name>> {
  const { api } = useServices();
  const userId = useSession()?.userId ?? null;
  const expired = useSessionExpired();
  return useServerState(
    [name, input, userId],
    (signal) => api.call(name, input, { signal }),
    enabled && userId !== null && !expired,
  );
}

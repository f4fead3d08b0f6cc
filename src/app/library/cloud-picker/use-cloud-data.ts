import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { CloudFolder, CloudType } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { useSession, useSessionExpired } from '#app/state/session.ts';

interface Loaded {
  readonly type: CloudType;
  readonly folders: readonly CloudFolder[];
  readonly problem: Problem | null;
}

export interface CloudData {
  readonly folders: readonly CloudFolder[];
  readonly problem: Problem | null;
  /** True until the first answer; after that the old list stays until the next one arrives. */
  readonly loading: boolean;
  readonly reload: () => void;
}

/**
 * The user's folders of a type, with their files; asks again on `reload`, after an upload, and after signing in again.
 */
export function useCloudData(type: CloudType): CloudData {
  const { api, uploads } = useServices();
  const userId = useSession()?.userId ?? null;
  const expired = useSessionExpired();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const asking = useRef<AbortController>(null);

  const ask = useCallback(async (): Promise<void> => {
    asking.current?.abort();
    const asked = new AbortController();
    asking.current = asked;
    const answer = await api.call('cloudDataList', { type }, { signal: asked.signal });
    if (asked.signal.aborted) return;
    setLoaded((before) => {
      if (answer.ok) return { type, folders: answer.value.list, problem: null };
      return { type, folders: before?.type === type ? before.folders : [], problem: answer.error };
    });
  }, [api, type]);

  useEffect(() => {
    if (userId === null || expired) return undefined;
    // No state is set before the answer.
    // oxlint-disable-next-line react-hooks/set-state-in-effect
    void ask();
    const stop = uploads.onDone((done) => done.type === type && void ask());
    return () => {
      stop();
      asking.current?.abort();
    };
  }, [ask, uploads, type, userId, expired]);

  const current = loaded?.type === type ? loaded : null;
  return {
    folders: current?.folders ?? [],
    problem: current?.problem ?? null,
    loading: current === null,
    reload: () => void ask(),
  };
}

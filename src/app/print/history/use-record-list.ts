import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { PrintRecord, PrintRecordListInput } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { useSession, useSessionExpired } from '#app/state/session.ts';

interface Loaded {
  readonly list: readonly PrintRecord[];
  /** On all pages. */
  readonly count: number;
  /** All printers of the history. */
  readonly printers: readonly string[];
  readonly problem: Problem | null;
}

export interface RecordList extends Loaded {
  /** True until the first answer. */
  readonly loading: boolean;
  /** Whether the shown list belongs to an earlier query. */
  readonly stale: boolean;
  readonly reload: () => void;
}

/** Includes the query that it answers. */
type Shown = Loaded & { readonly key: string };

/** Timeout for sending pending records before the first list; after it, the list is fetched again afterwards. */
const TELL_MS = 3_000;

const NOTHING: Loaded = { list: [], count: 0, printers: [], problem: null };

/**
 * A page of the user's print history; asks again when the query changes, on `reload`, and after signing in again. Sends
 * runs that only this browser knows to the server first.
 */
export function useRecordList(query: PrintRecordListInput): RecordList {
  const { api, runRecords } = useServices();
  const userId = useSession()?.userId ?? null;
  const expired = useSessionExpired();
  const [loaded, setLoaded] = useState<Shown | null>(null);
  const asking = useRef<AbortController>(null);
  const hasTold = useRef(false);
  const key = JSON.stringify(query);

  /** Turns the server's answer into the new list; null if a newer request has replaced this one. */
  const ask = useCallback(async (): Promise<((before: Shown | null) => Shown) | null> => {
    asking.current?.abort();
    const asked = new AbortController();
    asking.current = asked;
    const answer = await api.call('printRecordList', JSON.parse(key) as PrintRecordListInput, { signal: asked.signal });
    if (asked.signal.aborted) return null;
    return (before) =>
      answer.ok ? { ...answer.value, problem: null, key } : { ...(before ?? NOTHING), problem: answer.error, key };
  }, [api, key]);

  useEffect(() => {
    if (userId === null || expired) return undefined;
    let isOver = false;
    const show = async (): Promise<void> => {
      const change = isOver ? null : await ask();
      if (change !== null) setLoaded(change);
    };
    const tellAndShow = async (): Promise<void> => {
      const told = runRecords.tell();
      const limit = new Promise<null>((resolve) => setTimeout(resolve, TELL_MS, null));
      const isLate = (await Promise.race([told, limit])) === null;
      hasTold.current = true;
      await show();
      if (!isLate) return;
      await told;
      await show();
    };
    void (hasTold.current ? show() : tellAndShow());
    return () => {
      isOver = true;
      asking.current?.abort();
    };
  }, [ask, runRecords, userId, expired]);

  return {
    ...(loaded ?? NOTHING),
    loading: loaded === null,
    stale: loaded?.key !== key,
    reload: () => void ask().then((change) => change !== null && setLoaded(change)),
  };
}

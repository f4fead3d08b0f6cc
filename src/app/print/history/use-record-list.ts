import { useEffect, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { PrintRecord, PrintRecordListInput } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';

export interface RecordList {
  readonly list: readonly PrintRecord[];
  /** On all pages. */
  readonly count: number;
  /** All printers of the history. */
  readonly printers: readonly string[];
  readonly problem: Problem | null;
  /** True until the first answer. */
  readonly loading: boolean;
  /** Whether the shown list belongs to an earlier query. */
  readonly stale: boolean;
  readonly reload: () => void;
}

/** Timeout for sending pending records before the first list; after it, the list is fetched again afterwards. */
const SYNC_MS = 3_000;

/** A page of the user's print history. Sends runs that only this browser knows to the server first. */
export function useRecordList(query: PrintRecordListInput): RecordList {
  const { runRecords } = useServices();
  const [isSynced, setSynced] = useState(false);
  const { answer, problem, isLoading, isStale, reload } = useAnswer('printRecordList', query, isSynced);

  useEffect(() => {
    let isOver = false;
    const sync = async (): Promise<void> => {
      const synced = runRecords.sync();
      const limit = new Promise<null>((resolve) => setTimeout(resolve, SYNC_MS, null));
      const isLate = (await Promise.race([synced, limit])) === null;
      if (isOver) return;
      setSynced(true);
      if (!isLate) return;
      await synced;
      if (!isOver) reload();
    };
    void sync();
    return () => {
      isOver = true;
    };
  }, [runRecords, reload]);

  const { list, count, printers } = answer ?? { list: [], count: 0, printers: [] };
  return { list, count, printers, problem, loading: isLoading, stale: isStale, reload };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { PrintRecordDetail } from '#protocol/api.ts';
import type { Reading } from '#protocol/printing.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import { useServices } from '#app/state/services.tsx';

export interface ShownRecord {
  /** Null until the server has sent it. */
  readonly record: PrintRecordDetail | null;
  readonly problem: Problem | null;
  readonly again: () => void;
}

const NOTHING_YET = { record: null, problem: null };

/** One run of the history with its report. */
export function useRecord(jobId: string): ShownRecord {
  const { api } = useServices();
  const [shown, setShown] = useState<Omit<ShownRecord, 'again'>>(NOTHING_YET);
  const asking = useRef<AbortController>(null);
  /** The server's answer; null if a newer request has replaced this one. */
  const ask = useCallback(async (): Promise<Omit<ShownRecord, 'again'> | null> => {
    asking.current?.abort();
    const asked = new AbortController();
    asking.current = asked;
    const answer = await api.call('getPrintRecord', { job_id: jobId }, { signal: asked.signal });
    if (asked.signal.aborted) return null;
    return answer.ok ? { record: answer.value, problem: null } : { record: null, problem: answer.error };
  }, [api, jobId]);
  useEffect(() => {
    void ask().then((answer) => answer !== null && setShown(answer));
    return () => asking.current?.abort();
  }, [ask]);
  return {
    ...shown,
    again: () => {
      setShown(NOTHING_YET);
      void ask().then((answer) => answer !== null && setShown(answer));
    },
  };
}

/** Reads a record's readings from the server, part by part. False if one is missing. */
export async function eachReadingsOf(
  api: ApiClient,
  { job_id: jobId, readings }: PrintRecordDetail,
  take: (readings: readonly Reading[]) => void,
): Promise<boolean> {
  for (const part of readings.parts) {
    const answer = await api.call('getPrintReadings', { job_id: jobId, part });
    if (!answer.ok) return false;
    take(answer.value.readings as readonly Reading[]);
  }
  return true;
}

import { useEffect, useState } from 'react';
import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import type { Result } from '#model/kernel/result.ts';
import type { SpreadsheetPreview } from '#protocol/spreadsheet.ts';
import { startTimer, stopTimer } from '#services/idle.ts';

/** Reads the first rows of a file with import settings. */
export type LoadPreview = (
  reading: SpreadsheetReading | undefined,
  signal: AbortSignal,
) => Promise<Result<SpreadsheetPreview>>;

/** Delay after typing a number. */
const PAUSE_MS = 150;

/**
 * The first rows for each of `readings`; null for those not loaded yet. The previous ones are shown until the next ones
 * arrive.
 */
export function usePreviews(
  load: LoadPreview,
  readings: readonly (SpreadsheetReading | undefined)[],
): readonly (Result<SpreadsheetPreview> | null)[] {
  const key = JSON.stringify(readings);
  const [found, setFound] = useState<readonly Result<SpreadsheetPreview>[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const wanted = JSON.parse(key) as (SpreadsheetReading | null)[];
    const timer = startTimer(() => {
      void Promise.all(wanted.map((reading) => load(reading ?? undefined, abort.signal))).then((previews) => {
        if (!abort.signal.aborted) setFound(previews);
      });
    }, PAUSE_MS);
    return () => {
      stopTimer(timer);
      abort.abort();
    };
  }, [key, load]);
  return readings.map((_, i) => found[i] ?? null);
}

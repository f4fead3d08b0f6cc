import { useEffect, useState } from 'react';
import type { Template } from '#model/template/template.ts';
import { useServices } from '#app/state/services.tsx';
import type { FilesCompared } from './compare-files.ts';

export type Changes = 'comparing' | 'failed' | FilesCompared;

/**
 * The changes between two files of the server. `now` returns the open label as it would be saved, which replaces the later
 * file.
 */
export function useChanges(
  earlier: string | undefined,
  later: string | undefined,
  now: ((signal: AbortSignal) => Promise<Template>) | undefined,
): Changes {
  const { api } = useServices();
  const [first] = useState(() => now);
  const [found, setFound] = useState<{ readonly of: string; readonly changes: Changes } | null>(null);
  useEffect(() => {
    if (earlier === undefined || later === undefined) return undefined;
    const stop = new AbortController();
    void (async () => {
      // Reading files needs the whole model, which the lists of templates do without.
      const open = (await first?.(stop.signal)) ?? null;
      const compared = await import('./compare-files.ts')
        .then(({ compareFiles }) => compareFiles(earlier, later, open, api, stop.signal))
        .catch(() => null);
      if (!stop.signal.aborted) setFound({ of: earlier, changes: compared ?? 'failed' });
    })();
    return () => stop.abort();
  }, [api, earlier, later, first]);
  return found !== null && found.of === earlier ? found.changes : 'comparing';
}

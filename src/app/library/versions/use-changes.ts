import { useState } from 'react';
import { ok } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { useServices } from '#app/state/services.tsx';
import { useServerState } from '#app/state/use-answer.ts';
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
  const { answer, isStale } = useServerState<Changes>(
    ['changes', earlier, later],
    async (signal) => {
      if (earlier === undefined || later === undefined) return ok('comparing');
      // Reading files needs the whole model, which the lists of templates do without.
      const open = (await first?.(signal)) ?? null;
      const compared = await import('./compare-files.ts')
        .then(({ compareFiles }) => compareFiles(earlier, later, open, api, signal))
        .catch(() => null);
      return ok(compared ?? 'failed');
    },
    earlier !== undefined && later !== undefined,
  );
  return answer === null || isStale ? 'comparing' : answer;
}

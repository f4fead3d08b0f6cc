import { useEffect, useState } from 'react';
import type { Result } from '#model/kernel/result.ts';
import type { TemplateWay } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { loadSavedLabel, type SavedLabel } from './load-saved-label.ts';

/** The saved template with this id; null while it is loading. `again` retries. */
export function useSavedLabel(
  id: string,
  way?: TemplateWay,
): {
  readonly label: Result<SavedLabel> | null;
  readonly again: () => void;
} {
  const services = useServices();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ id: string; attempt: number; label: Result<SavedLabel> } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    void loadSavedLabel(id, services, stop.signal, way).then((label) => {
      if (!stop.signal.aborted) setLoaded({ id, attempt, label });
    });
    return () => stop.abort();
  }, [id, way, services, attempt]);
  const isCurrent = loaded !== null && loaded.id === id && loaded.attempt === attempt;
  return { label: isCurrent ? loaded.label : null, again: () => setAttempt((n) => n + 1) };
}

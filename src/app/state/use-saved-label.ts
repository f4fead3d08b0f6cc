import type { TemplateWay } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { useServerState } from '#app/state/use-answer.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
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
  const { answer, problem, isStale, reload } = useServerState(['savedLabel', id, way], (signal) =>
    loadSavedLabel(id, services, signal, way),
  );
  const isHere = answer !== null && !isStale;
  return { label: problem !== null ? err(problem) : isHere ? ok(answer) : null, again: reload };
}

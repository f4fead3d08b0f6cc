import { useEffect, useState } from 'react';
import type { Result } from '#model/kernel/result.ts';
import { useServices } from '#app/state/services.tsx';
import { openEarlierRun, type EarlierRun } from './earlier-run.ts';

/** A run of this browser as long as the screen shows it; null until it is open. */
export function useEarlierRun(jobId: string): Result<EarlierRun> | null {
  const services = useServices();
  const [opened, setOpened] = useState<Result<EarlierRun> | null>(null);
  useEffect(() => {
    let isShown = true;
    const opening = openEarlierRun(services, jobId);
    void opening.then((run) => isShown && setOpened(run));
    return () => {
      isShown = false;
      void opening.then((run) => run.ok && run.value.reader.dispose());
    };
  }, [services, jobId]);
  return opened;
}

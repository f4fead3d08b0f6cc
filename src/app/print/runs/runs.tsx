import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useServices } from '#app/state/services.tsx';
import { useDeparture } from '#app/state/session.ts';
import { createRunDesk, type RunDesk, type ShownRun } from './run-desk.ts';
import { createServerRunDesk, type ServerRunDesk, type ServerRuns } from './server-run-desk.ts';

const RunsContext = createContext<RunDesk | null>(null);
const ServerRunsContext = createContext<ServerRunDesk | null>(null);

/** Holds the page's runs above all screens. Leaving the page while one goes on asks first. */
export function RunsProvider(props: { readonly children: ReactNode }): ReactElement {
  const services = useServices();
  const [desk] = useState(() => createRunDesk(services));
  const [serverDesk] = useState(() => createServerRunDesk(services.api));
  return (
    <RunsContext value={desk}>
      <LeaveQuestion desk={desk} />
      <ServerRunsContext value={serverDesk}>{props.children}</ServerRunsContext>
    </RunsContext>
  );
}

export function useRunDesk(): RunDesk {
  const desk = use(RunsContext);
  if (desk === null) throw new Error('useRunDesk outside of RunsProvider');
  return desk;
}

/** The user's runs, in the order in which they were started. */
export function useRuns(): readonly ShownRun[] {
  const desk = useRunDesk();
  return useSyncExternalStore(desk.subscribe, desk.runs);
}

export function useServerRunDesk(): ServerRunDesk {
  const desk = use(ServerRunsContext);
  if (desk === null) throw new Error('useServerRunDesk outside of RunsProvider');
  return desk;
}

/** The runs that the server makes for the user. */
export function useServerRuns(): ServerRuns {
  const desk = useServerRunDesk();
  return useSyncExternalStore(desk.subscribe, desk.runs);
}

/** One run; null when it was put away. */
export function useRun(jobId: string | null): ShownRun | null {
  const desk = useRunDesk();
  return useSyncExternalStore(desk.subscribe, () => desk.runs().find((run) => run.jobId === jobId) ?? null);
}

/** A component of its own, so that a run's progress draws nothing else anew. */
function LeaveQuestion({ desk }: { readonly desk: RunDesk }): null {
  const departing = useDeparture() !== null;
  const isRunning = useSyncExternalStore(desk.subscribe, () =>
    desk.runs().some(({ stage }) => stage.type === 'running'),
  );
  useEffect(() => {
    // A user who signs out has been asked already.
    if (!isRunning || departing) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isRunning, departing]);
  return null;
}

import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useServices } from '#app/state/services.tsx';
import { useDeparture } from '#app/state/session.ts';
import { createRunManager, type RunManager, type ShownRun } from './run-manager.ts';
import { createServerRunManager, type ServerRunManager, type ServerRuns } from './server-run-manager.ts';

const RunsContext = createContext<RunManager | null>(null);
const ServerRunsContext = createContext<ServerRunManager | null>(null);

/** Provides the page's runs to all screens. Leaving the page during a run asks for confirmation. */
export function RunsProvider(props: { readonly children: ReactNode }): ReactElement {
  const services = useServices();
  const [manager] = useState(() => createRunManager(services));
  const [serverRuns] = useState(() => createServerRunManager(services.api));
  return (
    <RunsContext value={manager}>
      <LeaveQuestion manager={manager} />
      <ServerRunsContext value={serverRuns}>{props.children}</ServerRunsContext>
    </RunsContext>
  );
}

export function useRunManager(): RunManager {
  const manager = use(RunsContext);
  if (manager === null) throw new Error('useRunManager outside of RunsProvider');
  return manager;
}

/** The user's runs, in the order of their start. */
export function useRuns(): readonly ShownRun[] {
  const manager = useRunManager();
  return useSyncExternalStore(manager.subscribe, manager.runs);
}

export function useServerRunManager(): ServerRunManager {
  const manager = use(ServerRunsContext);
  if (manager === null) throw new Error('useServerRunManager outside of RunsProvider');
  return manager;
}

/** The user's runs on the server. */
export function useServerRuns(): ServerRuns {
  const manager = useServerRunManager();
  return useSyncExternalStore(manager.subscribe, manager.runs);
}

/** One run; null if it was dismissed. */
export function useRun(jobId: string | null): ShownRun | null {
  const manager = useRunManager();
  return useSyncExternalStore(manager.subscribe, () => manager.runs().find((run) => run.jobId === jobId) ?? null);
}

/** A separate component, so that a run's progress renders nothing else. */
function LeaveQuestion({ manager }: { readonly manager: RunManager }): null {
  const departing = useDeparture() !== null;
  const isRunning = useSyncExternalStore(manager.subscribe, () =>
    manager.runs().some(({ stage }) => stage.type === 'running'),
  );
  useEffect(() => {
    // A user who signs out has already been asked.
    if (!isRunning || departing) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isRunning, departing]);
  return null;
}

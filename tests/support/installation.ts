import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { freePort } from './product.ts';
import { endWith } from './storage-process.ts';

/** Way in which a process is ended. */
type End = 'SIGKILL' | 'SIGTERM';

/** A server and workers as processes, each of which is restarted when it ends, as by a service manager. */
export interface Installation {
  readonly url: string;
  /** Names of the workers that were ended in this way. */
  readonly ended: Readonly<Record<End, ReadonlySet<string>>>;
  /** Number of times the server was ended. */
  readonly serverEnds: () => number;
  /** Ends one of the busy workers, if there is any; `pick` selects it. */
  readonly endWorker: (signal: End, pick: (count: number) => number) => void;
  readonly killServer: () => void;
  /** Process number of the server; 0 while it restarts. */
  readonly serverPid: () => number;
  /** Of the busy workers. */
  readonly workerPids: () => readonly number[];
  /** The last lines of all of them. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

const PAUSE_MS = 300;

/**
 * With `coreOfEach` each worker has a core of its own, as if each were a machine of one core; the server
 * uses the rest. With fewer cores than workers, they share them.
 */
export async function startInstallation(
  environment: Readonly<Record<string, string>>,
  workers: number,
  coreOfEach: boolean = false,
): Promise<Installation> {
  const cores = usableCores();
  const isPinned = coreOfEach && workers <= cores.length;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const all = new Set<ChildProcess>();
  const named = new Map<ChildProcess, string>();
  const ended = { SIGKILL: new Set<string>(), SIGTERM: new Set<string>() };
  let log = '';
  let stopping = false;
  let serverEnds = 0;
  let server: ChildProcess | null = null;

  function start(command: readonly string[], onStart: (child: ChildProcess) => void): void {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      env: { ...process.env, ...environment, PORT: String(port), WORKERS: '0', LOG_LEVEL: 'warn', MEMBERSHIP: 'off' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    all.add(child);
    onStart(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (piece: Buffer) => {
        const text = piece.toString();
        log = (log + text).slice(-20_000);
        const name = /worker (\w{8}) is waiting/.exec(text)?.[1];
        if (name !== undefined) named.set(child, name);
      });
    }
    child.once('exit', () => {
      all.delete(child);
      named.delete(child);
      if (!stopping) setTimeout(() => stopping || start(command, onStart), PAUSE_MS);
    });
  }

  start([process.execPath, 'server/main.ts'], (child) => (server = child));
  await answers(url, () => log);
  for (let i = 0; i < workers; i++) {
    const worker = [process.execPath, 'worker/main.ts'];
    start(isPinned ? ['taskset', '--cpu-list', String(cores[i]), ...worker] : worker, () => undefined);
  }
  return {
    url,
    ended,
    serverEnds: () => serverEnds,
    endWorker(signal, pick) {
      const [child, name = ''] = [...named][pick(named.size)] ?? [];
      if (child === undefined) return;
      named.delete(child);
      ended[signal].add(name);
      child.kill(signal);
    },
    killServer() {
      serverEnds++;
      server?.kill('SIGKILL');
    },
    serverPid: () => server?.pid ?? 0,
    workerPids: () => [...named.keys()].flatMap(({ pid }) => pid ?? []),
    log: () => log,
    async stop() {
      stopping = true;
      await Promise.all([...all].map((child) => endWith(child, 'SIGKILL')));
    },
  };
}

/** The numbers of the cores that this process may use; a container may have the fourth and the fifth. */
function usableCores(): readonly number[] {
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

async function answers(url: string, log: () => string): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    const well = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (well) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server does not answer: ${log()}`);
}

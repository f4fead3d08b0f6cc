import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Check } from 'typebox/value';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { watchMessage, type WatchMessage } from '#protocol/watching.ts';
import { isDirectory } from './check-folder.ts';
import type { WatchedFolder } from './folder-registry.ts';

/** How the command line is started. */
export interface CommandLine {
  /** The program and what comes before `watch`. */
  readonly program: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type WatcherState =
  | { readonly type: 'starting' }
  | { readonly type: 'watching'; readonly trouble: Problem | null }
  /** With the waiting file and the reason, where it waits. */
  | { readonly type: 'busy'; readonly file: string; readonly reason: Problem | null }
  /** Failed; retried. */
  | { readonly type: 'cannot'; readonly reason: Problem };

/** Keeps one process that watches a folder. */
export interface Watcher {
  state(): WatcherState;
  /** Settles when the process has ended. */
  stop(): Promise<void>;
}

export interface WatcherOptions {
  readonly folder: WatchedFolder;
  /** Called before each start. */
  readonly commandLine: () => Promise<CommandLine>;
  /** A file is finished. */
  readonly onEnded: () => void;
  readonly log: (line: string) => void;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** After this time a process counts as stable: the next wait is short again. */
const GOOD_MS = 30_000;
/** Timeout for the page that is being submitted, after which the process is killed. */
const STOP_MS = 10_000;

export function createWatcher({ folder, commandLine, onEnded, log }: WatcherOptions): Watcher {
  let state: WatcherState = { type: 'starting' };
  let wait = FIRST_WAIT_MS;
  let isOver = false;
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function hear(message: WatchMessage): void {
    switch (message.type) {
      case 'watching':
        state = message;
        return;
      case 'taken':
        state = { type: 'busy', file: message.file, reason: null };
        return;
      case 'waits':
        state = { ...message, type: 'busy' };
        return;
      case 'ended':
        state = { type: 'watching', trouble: null };
        onEnded();
        return;
      case 'cannot':
        state = message;
        return;
    }
  }

  /** Settles when the process has ended, with the reason of an unrequested end. */
  async function runOnce(): Promise<Problem> {
    // The command line would create the folder, where a drive is temporarily missing.
    if (!(await isDirectory(folder.directory))) return problem('watch.noFolder', { folder: folder.directory });
    const { program, words, env } = await commandLine();
    if (isOver) return problem('aborted');
    const started = spawn(program, [...words, ...watchWords(folder)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env,
      windowsHide: true,
    });
    child = started;
    started.on('message', (message: unknown) => {
      if (Check(watchMessage, message)) hear(message as WatchMessage);
    });
    if (started.stderr !== null)
      createInterface({ input: started.stderr }).on('line', (line) => log(`${folder.directory}: ${line}`));
    return new Promise((resolve) => {
      started.once('error', (error) => resolve(problem('watch.ended', { reason: error.message })));
      const end = (code: number | null, signal: string | null): void => {
        const reason = signal ?? String(code);
        resolve(state.type === 'cannot' ? state.reason : problem('watch.ended', { reason }));
      };
      // Only now all its messages have arrived.
      started.once('close', end);
      // After `disconnect` no `close` comes.
      started.once('exit', (code, signal) => isOver && end(code, signal));
    });
  }

  async function run(): Promise<void> {
    const startedAt = performance.now();
    state = state.type === 'cannot' ? state : { type: 'starting' };
    const reason = await runOnce();
    child = null;
    if (isOver) return;
    state = { type: 'cannot', reason };
    if (performance.now() - startedAt > GOOD_MS) wait = FIRST_WAIT_MS;
    log(`retrying ${folder.directory} in ${Math.round(wait / 1000)} s (${reason.code})`);
    timer = setTimeout(start, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  function start(): void {
    running = run().catch((error: unknown) => {
      if (isOver) return;
      state = { type: 'cannot', reason: problem('watch.ended', { reason: String(error) }) };
      timer = setTimeout(start, LONGEST_WAIT_MS);
    });
  }

  start();
  return {
    state: () => state,
    async stop() {
      isOver = true;
      clearTimeout(timer);
      const stopping = child;
      // It ends by itself when its channel does, on every system.
      if (stopping?.connected === true) stopping.disconnect();
      const killer = setTimeout(() => stopping?.kill('SIGKILL'), STOP_MS);
      await running;
      clearTimeout(killer);
    },
  };
}

function watchWords(folder: WatchedFolder): string[] {
  const { directory, template, printer, copies, minGrade, headingRows, copiesColumn } = folder;
  const words = [`--template=${template}`, `--printer=${printer}`, `--copies=${copies}`, `--min-grade=${minGrade}`];
  if (headingRows !== null) words.push(`--heading-rows=${headingRows}`);
  if (copiesColumn !== '') words.push(`--copies-column=${copiesColumn}`);
  return ['watch', directory, ...words];
}

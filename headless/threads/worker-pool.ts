import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ObservedText } from '#model/page/fit-proof.ts';
import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import { shownPictureValue } from '#model/data/pictures/picture-value.ts';
import { err, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { DataRecord } from '#model/data/record.ts';
import {
  BETWEEN_RECORDS,
  type MadeChunk,
  type OpenedThread,
  type RunOfThreads,
  type ThreadAnswer,
  type ThreadSetup,
  type ThreadTask,
} from './thread-messages.ts';

/** A record that crashed this many threads is not retried. */
const CRASHES_OF_A_RECORD = 2;
/** After this many consecutive crashes without a record the pool reports that none works. */
const CRASHES_IN_A_ROW = 3;

/**
 * Labels leave nothing behind, so a larger young generation gains nothing: without a limit V8 takes 100 MB more for
 * each thread, in the same time.
 */
const YOUNG_GENERATION_MB = 16;
/**
 * A thread has 20 MB of objects that stay. V8 lets garbage grow with the limit: without one each thread takes 20 MB
 * more, in the same time.
 */
const OLD_GENERATION_MB = 512;

/**
 * With it from the start, a thread finds even its first module compiled, and does not load Node's TypeScript (14 MB).
 * Programs started by a script have a folder for it; this is Node's own default.
 */
const COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');

/** Consecutive records of the run. */
export interface RecordChunk {
  /** Index of the first among all records of the run. */
  readonly first: number;
  readonly records: readonly DataRecord[];
  readonly isLast: boolean;
  /** See `Chunk`. */
  readonly firstCell: number;
  readonly prove?: readonly ObservedText[];
  /** See `Chunk`. */
  readonly measures?: boolean;
}

/** Threads that make pages, each with a renderer of its own. */
export interface WorkerPool {
  /** The threads' facts about the open run. */
  readonly opened: OpenedThread;
  /**
   * Opens another run instead of this one in the existing threads, which is much faster than starting them. Unfinished
   * chunks give `aborted`. Problems: as `openPool`; then this pool can no longer make anything.
   */
  reopen(run: RunOfThreads): Promise<Result<OpenedThread>>;
  /**
   * Makes a chunk as soon as a thread is free, in the order of the calls. A chunk whose signal is aborted gives
   * `aborted` immediately, and is not started. A crashed thread is replaced and its chunk made again; a record on which
   * two crashed is rejected with `render.rowCrashed`. Problems: those of the renderer, `render.cannotStart`.
   */
  make(chunk: RecordChunk, signal: AbortSignal): Promise<Result<MadeChunk>>;
  /** Ends all threads. Their current work gives `aborted`. */
  close(): Promise<void>;
}

/** Maximum number of threads of a run, whether another thread can repeat a thread's work, and what fetches for them. */
export interface PoolSize {
  readonly size: number;
  readonly canRepeat: boolean;
  /** Makes what fetches the pictures of a run's rows from addresses; without it they are a problem of their rows. */
  readonly createFetchPicture?: (() => FetchPicture) | undefined;
}

/** Opens threads that make the pages of a run. Problems: those of `openPool`. */
export type OpenThreads = (run: RunOfThreads, size: PoolSize) => Promise<Result<WorkerPool>>;

/** The module of a thread that makes pages. */
export const PAGE_THREAD: URL = new URL('./page-thread.ts', import.meta.url);

/** Starts threads for this run only. */
export const openPageThreads: OpenThreads = (run, size) => openPool(PAGE_THREAD, run, size);

interface Task {
  readonly chunk: RecordChunk;
  readonly signal: AbortSignal;
  readonly settle: (result: Result<MadeChunk>) => void;
}

interface Member {
  readonly thread: Worker;
  readonly at: Int32Array;
  isOpen: boolean;
  task: Task | null;
}

/**
 * Starts one thread of the script, and up to `size` as chunks arrive. `canRepeat` is false when a thread keeps what it
 * made before: then nothing can be repeated, and its crash ends the run with `render.crashed`. Problems: those of the
 * first thread's opening.
 */
export async function openPool(
  script: URL,
  first: RunOfThreads,
  { size, canRepeat, createFetchPicture }: PoolSize,
): Promise<Result<WorkerPool>> {
  const members = new Set<Member>();
  const waiting: Task[] = [];
  const crashes = new Map<number, number>();
  let crashesInRow = 0;
  let failure: Problem | null = null;
  let isClosed = false;
  let run = first;
  let opening = Promise.withResolvers<Result<OpenedThread>>();
  let fetchPicture = createFetchPicture?.();
  let fetching = new AbortController();

  function startMember(): void {
    const at = new Int32Array(new SharedArrayBuffer(4)).fill(BETWEEN_RECORDS);
    const workerData: ThreadSetup = { ...run, at };
    const thread = new Worker(script, {
      workerData,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB, maxOldGenerationSizeMb: OLD_GENERATION_MB },
    });
    const member: Member = { thread, at, isOpen: false, task: null };
    members.add(member);
    let reason = '';
    thread.on('message', (answer: ThreadAnswer) => onAnswer(member, answer));
    thread.on('error', (error) => (reason = error instanceof Error ? error.message : String(error)));
    thread.on('exit', (code) => onExit(member, reason || `exit ${code}`));
  }

  function onAnswer(member: Member, answer: ThreadAnswer): void {
    if (!members.has(member)) return;
    if (answer.type === 'fetch') return void fetchFor(member, answer);
    if (answer.type === 'opened') {
      opening.resolve(answer.result);
      if (!answer.result.ok) return fail(answer.result.error);
      member.isOpen = true;
    } else {
      crashesInRow = 0;
      const { task } = member;
      member.task = null;
      task?.settle(answer.result);
    }
    giveOut();
  }

  async function fetchFor(member: Member, { id, address }: Extract<ThreadAnswer, { type: 'fetch' }>): Promise<void> {
    const refused = err(problem('pictures.address', { address: shownPictureValue(address) }));
    const result = fetchPicture === undefined ? refused : await fetchPicture(address, fetching.signal);
    if (members.has(member)) send(member, { type: 'fetched', id, result });
  }

  /** Stops fetching, and forgets what was fetched. */
  function endFetching(): void {
    fetching.abort();
    fetching = new AbortController();
    fetchPicture = createFetchPicture?.();
  }

  function onExit(member: Member, reason: string): void {
    if (!members.delete(member) || isClosed) return;
    const place = Atomics.load(member.at, 0);
    const { task } = member;
    if (!canRepeat && member.isOpen) return fail(problem('render.crashed'), task);
    if (task !== null && place !== BETWEEN_RECORDS) {
      const index = task.chunk.first + place;
      crashes.set(index, (crashes.get(index) ?? 0) + 1);
    } else if (++crashesInRow >= CRASHES_IN_A_ROW) {
      return fail(problem('render.cannotStart', { reason }), task);
    }
    if (task !== null) waiting.unshift(task);
    startMember();
  }

  function fail(why: Problem, task: Task | null = null): void {
    failure ??= why;
    opening.resolve(err(failure));
    for (const left of [task, ...waiting.splice(0)]) left?.settle(err(failure));
  }

  function giveOut(): void {
    for (;;) {
      while (waiting[0]?.signal.aborted === true) waiting.shift()?.settle(err(problem('aborted')));
      const [task] = waiting;
      if (task === undefined) return;
      const idle = [...members].find((member) => member.isOpen && member.task === null);
      if (idle === undefined) {
        const isStarting = [...members].some((member) => !member.isOpen);
        if (members.size < size && !isStarting) startMember();
        return;
      }
      waiting.shift();
      idle.task = task;
      const { first, records, isLast, firstCell, prove, measures } = task.chunk;
      const refused = refusedIn(first, records.length);
      send(idle, { type: 'make', records, isLast, firstCell, refused, prove, measures });
    }
  }

  function send({ thread }: Member, task: ThreadTask): void {
    thread.postMessage(task, []);
  }

  function refusedIn(first: number, count: number): Extract<ThreadTask, { type: 'make' }>['refused'] {
    return [...crashes]
      .filter(([index, times]) => times >= CRASHES_OF_A_RECORD && index >= first && index < first + count)
      .map(([index]) => ({ place: index - first, problem: problem('render.rowCrashed') }));
  }

  function abortAll(): void {
    const busy = [...members].map((member) => member.task);
    for (const task of [...busy, ...waiting.splice(0)]) task?.settle(err(problem('aborted')));
  }

  async function close(): Promise<void> {
    isClosed = true;
    fetching.abort();
    abortAll();
    await Promise.all([...members].map((member) => member.thread.terminate()));
  }

  startMember();
  const opened = await opening.promise;
  if (!opened.ok) {
    await close();
    return opened;
  }
  let current = opened.value;
  const pool: WorkerPool = {
    get opened() {
      return current;
    },
    async reopen(next) {
      if (failure !== null) return err(failure);
      abortAll();
      endFetching();
      run = next;
      crashes.clear();
      crashesInRow = 0;
      opening = Promise.withResolvers();
      for (const member of members) {
        if (member.isOpen && member.task === null) {
          member.isOpen = false;
          send(member, { type: 'open', run });
        } else {
          // It starts with the previous run, or works on it.
          members.delete(member);
          void member.thread.terminate();
        }
      }
      if (members.size === 0) startMember();
      const reopened = await opening.promise;
      if (reopened.ok) current = reopened.value;
      return reopened;
    },
    make(chunk, signal) {
      if (failure !== null) return Promise.resolve(err(failure));
      return new Promise((settle) => {
        signal.addEventListener('abort', () => settle(err(problem('aborted'))), { once: true });
        waiting.push({ chunk, signal, settle });
        giveOut();
      });
    },
    close,
  };
  return { ok: true, value: pool };
}

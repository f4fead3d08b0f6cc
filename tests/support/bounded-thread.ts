import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Outcome of a request. `cpuMs` is the CPU time of the thread, in milliseconds. */
export type BoundedAnswer<Answer> =
  | { readonly how: 'answered'; readonly answer: Answer; readonly cpuMs: number }
  /** It exceeded its CPU time, and was ended. */
  | { readonly how: 'hung'; readonly cpuMs: number }
  | { readonly how: 'died'; readonly reason: string; readonly cpuMs: number };

export interface BoundedThread<Question, Answer> {
  ask(question: Question): Promise<BoundedAnswer<Answer>>;
  dispose(): Promise<void>;
}

/** Interval between two checks of the CPU time. */
const LOOK_MS = 50;

/**
 * Sends a thread one request at a time; it answers each message with one. The thread is ended when a request takes more
 * than `limitMs` of CPU time, and has the memory of a browser's worker. CPU time
 * counts instead of wall-clock time: other work of the machine makes no difference.
 */
export function createBoundedThread<Question, Answer>(script: URL, limitMs: number): BoundedThread<Question, Answer> {
  let thread: Worker | null = null;
  const start = async (): Promise<Worker> => {
    if (thread !== null) return thread;
    thread = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: 1024 } });
    await once(thread, 'online');
    return thread;
  };
  const stop = async (): Promise<void> => {
    const old = thread;
    thread = null;
    await old?.terminate();
  };
  return {
    async ask(question) {
      const worker = await start();
      const startedAt = await cpuMsOf(worker);
      const { promise, resolve } = Promise.withResolvers<BoundedAnswer<Answer>>();
      let cpuMs = 0;
      const look = setInterval(() => {
        void cpuMsOf(worker).then(
          (now) => {
            cpuMs = now - startedAt;
            if (cpuMs > limitMs) resolve({ how: 'hung', cpuMs });
          },
          () => undefined,
        );
      }, LOOK_MS);
      const died = (error: unknown): void => resolve({ how: 'died', reason: String(error), cpuMs });
      const answered = (answer: Answer): void => {
        void cpuMsOf(worker).then((now) => resolve({ how: 'answered', answer, cpuMs: now - startedAt }), died);
      };
      worker.on('error', died);
      worker.on('message', answered);
      worker.postMessage(question, []);
      const outcome = await promise;
      clearInterval(look);
      worker.off('error', died);
      worker.off('message', answered);
      if (outcome.how !== 'answered') await stop();
      return outcome;
    },
    dispose: stop,
  };
}

/** CPU time of a thread, in milliseconds; garbage collection counts. */
async function cpuMsOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}

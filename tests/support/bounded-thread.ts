import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** How a question ended. `cpuMs` is the time for which the thread really worked, in milliseconds. */
export type BoundedAnswer<Answer> =
  | { readonly how: 'answered'; readonly answer: Answer; readonly cpuMs: number }
  /** It worked for longer than it may, and was ended. */
  | { readonly how: 'hung'; readonly cpuMs: number }
  | { readonly how: 'died'; readonly reason: string; readonly cpuMs: number };

export interface BoundedThread<Question, Answer> {
  ask(question: Question): Promise<BoundedAnswer<Answer>>;
  dispose(): Promise<void>;
}

/** Between two looks at how long the thread has worked. */
const LOOK_MS = 50;

/**
 * Asks a thread, one question at a time, which answers each message with one. The thread is ended when a question takes more
 * than `limitMs` of a processor's time, and has the memory that a browser's worker can count on. It is the time worked that
 * counts and not the time on the wall: what else the machine does makes no difference.
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

/** How long a thread has worked, in milliseconds; garbage collection counts. */
async function cpuMsOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}

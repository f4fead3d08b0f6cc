import { err, type Result } from '#model/kernel/result.ts';
import { runInThread, type ThreadLimits } from '../core/bounded-thread.ts';
import { turnOrder, type Waiting } from '../core/turn-order.ts';

/** The input of a thread, and its user. The thread posts one answer, as a `Result`. */
export interface ThreadTask {
  readonly thread: URL;
  readonly data: { readonly bytes: Uint8Array } & Readonly<Record<string, unknown>>;
  readonly userId: string;
}

/** `tooLarge`: it takes more memory than a thread may have. `busy`: it takes too long, or the client has left. */
export type ThreadFault = 'tooLarge' | 'busy';

/** Reads a request in a thread. The bytes of the task are transferred to the thread. */
export type ReadInThread = <Answer>(
  task: ThreadTask,
  disconnected: AbortSignal,
) => Promise<Result<Answer, ThreadFault>>;

const THREADS = 2;
/** Limits of one thread. The largest body within the limits of rows takes about half of it. */
const LIMITS: ThreadLimits = { ms: 30_000, bytes: 384 * 1024 * 1024 };

interface Turn extends Waiting {
  readonly begin: () => void;
}

/** Runs a few threads at a time; users take turns. */
export function createReadingThreads(): ReadInThread {
  const waiting: Turn[] = [];
  const reading: string[] = [];
  let count = 0;

  function beginNext(): void {
    while (reading.length < THREADS) {
      // One at a time for each user: two large bodies of one user must not delay all others.
      const next = turnOrder(waiting, reading).find(({ userId }) => !reading.includes(userId));
      const at = waiting.findIndex(({ id }) => id === next?.id);
      const [turn] = at < 0 ? [] : waiting.splice(at, 1);
      if (turn === undefined) return;
      reading.push(turn.userId);
      turn.begin();
    }
  }

  return async (task, disconnected) => {
    const { userId } = task;
    const at = ++count;
    await new Promise<void>((begin) => {
      waiting.push({ id: String(at), userId, at, begin });
      beginNext();
    });
    try {
      return disconnected.aborted ? err('busy') : await run(task, disconnected);
    } finally {
      reading.splice(reading.indexOf(userId), 1);
      beginNext();
    }
  };
}

async function run<Answer>(
  { thread, data }: ThreadTask,
  disconnected: AbortSignal,
): Promise<Result<Answer, ThreadFault>> {
  const { buffer, byteLength } = data.bytes;
  // Small buffers may share their memory with others.
  const own = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
  const answer = await runInThread<Answer>(thread, data, LIMITS, disconnected, own);
  if (answer.ok) return answer;
  if (answer.error.code === 'data.crashed') throw new Error(`a thread of ${thread.href} crashed`);
  return err(answer.error.code === 'data.tooLarge' ? 'tooLarge' : 'busy');
}

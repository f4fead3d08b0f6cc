import { afterEach, describe, expect, test } from 'vitest';
import type { Result } from '#model/kernel/result.ts';
import type { WorkerHandle } from '#services/worker-handle.ts';

/** Behavior of the next workers on a request, in the order of their start; the last applies to all after it. */
type WorkerMood = 'answers' | 'is silent' | 'throws' | 'dies over it' | 'has no API';

/** A worker in this thread. */
interface MoodyWorker<Api> {
  readonly handle: WorkerHandle<Api>;
  readonly asked: () => number;
  readonly isTerminated: () => boolean;
}

/** Makes a worker's API: the request of `ask` goes through `answer`, and an unresponsive worker ignores the heartbeat. */
type ApiMaker<Api> = (answer: <T>(value: T) => Promise<T>, isSilent: boolean) => Api;

function createMoodyWorker<Api>(mood: WorkerMood, apiOf: ApiMaker<Api>): MoodyWorker<Api> {
  let crash: (reason: string) => void = () => undefined;
  let asked = 0;
  let isTerminated = false;
  function answer<T>(value: T): Promise<T> {
    asked++;
    if (mood === 'answers') return Promise.resolve(value);
    if (mood === 'has no API') throw new TypeError('not a function');
    if (mood === 'throws') return Promise.reject(new Error('null function'));
    if (mood === 'dies over it') queueMicrotask(() => crash('out of memory'));
    return new Promise(() => undefined);
  }
  return {
    handle: {
      api: apiOf(answer, mood === 'is silent'),
      onCrash: (listener) => (crash = listener),
      terminate: () => (isTerminated = true),
    },
    asked: () => asked,
    isTerminated: () => isTerminated,
  };
}

interface ConformingClient {
  /** Sends a request to a worker of the client's. */
  ask(signal: AbortSignal): Promise<Result<unknown>>;
  dispose(): void;
}

interface WorkerClientKind<Api> {
  readonly apiOf: ApiMaker<Api>;
  /** A client with a timeout of `silenceMs` for an answer. */
  readonly create: (createWorker: () => WorkerHandle<Api>, silenceMs: number) => ConformingClient;
  readonly answer: unknown;
  readonly problems: { readonly crashed: string; readonly timedOut: string };
  /** Number of workers that get a request when each of them dies over it. */
  readonly attempts: number;
}

/** Behavior of every client of a worker, whatever happens to its workers. */
export function describeWorkerClient<Api>(name: string, kind: WorkerClientKind<Api>): void {
  const { problems, attempts } = kind;
  const clients: ConformingClient[] = [];
  afterEach(() => clients.splice(0).forEach((client) => client.dispose()));

  function start(moods: readonly WorkerMood[], silenceMs = 5_000) {
    const workers: MoodyWorker<Api>[] = [];
    const client = kind.create(() => {
      const worker = createMoodyWorker(moods[workers.length] ?? moods.at(-1) ?? 'answers', kind.apiOf);
      workers.push(worker);
      return worker.handle;
    }, silenceMs);
    clients.push(client);
    return { client, workers };
  }

  const signal = (): AbortSignal => new AbortController().signal;
  const failure = (code: string) => ({ ok: false, error: { code } });

  describe(`${name}, as a client of workers`, () => {
    test('returns the worker’s answer', async () => {
      const { client, workers } = start(['answers']);
      expect(await client.ask(signal())).toEqual(kind.answer);
      expect(workers).toHaveLength(1);
      expect(workers[0]?.isTerminated()).toBe(false);
    });

    test.each(['throws', 'dies over it', 'has no API'] as const)(
      'a worker that %s is ended, and the next question gets another',
      async (mood) => {
        const { client, workers } = start([...Array.from({ length: attempts }, () => mood), 'answers']);
        expect(await client.ask(signal())).toMatchObject(failure(problems.crashed));
        expect(workers.map((worker) => worker.isTerminated()).slice(0, attempts)).toEqual(
          Array.from({ length: attempts }, () => true),
        );
        expect(await client.ask(signal())).toEqual(kind.answer);
        expect(workers).toHaveLength(attempts + 1);
      },
    );

    test('an unresponsive worker is ended, and the next request gets another', async () => {
      const { client, workers } = start(
        [...Array.from({ length: attempts }, () => 'is silent' as const), 'answers'],
        40,
      );
      expect(await client.ask(signal())).toMatchObject(failure(problems.timedOut));
      expect(workers[0]?.isTerminated()).toBe(true);
      expect(await client.ask(signal())).toEqual(kind.answer);
    });

    test('an abort cancels the answer at once', async () => {
      const { client, workers } = start(['is silent', 'answers']);
      const controller = new AbortController();
      const asking = client.ask(controller.signal);
      while ((workers[0]?.asked() ?? 0) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      controller.abort();
      expect(await asking).toMatchObject(failure('aborted'));
    });

    test('a request aborted before is not sent', async () => {
      const { client, workers } = start(['answers']);
      const controller = new AbortController();
      controller.abort();
      expect(await client.ask(controller.signal)).toMatchObject(failure('aborted'));
      expect(workers.map((worker) => worker.asked()).filter((asked) => asked > 0)).toEqual([]);
    });

    test('dispose ends the worker, pending requests, and all later ones', async () => {
      const { client, workers } = start(['is silent', 'answers']);
      const asking = client.ask(signal());
      while ((workers[0]?.asked() ?? 0) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      client.dispose();
      expect(await asking).toMatchObject(failure('aborted'));
      expect(workers[0]?.isTerminated()).toBe(true);
      expect(await client.ask(signal())).toMatchObject(failure('aborted'));
      expect(workers).toHaveLength(1);
    });
  });
}

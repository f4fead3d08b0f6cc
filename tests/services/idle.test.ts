import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withinChunkTime } from '#app/ui/chunk-time.ts';
import { createDraftKeeper } from '#app/editor/save/draft-keeper.ts';
import { setLabel } from '#editor/commands/label.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { createApiClient } from '#services/api/api-client.ts';
import { PendingReplies, replyKey, SYSTEM_TIMERS } from '#services/assistant/pending-replies.ts';
import { beginWork, busyWhile, isBusy, startTimer, stopTimer } from '#services/idle.ts';
import { withDatabase } from '#services/storage/database.ts';
import { WorkerSession } from '#services/worker-session.ts';
import { createTestEditor } from '../editor/create-test-editor.ts';

afterEach(() => expect(isBusy(), 'what a test began has ended').toBe(false));

test('work makes the page busy until it ends, and ends once', () => {
  const [one, other] = [beginWork(), beginWork()];
  one();
  one();
  expect(isBusy()).toBe(true);
  other();
});

test('a promise makes the page busy until it settles, either way', async () => {
  const { promise, reject } = Promise.withResolvers<null>();
  const given = busyWhile(promise);
  expect(isBusy()).toBe(true);
  reject(new Error('broken'));
  await expect(given).rejects.toThrow('broken');
});

describe('a timer that changes the screen', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('makes the page busy until it fires, or is stopped', () => {
    let calls = 0;
    startTimer(() => calls++, 100);
    const stopped = startTimer(() => calls++, 50);
    stopTimer(stopped);
    stopTimer(stopped);
    expect(isBusy()).toBe(true);
    vi.advanceTimersByTime(100);
    expect([calls, isBusy()]).toEqual([1, false]);
  });

  test('makes it idle also when its callback throws', () => {
    startTimer(() => {
      throw new Error('broken');
    }, 100);
    expect(() => vi.advanceTimersByTime(100)).toThrow('broken');
  });
});

test.each([
  ['is answered', () => Promise.resolve(new Response('{}'))],
  ['is answered with what is no answer', () => Promise.resolve(new Response('<p>proxy', { status: 502 }))],
  ['fails', () => Promise.reject(new TypeError('no network'))],
])('a call of the server makes the page busy until it %s', async (_name, fetch) => {
  const api = createApiClient({ language: () => 'en', onSignedOut: () => undefined, fetch, baseUrl: 'http://server' });
  const answer = api.call('configuration', {});
  expect(isBusy()).toBe(true);
  expect((await answer).ok).toBe(false);
});

describe('a call of a worker', () => {
  const LIFE = { problems: { crashed: 'render.crashed', timedOut: 'render.crashed' } } as const;
  function createSession(): { session: WorkerSession<object>; crash: (reason: string) => void } {
    let crash: (reason: string) => void = () => undefined;
    const handle = { api: {}, onCrash: (listener: typeof crash) => (crash = listener), terminate: () => undefined };
    return { session: new WorkerSession(handle, LIFE), crash: (reason) => crash(reason) };
  }

  test('makes the page busy until it is answered', async () => {
    const { session } = createSession();
    const answer = session.call(() => Promise.resolve(ok(1)));
    expect(isBusy()).toBe(true);
    expect(await answer).toEqual(ok(1));
  });

  test('makes it idle when it throws, and when the worker crashes', async () => {
    const throwing = createSession();
    expect((await throwing.session.call(() => Promise.reject(new Error('broken')))).ok).toBe(false);
    const crashing = createSession();
    const answer = crashing.session.call(() => new Promise<Result<null>>(() => undefined));
    crashing.session.notify(() => new Promise(() => undefined));
    expect(isBusy()).toBe(true);
    crashing.crash('out of memory');
    expect((await answer).ok).toBe(false);
  });
});

test('a call of the database makes the page busy until it is rejected', async () => {
  const call = withDatabase('user', () => Promise.resolve(1));
  expect(isBusy()).toBe(true);
  expect((await call).ok).toBe(false);
});

test('lazy code makes the page busy until it is loaded or fails', async () => {
  const code = withinChunkTime(Promise.reject(new Error('404')));
  expect(isBusy()).toBe(true);
  await expect(code).rejects.toThrow('404');
});

test.each([
  ['stored', ok(null)],
  ['refused', err(problem('storage.full'))],
])('a draft makes the page busy from the change until it is %s', async (_name, answer) => {
  const store = { write: async () => answer, append: async () => answer, remove: async () => ok(null) };
  const editor = createTestEditor();
  const stop = createDraftKeeper(editor, store, { key: 'new', revision: 0 }, false).start(() => undefined);
  editor.run(setLabel({ name: 'A' }));
  expect(isBusy()).toBe(true);
  await expect.poll(isBusy).toBe(false);
  stop();
  await expect.poll(isBusy).toBe(false);
});

test('a request to the assistant makes the page busy, a page that waits for its turn at the printer does not', async () => {
  const replies = new PendingReplies(SYSTEM_TIMERS);
  const { signal } = new AbortController();
  const page = replies.wait(replyKey('outputPrintting', 'job', 1), 1000, signal, 'pages job');
  expect(isBusy()).toBe(false);
  const question = replies.wait('getPrinters', 1000, signal);
  expect(isBusy()).toBe(true);
  replies.failAll(problem('assistant.wentAway'));
  expect([(await page).ok, (await question).ok]).toEqual([false, false]);
});

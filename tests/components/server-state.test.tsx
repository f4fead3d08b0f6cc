import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { err, ok } from '#model/kernel/result.ts';
import { transportProblem } from '#services/api/api-problem.ts';
import type { ApiClient, ApiResult } from '#services/api/api-client.ts';
import { useSessionExpired } from '#app/state/session.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { untilPageIdle } from '#tests/support/component-hand.ts';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

const USER = JSON.stringify({ userid: 'u', name: 'Ana' });

beforeEach(() => localStorage.setItem('userInfo', USER));
afterEach(() => localStorage.removeItem('userInfo'));

interface Call {
  readonly page: number;
  readonly signal: AbortSignal;
  answer(result: ApiResult<unknown>): void;
}

/** A server whose answers the test gives one by one. */
function createServer(): { readonly api: ApiClient; readonly calls: Call[] } {
  const calls: Call[] = [];
  const call = (_name: string, input: { page: number }, { signal }: { signal: AbortSignal }): Promise<unknown> =>
    new Promise((resolve) => calls.push({ page: input.page, signal, answer: resolve }));
  return { api: { call } as unknown as ApiClient, calls };
}

function Part({ name, at }: { readonly name: string; readonly at: number }): ReactElement {
  const { answer, problem, isLoading, isStale, reload } = useAnswer('templateList', { page: at });
  const expired = useSessionExpired();
  return (
    <section aria-label={name} data-loading={isLoading} data-stale={isStale} data-expired={expired}>
      <output>{answer === null ? '-' : answer.count}</output>
      <em>{problem?.code ?? '-'}</em>
      <button type="button" onClick={() => void reload()}>
        Reload
      </button>
    </section>
  );
}

function Pages(): ReactElement {
  const [at, setAt] = useState(1);
  return (
    <>
      <Part name="list" at={at} />
      <button type="button" onClick={() => setAt(at + 1)}>
        Next
      </button>
    </>
  );
}

function sessionOf(user: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo', newValue: user }));
}

/** The text of a part: its answer and its problem. */
function shown(name: string): () => string {
  return () => {
    const part = page.getByRole('region', { name }).element();
    return `${part.querySelector('output')?.textContent ?? ''} ${part.querySelector('em')?.textContent ?? ''}`;
  };
}

const lost = (): ApiResult<unknown> => err(transportProblem('server.unreachable'));

test('two parts of a screen that need the same answer share one call', async () => {
  const { api, calls } = createServer();
  const parts = (
    <>
      <Part name="one" at={1} />
      <Part name="two" at={1} />
    </>
  );
  await mountApp(parts, createTestServices({ services: { api } }));
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.answer(ok({ list: [], count: 7 }));
  await expect.poll(shown('one')).toBe('7 -');
  await expect.poll(shown('two')).toBe('7 -');
  expect(calls).toHaveLength(1);
});

test('a failed reload keeps the last answer, names the problem, and is not repeated by itself', async () => {
  const { api, calls } = createServer();
  await mountApp(<Part name="list" at={1} />, createTestServices({ services: { api } }));
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.answer(ok({ list: [], count: 7 }));
  await expect.poll(shown('list')).toBe('7 -');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.answer(lost());
  await expect.poll(shown('list')).toBe('7 server.unreachable');
  window.dispatchEvent(new Event('focus'));
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  await untilPageIdle();
  expect(calls).toHaveLength(2);
});

test('a new input cancels the running call and keeps the earlier answer until the next one', async () => {
  const { api, calls } = createServer();
  await mountApp(<Pages />, createTestServices({ services: { api } }));
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.answer(ok({ list: [], count: 7 }));
  await expect.poll(shown('list')).toBe('7 -');
  const next = page.getByRole('button', { name: 'Next' });
  await next.click();
  await next.click();
  await expect.poll(() => calls.map((call) => call.page)).toEqual([1, 2, 3]);
  await expect.poll(() => calls[1]?.signal.aborted).toBe(true);
  const list = page.getByRole('region', { name: 'list' });
  await expect.element(list).toHaveAttribute('data-stale', 'true');
  await expect.element(list).toHaveAttribute('data-loading', 'false');
  expect(shown('list')()).toBe('7 -');
  // Another page that can't be fetched leaves the list as it is, with its number of pages.
  calls[2]?.answer(lost());
  await expect.poll(shown('list')).toBe('7 server.unreachable');
  await expect.element(list).toHaveAttribute('data-stale', 'false');
});

test('asks again after the session has expired and was renewed', async () => {
  const { api, calls } = createServer();
  await mountApp(<Part name="list" at={1} />, createTestServices({ services: { api } }));
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.answer(ok({ list: [], count: 7 }));
  await expect.poll(shown('list')).toBe('7 -');
  sessionOf(null);
  await expect.element(page.getByRole('region', { name: 'list' })).toHaveAttribute('data-expired', 'true');
  expect(calls).toHaveLength(1);
  sessionOf(USER);
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.answer(ok({ list: [], count: 8 }));
  await expect.poll(shown('list')).toBe('8 -');
});

test('a screen that opens again asks again, and shows nothing of the earlier visit before the answer', async () => {
  const { api, calls } = createServer();
  function Visits(): ReactElement {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        {isOpen ? <Part name="list" at={1} /> : null}
        <button type="button" onClick={() => setOpen(!isOpen)}>
          Visit
        </button>
      </>
    );
  }
  await mountApp(<Visits />, createTestServices({ services: { api } }));
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.answer(ok({ list: [], count: 7 }));
  await expect.poll(shown('list')).toBe('7 -');
  await page.getByRole('button', { name: 'Visit' }).click();
  await untilPageIdle();
  await page.getByRole('button', { name: 'Visit' }).click();
  await expect.poll(() => calls.length).toBe(2);
  await expect.poll(shown('list')).toBe('- -');
});

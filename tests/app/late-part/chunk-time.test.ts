import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHUNK_LIMIT_MS, withinChunkTime } from '#app/ui/chunk-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('accepts code that loads within two minutes', async () => {
  const code = withinChunkTime(new Promise((resolve) => setTimeout(() => resolve('code'), CHUNK_LIMIT_MS - 1)));
  await vi.advanceTimersByTimeAsync(CHUNK_LIMIT_MS);
  expect(await code).toBe('code');
  expect(vi.getTimerCount()).toBe(0);
});

test('fails code that loads more slowly as not loadable', async () => {
  const code = withinChunkTime(new Promise(() => undefined));
  const failed = expect(code).rejects.toThrow(/dynamically imported module/);
  await vi.advanceTimersByTimeAsync(CHUNK_LIMIT_MS);
  await failed;
});

test('fails at once when loading fails', async () => {
  await expect(withinChunkTime(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(vi.getTimerCount()).toBe(0);
});

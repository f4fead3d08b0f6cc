import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFrameScheduler } from '#render-worker/view/frame-scheduler.ts';

/** The display's frames, triggered by the test. */
let waiting: (() => void)[] = [];

function nextFrame(): void {
  const due = waiting;
  waiting = [];
  for (const callback of due) callback();
}

beforeEach(() => {
  vi.useFakeTimers();
  waiting = [];
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => waiting.push(callback));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a picture', () => {
  test('is painted at once when the pending messages are read, and once for all of them', () => {
    const schedule = createFrameScheduler();
    const paint = vi.fn<(what: string) => void>();
    schedule(() => paint('first'));
    schedule(() => paint('second'));
    expect(paint).not.toHaveBeenCalled();
    vi.advanceTimersByTime(0);
    expect(paint.mock.calls).toEqual([['second']]);
  });

  test('that arrives in the same frame waits for the next, and the one after that does not', () => {
    const schedule = createFrameScheduler();
    const paint = vi.fn<() => void>();
    schedule(paint);
    vi.advanceTimersByTime(0);
    schedule(paint);
    schedule(paint);
    vi.advanceTimersByTime(100);
    expect(paint).toHaveBeenCalledTimes(1);
    nextFrame();
    expect(paint).toHaveBeenCalledTimes(2);
    schedule(paint);
    vi.advanceTimersByTime(100);
    expect(paint).toHaveBeenCalledTimes(2);
    nextFrame();
    nextFrame();
    schedule(paint);
    vi.advanceTimersByTime(0);
    expect(paint).toHaveBeenCalledTimes(4);
  });

  test('does not wait forever for a display without frames, as in a hidden page', () => {
    const schedule = createFrameScheduler();
    const paint = vi.fn<() => void>();
    for (let i = 0; i < 3; i++) {
      schedule(paint);
      vi.advanceTimersByTime(150);
    }
    expect(paint).toHaveBeenCalledTimes(3);
  });

  test('waits for no frame when there are none', () => {
    vi.stubGlobal('requestAnimationFrame', undefined);
    const schedule = createFrameScheduler();
    const paint = vi.fn<() => void>();
    schedule(paint);
    vi.advanceTimersByTime(0);
    schedule(paint);
    vi.advanceTimersByTime(0);
    expect(paint).toHaveBeenCalledTimes(2);
  });
});

import { useState, type JSX } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { WorkPace } from '#app/print/report/WorkPace.tsx';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

/** Work of 1,000 labels: each press does 10, and it can be paused. */
function Work(): JSX.Element {
  const [done, setDone] = useState(400);
  const [isActive, setActive] = useState(true);
  return (
    <>
      <WorkPace done={done} total={1_000} isActive={isActive} />
      <button type="button" onClick={() => setDone(done + 10)}>
        Ten
      </button>
      <button type="button" onClick={() => setActive(!isActive)}>
        Pause
      </button>
    </>
  );
}

test('shows the pace and the remaining time of work, and nothing while it is paused', async () => {
  let nowMs = 1_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  await mountApp(<Work />, createTestServices({}));
  const press = (name: string): Promise<void> => userEvent.click(page.getByRole('button', { name }));
  const words = (): string => document.querySelector('.work-pace')?.textContent ?? '';
  const ten = async (): Promise<void> => {
    nowMs += 2_000;
    await press('Ten');
  };
  expect(words()).toBe('');
  await ten();
  await expect.poll(words).toBe('5 per second, about 2 minutes left');
  await ten();
  await expect.poll(words).toBe('5 per second, about 2 minutes left');
  await press('Pause');
  await expect.poll(words).toBe('');
  // The pause does not count.
  nowMs += 60_000;
  await press('Pause');
  await ten();
  await expect.poll(words).toBe('5 per second, about 2 minutes left');
});

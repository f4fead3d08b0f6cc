import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { tooltip } from '#app/ui/tooltips.tsx';
import { untilPageIdle } from '#tests/support/component-hand.ts';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

const shown = page.getByRole('tooltip');
const undo = page.getByRole('button', { name: 'Undo' });
const other = page.getByRole('button', { name: 'Other' });

async function mountTools(): Promise<void> {
  await mountApp(
    <div style={{ padding: 200 }}>
      <button type="button" {...tooltip('Undo', 'Ctrl+Z')}>
        <svg width={20} height={20} aria-label="Undo" />
      </button>
      <button type="button" {...tooltip('')}>
        Other
      </button>
    </div>,
    createTestServices({}),
  );
  // The pointer may be where the previous test left it.
  await userEvent.hover(other);
}

test('the tool on which the pointer rests has a tooltip with its shortcut, until the pointer is elsewhere', async () => {
  await mountTools();
  await userEvent.hover(undo);
  await expect.element(shown).toHaveTextContent('UndoCtrl+Z');
  const [popup, button] = [shown.element().getBoundingClientRect(), undo.element().getBoundingClientRect()];
  expect(popup.bottom).toBeLessThanOrEqual(button.top);
  expect(Math.abs(popup.left + popup.width / 2 - (button.left + button.width / 2))).toBeLessThan(2);
  await userEvent.hover(other);
  await untilPageIdle();
  expect(shown.elements()).toHaveLength(0);
});

test('a tooltip stays while it is pointed at', async () => {
  await mountTools();
  await userEvent.hover(undo);
  await expect.element(shown).toBeVisible();
  await userEvent.hover(shown);
  await untilPageIdle();
  await expect.element(shown).toBeVisible();
});

test.each(['press', 'key'])('a tooltip disappears at a %s, and does not come back by itself', async (what) => {
  await mountTools();
  await userEvent.hover(undo);
  await expect.element(shown).toBeVisible();
  await (what === 'press' ? userEvent.click(undo) : userEvent.keyboard('{Escape}'));
  await untilPageIdle();
  expect(shown.elements()).toHaveLength(0);
});

test('a press on a tool before its tooltip appears prevents it', async () => {
  await mountTools();
  await userEvent.click(undo);
  await untilPageIdle();
  expect(shown.elements()).toHaveLength(0);
});

import { useLocation } from 'react-router-dom';
import type { JSX } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NotFoundScreen } from '#app/ui/page/NotFoundScreen.tsx';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

function Place(): JSX.Element {
  return <output>{useLocation().pathname}</output>;
}

test('the link back from a missing page is one tab stop, and stays in the application', async () => {
  const screen = (
    <>
      <NotFoundScreen />
      <Place />
    </>
  );
  await mountApp(screen, createTestServices({}));
  const link = page.getByRole('link', { name: 'Back to sign-in' });
  await expect.element(link).toBeVisible();
  expect(document.querySelectorAll('main :is(a, button)')).toHaveLength(1);
  (link.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status')).toHaveTextContent('/login');
});

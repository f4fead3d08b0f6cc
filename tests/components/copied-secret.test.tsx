import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ShownOnceDialog } from '#app/account/ShownOnceDialog.tsx';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

/** A clipboard of the page with this behavior. */
function setClipboard(writeText: (() => Promise<void>) | null): void {
  const value = writeText === null ? undefined : { writeText };
  Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
}

const dialog = (
  <ShownOnceDialog
    text="secret"
    testId="secret"
    title="Token"
    notice="Once"
    level="info"
    done="Done"
    onClose={() => undefined}
  />
);

test.each([
  [
    'does not allow it',
    () => Promise.reject(new Error('denied')),
    'The browser did not allow copying. Select the text and press Ctrl+C.',
  ],
  ['has no clipboard on this page', null, 'The browser did not allow copying. Select the text and press Ctrl+C.'],
  ['allows it', () => Promise.resolve(), 'Copied'],
] as const)('a secret that is copied says what happened where the browser %s', async (_, writeText, said) => {
  setClipboard(writeText);
  await mountApp(dialog, createTestServices({}));
  await expect.element(page.getByRole('button', { name: 'Copy' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog').getByRole('status')).toHaveTextContent(said);
});

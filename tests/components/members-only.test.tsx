import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { API_CODES } from '#protocol/api.ts';
import { QuickPrint } from '#app/ways/QuickPrint.tsx';
import { ScanPrintScreen } from '#app/ways/scan/ScanPrintScreen.tsx';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

const LOST = /could not be fetched/;

function refusing(privilege: string): Parameters<typeof createTestServices>[0] {
  const envelope = { code: API_CODES.refused, message: 'Members only', data: { privilege } };
  const fonts = { isSettled: () => true };
  return {
    answers: { getTemplate: () => Response.json(envelope, { status: 400 }) },
    services: { fonts } as never,
  };
}

test('quick print closes where only members may use it, and leaves the word to the dialog that says so', async () => {
  const onClose = vi.fn();
  await mountApp(
    <QuickPrint templateId="x" name="Label" onClose={onClose} />,
    createTestServices(refusing('quickPrint')),
  );
  await expect.poll(() => onClose.mock.calls.length).toBeGreaterThan(0);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('scan and print says that it is for members, and not that the connection was lost', async () => {
  await mountApp(<ScanPrintScreen />, createTestServices(refusing('scanPrint')));
  await expect.element(page.getByText('This is for members only.')).toBeVisible();
  await expect.element(page.getByText(LOST)).not.toBeInTheDocument();
});

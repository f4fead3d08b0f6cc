import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { API_CODES } from '#protocol/api.ts';
import { WayField } from '#app/documents/panel/WayField.tsx';
import { MemberDialog } from '#app/ui/MemberDialog.tsx';
import { QuickPrint } from '#app/quick-print/QuickPrint.tsx';
import { ScanPrintScreen } from '#app/quick-print/scan/ScanPrintScreen.tsx';
import { untilPageIdle } from '#tests/support/component-hand.ts';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

const LOST = /could not be loaded/;

function refusing(privilege: string): Parameters<typeof createTestServices>[0] {
  const envelope = { code: API_CODES.refused, message: 'Members only', data: { privilege } };
  const fonts = { isSettled: () => true };
  return {
    answers: { getTemplate: () => Response.json(envelope, { status: 400 }) },
    services: { fonts } as never,
  };
}

test('quick print closes when only members may use it, and leaves the message to the membership dialog', async () => {
  const onClose = vi.fn();
  await mountApp(
    <QuickPrint templateId="x" name="Label" onClose={onClose} />,
    createTestServices(refusing('quickPrint')),
  );
  await expect.poll(() => onClose.mock.calls.length).toBeGreaterThan(0);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('scan print says that it is for members, and not that the connection was lost', async () => {
  await mountApp(<ScanPrintScreen />, createTestServices(refusing('scanPrint')));
  await expect.element(page.getByText('This is for members only.')).toBeVisible();
  await expect.element(page.getByText(LOST)).not.toBeInTheDocument();
});

test('arrow keys move over the members-only split modes and open no dialog; Space does', async () => {
  const onWay = vi.fn();
  localStorage.setItem('userInfo', JSON.stringify({ userid: 'u1', name: 'Ana' }));
  onTestFinished(() => localStorage.removeItem('userInfo'));
  await mountApp(
    <>
      <WayField way="auto" onWay={onWay} />
      <MemberDialog />
    </>,
    createTestServices({ answers: { privilegeList: () => ({ list: [] }) } }),
  );
  const split = page.getByRole('radio', { name: /Smart label split/ });
  await expect.element(split).toBeInTheDocument();
  await untilPageIdle();
  (page.getByRole('radio', { checked: true }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(split).toHaveFocus();
  await untilPageIdle();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(onWay).not.toHaveBeenCalled();
});

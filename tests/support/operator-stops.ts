import { closeDialog, settled, type Stop } from './screen-walk.ts';

/** The operator's console: each section, and what opens in it; each list has an entry. */
export function operatorStops(address: string): readonly Stop[] {
  const section = (name: string): Stop => ({
    name: `operator-${name}`,
    open: async (page) => {
      await page.goto(`${address}/operator/${name}`);
      await page.getByRole('table').first().waitFor();
    },
  });
  /** What the first button of a kind opens. */
  const opened = (name: string, button: string): Stop => ({
    name: `operator-${name}`,
    open: async (page) => {
      await page.locator(`.operator-main ${button}`).first().click();
      await page.locator('.ant-modal').filter({ visible: true }).last().waitFor();
    },
    close: closeDialog,
  });
  return settled([
    section('users'),
    opened('user', '.operator-link'),
    section('common'),
    opened('handed-in', '.operator-link'),
    section('plans'),
    opened('plan', '.ant-btn-primary'),
    section('codes'),
    opened('make-codes', '.ant-btn-primary'),
    opened('revoke-codes', '.ant-btn-dangerous'),
    section('orders'),
    opened('confirm-order', 'table .ant-btn-primary'),
    section('feedback'),
    opened('message', '.operator-link'),
    section('announcements'),
    opened('announcement', '.ant-btn-primary'),
    section('fonts'),
    opened('add-font', '.ant-btn-primary'),
    section('icons'),
    opened('add-icon', '.ant-btn-primary:enabled'),
    section('help'),
    opened('help-text', '.operator-link'),
    section('storage'),
    section('audit'),
  ]);
}

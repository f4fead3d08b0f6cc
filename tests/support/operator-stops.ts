import { closeDialog, settled, type Stop } from './screen-walk.ts';

/** The operator's console: each section, and its dialogs; each list has an entry. */
export function operatorStops(address: string): readonly Stop[] {
  const section = (name: string): Stop => ({
    name: `operator-${name}`,
    open: async (page) => {
      // Inside the console when it is open already: loading it again would cost more than checking the section.
      const link = page.getByRole('navigation').locator(`a[href="/operator/${name}"]`);
      if (await link.isVisible()) await link.click();
      else await page.goto(`${address}/operator/${name}`);
      await page.waitForURL(`**/operator/${name}`);
      await page.getByRole('table').first().waitFor();
    },
  });
  /** Opens the dialog of the first button of a kind in a section. */
  const opened = (on: string, name: string, button: string): Stop => ({
    name: `operator-${name}`,
    on: `operator-${on}`,
    open: async (page) => {
      await page.locator(`.operator-main ${button}`).first().click();
      await page.locator('.ant-modal').filter({ visible: true }).last().waitFor();
    },
    close: closeDialog,
  });
  return settled([
    section('users'),
    opened('users', 'user', '.operator-link'),
    section('common'),
    opened('common', 'handed-in', '.operator-link'),
    section('plans'),
    opened('plans', 'plan', '.ant-btn-primary'),
    section('codes'),
    opened('codes', 'make-codes', '.ant-btn-primary'),
    opened('codes', 'revoke-codes', '.ant-btn-dangerous'),
    section('orders'),
    opened('orders', 'confirm-order', 'table .ant-btn-primary'),
    section('feedback'),
    opened('feedback', 'message', '.operator-link'),
    section('announcements'),
    opened('announcements', 'announcement', '.ant-btn-primary'),
    section('fonts'),
    opened('fonts', 'add-font', '.ant-btn-primary'),
    section('icons'),
    opened('icons', 'add-icon', '.ant-btn-primary:enabled'),
    section('help'),
    opened('help', 'help-text', '.operator-link'),
    section('storage'),
    section('audit'),
  ]);
}

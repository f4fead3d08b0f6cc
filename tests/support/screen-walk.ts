import type { Page } from 'playwright';
import type { Language } from '#app/state/i18n/languages.ts';
import { drawnOf } from './seed.ts';
import { signUpByCall } from './sign-up.ts';
import { untilIdle } from './until-idle.ts';
import { visit } from './visit-screen.ts';

/** A screen or a dialog of the product, in any language: everything is found by ids and roles, not by words. */
export interface Stop {
  readonly name: string;
  /** The screen that it opens on, by the name of its stop, which comes before; left out when it opens one by itself. */
  readonly on?: string;
  /** The new part of the page, when other stops check the rest of it. */
  readonly within?: string;
  /** Ends when its content is there and the page is idle. */
  readonly open: (page: Page) => Promise<void>;
  readonly close?: (page: Page) => Promise<void>;
}

/**
 * The stops that the run's seed draws for one of these choices, such as a language: each screen, with its dialogs, is drawn
 * for one of them in each run, and for all of them with `EVERY_CASE=1`.
 */
export function drawnStops<T>(stops: readonly Stop[], choices: readonly T[], choice: T): readonly Stop[] {
  return stops.filter(({ name, on }) => drawnOf(on ?? name, choices).includes(choice));
}

/** Closes a dialog with Escape. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('.ant-modal').filter({ visible: true }).waitFor({ state: 'hidden' });
}
const dialog = (page: Page): Promise<void> => page.locator('.ant-modal').filter({ visible: true }).last().waitFor();

/** The same stops; each ends when the page is idle. */
export function settled(stops: readonly Stop[]): readonly Stop[] {
  return stops.map(({ open, ...stop }) => ({
    ...stop,
    async open(page) {
      await open(page);
      await untilIdle(page);
    },
  }));
}

/** The password of every user who is signed up here. */
export const PASSWORD = 'correct horse battery 7';

/** Screens that are complete when their heading is there and nothing is loading any more. */
function stopsAt(address: string, paths: readonly string[]): readonly Stop[] {
  const stops = paths.map((path): Stop => ({
    name: path,
    open: async (page) => {
      await visit(page, `${address}/${path}`);
      await page.locator('h1').first().waitFor();
    },
  }));
  return settled(stops);
}

/** The screens for a visitor. */
export function publicStops(address: string): readonly Stop[] {
  return stopsAt(address, [
    'login',
    'prelogin',
    'register',
    'forgetpwd',
    'thirdLogin',
    'bindings',
    'download',
    'licences',
    'help',
    'helpCatalog',
    'helpDetail?id=125',
    'helpSearch',
    'paySandbox',
    'shared',
    '404',
  ]);
}

/** A user's screens outside the editor; one template must be saved. */
export function homeStops(address: string): readonly Stop[] {
  const more = async (page: Page, item: number): Promise<void> => {
    await page.locator('.template-card').first().getByRole('button').last().click();
    await page.locator('.ant-dropdown:visible [role="menuitem"]').nth(item).click();
    await dialog(page);
  };
  return settled([
    {
      name: 'index',
      open: async (page) => {
        await visit(page, `${address}/index`);
        await page.locator('.template-card').first().waitFor();
      },
    },
    {
      name: 'feedback',
      on: 'index',
      open: async (page) => {
        await page.locator('.user-menu').click();
        await page.locator('.ant-dropdown:visible [role="menuitem"]:has(.anticon-message)').click();
        await page.locator('.feedback-form').waitFor();
      },
      close: closeDialog,
    },
    {
      name: 'new-label',
      on: 'index',
      open: async (page) => {
        await page.locator('.home-start-new').click();
        await dialog(page);
      },
      close: closeDialog,
    },
    {
      name: 'cloud-template',
      open: async (page) => {
        await visit(page, `${address}/cloudTemplate`);
        await page.locator('.template-card').first().waitFor();
      },
    },
    { name: 'rename-template', on: 'cloud-template', open: (page) => more(page, 0), close: closeDialog },
    { name: 'remark-template', on: 'cloud-template', open: (page) => more(page, 1), close: closeDialog },
    {
      name: 'replace-in-templates',
      on: 'cloud-template',
      open: async (page) => {
        await page.locator('.template-line-bar button').last().click();
        await page.getByTestId('replace-dialog').locator('input').first().fill('0');
        await page.locator('.replace-row').first().waitFor();
      },
      close: closeDialog,
    },
    { name: 'versions-of-template', on: 'cloud-template', open: (page) => more(page, 5), close: closeDialog },
    { name: 'share-template', on: 'cloud-template', open: (page) => more(page, 6), close: closeDialog },
    {
      name: 'trash',
      open: async (page) => {
        await visit(page, `${address}/cloudTemplate?folder=trash`);
        await page.locator('.trash-hint').waitFor();
      },
    },
    {
      name: 'open-by-scanning',
      open: async (page) => {
        await visit(page, `${address}/t`);
        await page.locator('.scan-field').waitFor();
      },
    },
    {
      name: 'fill-print',
      open: async (page) => {
        await visit(page, `${address}/cloudTemplate`);
        await page.locator('.template-card button:has(.anticon-form)').first().click();
        await page.locator('.fill-field').waitFor();
      },
    },
    {
      name: 'print-history',
      open: async (page) => {
        await visit(page, `${address}/printRecords`);
        await page.locator('.history-filter').waitFor();
      },
    },
    {
      name: 'printers',
      open: async (page) => {
        await visit(page, `${address}/printers`);
        await page.locator('.printers-item').first().waitFor();
      },
    },
    {
      name: 'add-printer',
      on: 'printers',
      open: async (page) => {
        await page.locator('.page-actions .ant-btn-primary').click();
        await dialog(page);
      },
      close: closeDialog,
    },
    {
      name: 'calibrate-printer',
      on: 'printers',
      open: async (page) => {
        await page.locator('.printers-item-buttons button:has(.anticon-aim)').first().click();
        await dialog(page);
      },
      close: closeDialog,
    },
    {
      name: 'redeem',
      open: async (page) => {
        await visit(page, `${address}/member`);
        await page.getByTestId('redeem').click();
        await dialog(page);
      },
      close: closeDialog,
    },
    ...stopsAt(address, [
      'cloudData',
      'cloudData?type=2',
      'brandKit',
      'user',
      'settings',
      'bindings',
      'member',
      'expansion',
      'shareTemplate',
      'shareTemplate?tab=common',
      'shareTemplate?tab=own',
      'scanPrint',
      'pdfPrint',
    ]),
    ...(['kit-colors', 'kit-styles'] as const).map((card): Stop => ({
      name: card,
      open: async (page) => {
        await visit(page, `${address}/brandKit`);
        await page.getByTestId(card).locator('.card-section-head button').first().click();
        await dialog(page);
      },
      close: closeDialog,
    })),
    {
      name: 'ready-template',
      open: async (page) => {
        await visit(page, `${address}/shareTemplate`);
        await page.locator('.design-card').first().click();
        await dialog(page);
      },
      close: closeDialog,
    },
  ]);
}

/** The editor's screens for a saved label. */
export function savedLabelStops(): readonly Stop[] {
  const fromMenu = (name: string, item: number): Stop => ({
    name,
    open: async (page) => {
      await page.getByTestId('save-menu').click();
      await page.locator('.ant-dropdown:visible [role="menuitem"]').nth(item).click();
      await dialog(page);
    },
    close: closeDialog,
  });
  return settled([
    fromMenu('save-as', 0),
    fromMenu('versions', 1),
    {
      name: 'icons',
      open: async (page) => {
        await page.getByTestId('palette-icons').click();
        await page.getByTestId('icons-grid').getByRole('button').first().waitFor();
      },
      close: closeDialog,
    },
    {
      name: 'cloud-images',
      open: async (page) => {
        await page.getByTestId('palette-image-cloud').click();
        await dialog(page);
      },
      close: closeDialog,
    },
  ]);
}

/** The editor with a label of every kind of element, bound to `rows` (see {@link fillLabel}), and its dialogs. */
export function editorStops(): readonly Stop[] {
  const byAction = (name: string, testId: string, ready = dialog): Stop => ({
    name,
    open: async (page) => {
      await page.getByTestId(testId).click();
      await ready(page);
    },
    close: closeDialog,
  });
  const help = (item: number): ((page: Page) => Promise<void>) => {
    return async (page) => {
      await page.getByTestId('help').click();
      await page.locator('.ant-dropdown:visible [role="menuitem"]').nth(item).click();
    };
  };
  return settled([
    byAction('label-settings', 'action-labelSettings'),
    {
      name: 'other-sizes',
      open: async (page) => {
        await page.getByTestId('canvas-overlay').press('Escape');
        await page.getByTestId('panel-other-sizes').click();
        await page.locator('[data-testid="size-card"]:not([data-outcome="checking"])').nth(19).waitFor();
      },
      close: closeDialog,
    },
    {
      name: 'languages',
      open: async (page) => {
        await page.getByTestId('canvas-overlay').press('Escape');
        await page.getByTestId('panel-languages').click();
        await page.getByTestId('languages-add').click();
        await page.keyboard.type('pt');
        await page.keyboard.press('Enter');
        await page.getByTestId('languages-table').waitFor();
      },
      close: async (page) => {
        await page.keyboard.press('Escape');
        await page.locator('.ant-modal-confirm .ant-btn-dangerous').click();
        await page.getByTestId('languages-table').waitFor({ state: 'hidden' });
      },
    },
    byAction('rename-label', 'label-name'),
    byAction('commands', 'action-commands'),
    ...(['layers', 'history', 'preflight'] as const).map((tab): Stop => ({
      name: tab,
      within: '.ed-side',
      open: async (page) => {
        await page.getByTestId(`action-${tab}`).click();
        await page.getByTestId(`${tab}-list`).waitFor();
      },
      close: (page) => page.getByTestId('side-close').click(),
    })),
    {
      name: 'shortcuts',
      open: async (page) => {
        await help(0)(page);
        await dialog(page);
      },
      close: closeDialog,
    },
    {
      name: 'export',
      open: async (page) => {
        await page.getByTestId('export').click();
        await page.locator('.ant-dropdown:visible [role="menuitem"]').first().click();
        await dialog(page);
        await page.getByTestId('export-start').and(page.locator(':enabled')).waitFor();
      },
      close: closeDialog,
    },
    byAction('print', 'print', async (page) => {
      await page.locator('.print-page img').waitFor();
      await page.locator('.print-printer-row').waitFor();
    }),
    {
      name: 'fonts',
      open: async (page) => {
        await page.locator('.ed-canvas').click({ position: { x: 40, y: 40 } });
        await page.keyboard.press('Control+A');
        await page.getByTestId('palette-text').dblclick();
        await page.getByTestId('manage-fonts').click();
        await page.getByTestId('font-manager').waitFor();
      },
      close: closeDialog,
    },
    {
      name: 'guides',
      open: async (page) => {
        await page.getByTestId('canvas-overlay').press('Shift+G');
        await page.getByTestId('new-guide-position').press('Enter');
        await page.getByTestId('guide-position').first().waitFor();
      },
      close: closeDialog,
    },
    {
      name: 'replace',
      open: async (page) => {
        await page.getByTestId('canvas-overlay').press('Control+H');
        await page.getByTestId('replace-dialog').locator('input').first().fill('0');
        await page.locator('.replace-list button').first().waitFor();
      },
      close: closeDialog,
    },
    {
      name: 'web-sheet',
      open: async (page) => {
        await page.getByTestId('canvas-overlay').press('Escape');
        await page.getByTestId('sheet-web').click();
        await dialog(page);
      },
      close: closeDialog,
    },
    {
      name: 'query-sheet',
      open: async (page) => {
        await page.getByTestId('canvas-overlay').press('Escape');
        await page.getByTestId('sheet-query').click();
        await dialog(page);
      },
      close: closeDialog,
    },
    {
      name: 'context-menu',
      within: '[data-testid=context-menu]',
      open: async (page) => {
        await page.getByTestId('canvas-overlay').press('Tab');
        await page.getByTestId('canvas-overlay').press('Shift+F10');
        await page.getByTestId('context-menu').waitFor();
      },
      close: async (page) => {
        await page.keyboard.press('Escape');
        await page.getByTestId('context-menu').waitFor({ state: 'detached' });
      },
    },
    {
      name: 'qr-content',
      open: async (page) => {
        await page.getByTestId('palette-qrcode').dblclick();
        await page.getByTestId('qrcontent-edit').click();
        await page.getByTestId('qrcontent-fields').waitFor();
      },
      close: async (page) => {
        await closeDialog(page);
        // The label is unchanged.
        await page.getByTestId('canvas-overlay').press('Control+z');
      },
    },
    byAction('leave', 'exit'),
    {
      name: 'guide',
      within: '.ed-guide',
      open: async (page) => {
        await help(1)(page);
        await page.getByTestId('guide-next').waitFor();
      },
      close: async (page) => {
        await page.getByTestId('guide-skip').click();
        await page.getByTestId('guide-skip').waitFor({ state: 'detached' });
      },
    },
  ]);
}

/** Signs a new user up; the session is the browser context's, and the page is on no screen. */
export function signUp(page: Page, address: string, name: string): Promise<void> {
  return signUpByCall(page, address, name, PASSWORD);
}

/** Takes effect from the next page on. */
export async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('language', chosen);
    document.documentElement.dataset['walkReload'] = '';
  }, language);
}

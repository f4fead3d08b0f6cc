import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writePdf } from '#tests/document/support/written-pdf.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createJourney, type Journey } from '#tests/support/keyboard-journey.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { saveLabelByCall, visitorOf } from '#tests/support/saved-label.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

const NAME = 'kay.board';
const PASSWORD = 'correct horse 42';

/**
 * Eight journeys by keyboard alone. After each press something has the focus, each result is announced, and no journey needs
 * more presses than when it was written.
 */
describe('by keyboard alone', () => {
  let opened: OpenedPage;
  let page: Page;
  let journey: Journey;
  let before = 0;

  beforeAll(async () => {
    opened = await openShared();
    ({ page } = opened);
    await opened.driver.register(NAME, PASSWORD);
    journey = await createJourney(page);
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  /** Loads a page; the browser begins before its first control. */
  const begin = async (path: string): Promise<void> => {
    await page.goto(opened.address + path);
    before = journey.presses();
  };
  /** Past the common part of all screens. */
  const skip = async (): Promise<void> => {
    await journey.goTo('Skip to content');
    await journey.press('Enter');
  };
  const needsAtMost = (presses: number): void => expect(journey.presses() - before).toBeLessThanOrEqual(presses);
  async function choose(file: string): Promise<void> {
    await untilIdle(page);
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(join(opened.folder, file));
  }
  async function newLabel(name: string): Promise<void> {
    await begin('/index');
    await skip();
    await journey.goTo(/^New label/);
    await journey.press('Enter');
    await journey.isOn('Name');
    await journey.write(name);
    await journey.press('Enter');
    await journey.isOn('Label canvas');
  }

  test('from signing in to a printed label', async () => {
    await opened.context.clearCookies();
    await page.evaluate(() => localStorage.removeItem('userInfo'));
    await begin('/login');
    await journey.isOn('Email or username');
    await journey.write(NAME);
    await journey.goTo('Password');
    await journey.write(PASSWORD);
    await journey.press('Enter');
    await journey.isOn(`Hello, ${NAME}`);
    await journey.goTo(/^New label/);
    await journey.press('Enter');
    await journey.isOn('Name');
    await journey.write('Tag');
    await journey.press('Enter');
    await journey.isOn('Label canvas');
    await journey.press('t', 'Enter');
    await journey.isOn('Text on the label');
    await journey.press('Escape', 'Control+p');
    await journey.goTo('Print', 'Shift+Tab');
    await journey.press('Enter');
    await journey.hears('Requested: 1. Sent: 1.');
    await journey.isOn('Printing is finished');
    await journey.press('Escape');
    await journey.isOn('Label canvas');
    // The print dialog focuses its title, so that no extra press prints: one more than from its close button.
    needsAtMost(13);
  });

  test('a spreadsheet is loaded into a label', async () => {
    await writeFile(join(opened.folder, 'goods.csv'), 'Name,Price\nTea,4.50\nIce,1.20\n');
    await newLabel('Goods');
    await journey.goTo('Choose spreadsheet…');
    await choose('goods.csv');
    await journey.hears('The spreadsheet is loaded');
    await journey.isOn('Import settings…');
    await journey.press('Enter');
    await journey.press('Escape');
    await journey.isOn('Import settings…');
    needsAtMost(9);
  });

  test('undoing everything changes no text, and leaving the editor leads to the home page', async () => {
    await newLabel('Undone');
    await journey.press('t', 'Enter');
    await journey.isOn('Text on the label');
    await journey.press('Escape');
    await journey.goTo('Undo', 'Shift+Tab');
    await journey.press('Enter');
    await journey.hears('Undone: Added: Text1');
    await journey.press('Enter', 'Enter', 'Enter');
    await journey.isOn('Undo');
    await expect.poll(() => page.getByTestId('text-input').count()).toBe(0);
    await journey.goTo('Leave the editor', 'Shift+Tab');
    await journey.press('Enter');
    await journey.isOn(`Hello, ${NAME}`);
    needsAtMost(25);
  });

  test('the settings are changed, and each screen of the navigation begins at its heading', async () => {
    await begin('/index');
    await skip();
    await journey.goTo(/Account: /, 'Shift+Tab');
    await journey.press('Enter', 'ArrowDown', 'Enter');
    await journey.isOn('Settings');
    await journey.goTo('System');
    await journey.press('ArrowRight');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light');
    for (const screen of ['Print history', 'Printers', 'Template library', 'My templates']) {
      await journey.goTo('Skip to content');
      await journey.goTo(screen);
      await journey.press('Enter');
      await journey.isOn(screen);
    }
    needsAtMost(122);
  });

  test('a template of the library is viewed, and used', async () => {
    await begin('/shareTemplate');
    await skip();
    await journey.isOn('Template library');
    await journey.goTo(/^Shelf price label/);
    await journey.press('Enter');
    await journey.isOn('Use this template');
    await journey.press('Escape');
    await journey.isOn(/^Shelf price label/);
    await journey.press('Enter', 'Enter');
    await journey.isOn('Label canvas');
    needsAtMost(25);
  });

  test('a document is printed', async () => {
    const content = '8 10 4 60 re f';
    await writeFile(
      join(opened.folder, 'two.pdf'),
      writePdf([1, 2].map(() => ({ widthPt: 113, heightPt: 85, content }))),
    );
    await begin('/pdfPrint');
    await journey.goTo('Choose files');
    await choose('two.pdf');
    await journey.hears('Opening…');
    await journey.hears('two.pdf: 2 pages');
    await journey.goTo('Print 2 labels…', 'Shift+Tab');
    await journey.press('Enter');
    await journey.goTo('Print', 'Shift+Tab');
    await journey.press('Enter');
    await journey.hears('Requested: 2. Sent: 2.');
    await journey.isOn('Printing is finished');
    await journey.press('Escape');
    await journey.isOn('Print 2 labels…');
    needsAtMost(23);
  });

  test('templates are moved to the trash and restored', async () => {
    const visitor = await visitorOf(opened.context, opened.address);
    for (const name of ['Box', 'Crate', 'Tin']) {
      await saveLabelByCall(visitor, createTestTemplate([createTestElement('ellipse')], { name }));
    }
    await begin('/cloudTemplate');
    await skip();
    await journey.isOn('My templates');
    await journey.goTo('Open “Tin”');
    await journey.press('ArrowRight', 'Delete');
    await journey.hears('“Crate” was moved to the trash');
    await journey.isOn('Open “Box”');
    await journey.press('Delete');
    await journey.hears('“Box” was moved to the trash');
    await journey.isOn('Open “Tin”');
    await journey.goTo(/^Trash/, 'Shift+Tab');
    await journey.press('Enter');
    await journey.goTo(/^Restore “/);
    await journey.press('Enter');
    await journey.hears('1 template restored');
    await journey.isOn(/^Restore “/);
    await journey.press('Enter');
    await journey.hears('1 template restored');
    await journey.isOn('My templates');
    needsAtMost(33);
  });

  test('a token is created, shown once, and copied', async () => {
    await begin('/user');
    await skip();
    await journey.goTo('New token');
    await journey.press('Enter');
    await journey.isOn('Name');
    await journey.write('ERP');
    await journey.goTo('See templates and their fields');
    await journey.press('Space');
    await journey.goTo('Continue');
    await journey.press('Enter');
    await journey.isOn('Your password');
    await journey.write(PASSWORD);
    await journey.press('Enter');
    await journey.hears('shown only once');
    await journey.isOn('Copy');
    await journey.press('Enter');
    await journey.isOn('Copy');
    await journey.goTo('I have saved it');
    await journey.press('Enter');
    await journey.isOn('New token');
    needsAtMost(26);
  });
});

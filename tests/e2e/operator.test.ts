import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import { LANGUAGES } from '#protocol/api.ts';
import { priceTag } from '#server/templates/demo-labels.ts';
import { nameOperators } from '#server/operator/name-operators.ts';
import {
  createSavedTemplate,
  createTestServer,
  createUser,
  PASSWORD,
  upload,
  type TestServer,
  type TestUser,
} from '#tests/server/create-test-server.ts';
import { axeFaultsOf } from '#tests/support/axe-faults.ts';
import { eitherHand, eitherHandName, handsOn, type Hand } from '#tests/support/hands.ts';
import { openServer, type OpenedPage } from '#tests/support/open-editor.ts';
import { operatorStops } from '#tests/support/operator-stops.ts';
import { drawnStops, signUp, speak } from '#tests/support/screen-walk.ts';
import { SEED } from '#tests/support/seed.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>');

/** The operator's console, and a template that is shared by a link; each test continues from the last. */
describe('the operator', () => {
  const ends: (() => Promise<void>)[] = [];
  let product: TestServer;
  let opened: OpenedPage;
  let page: Page;
  let ana: TestUser;

  beforeAll(async () => {
    product = await createTestServer(
      {
        webDir: join(import.meta.dirname, '../../dist/web'),
        payments: { sandbox: true, operatorText: 'Transfer to account 1' },
      },
      (end) => ends.push(end),
    );
    ana = await createUser(product.url, 'ana');
    opened = await openServer(product.url, () => Promise.resolve());
    ({ page } = opened);
    await signUp(page, product.url, 'boss');
  });
  afterAll(async () => {
    await opened?.close();
    for (const end of ends.toReversed()) await end();
  });

  const button = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true });
  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
  const dialogs = (): Locator => page.getByRole('dialog').filter({ visible: true });

  test('finds no console before being one, and then the users in it', async () => {
    await page.goto(`${product.url}/operator`);
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    expect(await nameOperators(product.server.services.db, ['boss'], 1)).toEqual([]);
    await page.goto(`${product.url}/operator`);
    await button('ana').waitFor();
    await expect.poll(() => page.getByRole('navigation').getByRole('link').count()).toBe(12);
  });

  /** Presses the opener of a dialog, fills it in and presses its own button, until it is closed. */
  async function confirm(
    hand: Hand,
    opener: Locator,
    words: string,
    fill: (asked: Locator) => Promise<void> = async () => undefined,
    closesAll = false,
  ): Promise<void> {
    const before = await dialogs().count();
    await hand.press(opener);
    await expect.poll(() => dialogs().count()).toBe(before + 1);
    await fill(dialog());
    await hand.press(button(words, dialog().locator('.ant-modal-footer')));
    await expect.poll(() => dialogs().count()).toBe(closesAll ? 0 : before);
  }

  async function chooseFile(
    hand: Hand,
    control: Locator,
    file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
  ): Promise<void> {
    const chooser = page.waitForEvent('filechooser');
    await hand.press(control);
    await (await chooser).setFiles(file);
  }

  /** From the menu of the console. */
  async function openSection(name: string): Promise<void> {
    const link = page.getByRole('navigation').locator(`a[href="/operator/${name}"]`);
    await link.click();
    await page.getByRole('heading', { level: 1, name: (await link.innerText()).trim(), exact: true }).waitFor();
    await page.locator('table').first().waitFor();
  }

  /** All at once: typing each letter would redraw the dialog each time. */
  const fill = (text: Locator, words: string): Promise<void> => text.fill(words);
  const row = (words: string): Locator => page.getByRole('row').filter({ hasText: words });
  const field = (asked: Locator, label: string): Locator => asked.getByLabel(label, { exact: true });

  describe.each(eitherHandName('operator'))('by the %s', (name) => {
    let hand: Hand;
    beforeAll(() => {
      const found = handsOn(page).find((one) => one.name === name);
      if (found !== undefined) hand = found;
    });

    test('blocks and unblocks a user, gives space and membership, appoints an operator and deletes', async () => {
      await createUser(product.url, `${name}-leaves`);
      await openSection('users');
      await hand.type(page.getByPlaceholder('Name, address'), 'ana');
      await row('leaves').first().waitFor({ state: 'detached' });
      await hand.press(button('ana'));
      await button('Block', dialog()).waitFor();
      await confirm(hand, button('Block', dialog()), 'Block');
      await button('Unblock', dialog()).waitFor();
      expect((await ana.api.call('templateList', {})).ok).toBe(false);
      await confirm(hand, button('Unblock', dialog()), 'Unblock');
      await button('Block', dialog()).waitFor();
      await confirm(hand, button('Grant space', dialog()), 'Grant space', async (asked) => {
        await fill(field(asked, 'Size in GB'), '2');
        await fill(field(asked, 'Days'), '10');
      });
      await confirm(hand, button('Give membership', dialog()), 'Give membership', (asked) =>
        fill(field(asked, 'Days'), '5'),
      );
      await confirm(hand, button('End membership', dialog()), 'End membership');
      await confirm(hand, button('Make an operator', dialog()), 'Make an operator');
      await confirm(hand, button('Make a user', dialog()), 'Make a user');
      await button('Make an operator', dialog()).waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => dialogs().count()).toBe(0);
      await hand.type(page.getByPlaceholder('Name, address'), `${name}-leaves`);
      await hand.press(button(`${name}-leaves`));
      await button('Delete account', dialog()).waitFor();
      const typed = (asked: Locator): Promise<void> =>
        fill(field(asked, 'Type the account’s name to confirm'), `${name}-leaves`);
      await confirm(hand, button('Delete account', dialog()), 'Delete account', typed, true);
      await button(`${name}-leaves`).waitFor({ state: 'detached' });
      expectOk(await ana.api.call('login', { account: 'ana', password: PASSWORD }));
    });

    test('creates a plan, changes it, takes it off sale and back', async () => {
      await openSection('plans');
      await confirm(hand, button('Add a plan'), 'Add a plan', async (asked) => {
        for (const language of LANGUAGES) await fill(field(asked, `Name (${language})`), `Week ${name}`);
        await fill(field(asked, 'Price'), '7.50');
        await fill(field(asked, 'Original price'), '9');
        await hand.press(asked.getByRole('checkbox', { name: 'Recommended' }));
      });
      await confirm(hand, button(`Week ${name}`), 'Save the plan', (asked) => fill(field(asked, 'Price'), '8'));
      await row(`Week ${name}`).getByText('8.00').waitFor();
      await confirm(hand, button('Take off sale', row(`Week ${name}`)), 'Take off sale');
      await confirm(hand, button('Put on sale', row(`Week ${name}`)), 'Put on sale');
      await button('Take off sale', row(`Week ${name}`)).waitFor();
    });

    test('creates codes, exports and revokes them; confirms and closes orders', async () => {
      await openSection('codes');
      await confirm(hand, button('Create codes'), 'Create codes', async (asked) => {
        await fill(field(asked, 'Batch name'), `Fair ${name}`);
        await hand.pick(asked.getByRole('radiogroup'), 'Cloud space');
        await fill(field(asked, 'Size in GB'), '3');
        await fill(field(asked, 'Codes'), '2');
      });
      const download = page.waitForEvent('download');
      await hand.press(button('Export CSV', row(`Fair ${name}`)));
      expect((await readFile(await (await download).path(), 'utf8')).trim().split('\n')).toHaveLength(3);
      await confirm(hand, button('Revoke', row(`Fair ${name}`)), 'Revoke');

      const order = async (): Promise<string> =>
        expectOk(await ana.api.call('payScanCode', { m_id: 'month', provider: 'operator' })).o_id;
      const bought = await order();
      await openSection('orders');
      await confirm(hand, button('Confirm payment', row(bought)), 'Confirm payment', (asked) =>
        fill(field(asked, 'Bank reference'), `TX-${name}`),
      );
      await row(bought).getByText('Paid', { exact: true }).waitFor();
      const unpaid = await order();
      await hand.choose(page.locator('.operator-tools .ant-select'), 'Open');
      await confirm(hand, button('Not paid', row(unpaid)), 'Not paid');
      await row(unpaid).waitFor({ state: 'detached' });
    });

    test('answers and closes feedback, and announces', async () => {
      expectOk(await ana.api.call('addFeedback', { kind: 'idea', text: `More colours, by ${name}` }));
      await openSection('feedback');
      await hand.press(button(`More colours, by ${name}`));
      const answer = (asked: Locator): Promise<void> => fill(field(asked, 'Answer'), 'They are coming.');
      await confirm(hand, button('Answer', dialog()), 'Answer', answer, true);
      await hand.pick(page.getByRole('radiogroup', { name: 'Status' }), 'Answered');
      await hand.press(button(`More colours, by ${name}`));
      await confirm(hand, button('Close', dialog().locator('.ant-modal-footer')), 'Close', undefined, true);
      const feedback = expectOk(await ana.api.call('feedbackList', {})).list.find(({ text }) => text.endsWith(name));
      expect(feedback).toMatchObject({ state: 'closed', answer: 'They are coming.' });

      await openSection('announcements');
      await confirm(hand, button('New announcement'), 'New announcement', async (asked) => {
        await hand.pick(asked.getByRole('radiogroup'), 'Warning');
        await fill(field(asked, 'Title'), `Closed for the ${name}`);
        await fill(field(asked, 'Text'), 'Back on Monday.');
      });
      await confirm(hand, button(`Closed for the ${name}`), 'Save the announcement', (asked) =>
        fill(field(asked, 'Title'), `Open for the ${name}`),
      );
      await confirm(hand, button('Delete', row(`Open for the ${name}`)), 'Delete');
      await row(`Open for the ${name}`).waitFor({ state: 'detached' });
    });

    test('adds and removes a font and an icon; publishes and withdraws a help text', async () => {
      await openSection('fonts');
      await confirm(hand, button('Add a font'), 'Add a font', async (asked) => {
        const font = { name: 'font.ttf', mimeType: 'font/ttf', buffer: Buffer.from('00010000aabb', 'hex') };
        await chooseFile(hand, field(asked, 'File'), font);
        await fill(field(asked, 'Family'), `House ${name}`);
        await hand.press(asked.getByRole('checkbox', { name: 'Only for members' }));
      });
      await confirm(hand, button('Remove', row(`House ${name}`)), 'Remove');
      await row(`House ${name}`).waitFor({ state: 'detached' });

      await openSection('icons');
      await confirm(hand, button('Add an icon'), 'Add an icon', async (asked) => {
        await chooseFile(hand, field(asked, 'SVG file'), { name: 'x.svg', mimeType: 'image/svg+xml', buffer: SVG });
        await hand.choose(asked.locator('.ant-select'), 'Textile care');
        await fill(field(asked, 'Name (en)'), `Mark ${name}`);
      });
      expect(expectOk(await ana.api.call('iconList', { id: 'care' })).list[0]?.name).toBe(`Mark ${name}`);
      await confirm(hand, button(`Mark ${name}`), 'Save the icon', (asked) =>
        fill(field(asked, 'Name (en)'), `Sign ${name}`),
      );
      await confirm(hand, button('Remove', row(`Sign ${name}`)), 'Remove');
      await row(`Sign ${name}`).waitFor({ state: 'detached' });

      await openSection('help');
      const title = `House rules by ${name}`;
      await confirm(hand, page.locator('.operator-main .operator-link').nth(2), 'Publish', async (asked) => {
        await fill(field(asked, 'Title'), title);
        await fill(field(asked, 'Text'), 'Labels are **small**.');
      });
      const [own] = expectOk(await ana.api.call('ownHelpList', { language: 'en' })).list;
      const reader = await page.context().newPage();
      await reader.goto(`${product.url}/helpDetail?id=${own?.id}`);
      await reader.getByRole('heading', { level: 1, name: title }).waitFor();
      await expect.poll(() => reader.locator('.help-article strong').innerText()).toBe('small');
      await reader.close();
      await confirm(hand, button('Withdraw', row(title)), 'Withdraw');
      await row(title).waitFor({ state: 'detached' });
    });

    test('decides about submissions, checks the storage, and exports the audit log', async () => {
      for (const label of ['Jam', 'Tea']) {
        const template = await createSavedTemplate(ana, `${label} ${name}`);
        expectOk(await ana.api.call('submitCommon', { id: template.id, category: 'food', description: 'For jars' }));
      }
      await openSection('common');
      await hand.press(button(`Tea ${name}`));
      const reason = (asked: Locator): Promise<void> => fill(field(asked, 'Reason'), 'Too small.');
      await confirm(hand, button('Reject', dialog()), 'Reject', reason, true);
      await hand.press(button(`Jam ${name}`));
      await hand.press(button('Approve', dialog()));
      await expect.poll(() => dialogs().count()).toBe(0);
      const shown = expectOk(await ana.api.call('commonList', {})).list.map((one) => one.name);
      expect(shown).toContain(`Jam ${name}`);
      expect(shown).not.toContain(`Tea ${name}`);

      await openSection('storage');
      await page.getByRole('term').filter({ hasText: 'Used space' }).waitFor();

      await openSection('audit');
      await hand.choose(page.locator('.operator-tools .ant-select').nth(1), 'Success');
      await hand.choose(page.locator('.operator-tools .ant-select').first(), 'Sign-in');
      await row('Common template rejected').first().waitFor({ state: 'detached' });
      const download = page.waitForEvent('download');
      await hand.press(button('Export CSV'));
      expect((await download).suggestedFilename()).toBe('audit.csv');
    });
  });

  // Half of the sections in a run, drawn by its seed; all of them at night.
  test(`has no serious accessibility fault in its sections and dialogs, in Chinese (seed ${SEED})`, async () => {
    const { id } = await createSavedTemplate(ana, 'Axe');
    expectOk(await ana.api.call('submitCommon', { id, category: 'food', description: '' }));
    expectOk(await ana.api.call('payScanCode', { m_id: 'month', provider: 'operator' }));
    expectOk(await ana.api.call('addFeedback', { kind: 'idea', text: 'For axe' }));
    await speak(page, 'zh');
    const stops = drawnStops(operatorStops(product.url), [true, false], true);
    const faults = await axeFaultsOf(page, stops);
    await speak(page, 'en');
    expect(faults).toEqual({});
  });

  test('a visitor of a link prints the label or copies it', async () => {
    const token = expectOk(await ana.api.call('uploadToken', { bucket: 'web' }));
    const bytes = packTemplate(writeTemplate(priceTag('Jam')));
    const { key } = expectOk(await ana.api.uploadTemplate(bytes, 'label.tprts', token.data));
    const files = { url: token.url + key, image: (await upload(ana)).image };
    const input = { name: 'Jam', parent_id: '', width: 50, height: 30, ...files };
    const template = expectOk(await ana.api.call('addTemplate', input));
    const { secret } = expectOk(await ana.api.call('addTemplateShare', { id: template.id, right: 'copy' }));
    for (const hand of eitherHand(page)) {
      await page.goto(`${product.url}/shareTemplate?share=${secret}`);
      await page.getByRole('heading', { name: 'Jam' }).waitFor();
      await hand.press(button('Print'));
      await dialog().locator('.print-page img').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => dialogs().count()).toBe(0);
      await hand.press(button('Copy to my templates'));
      await page.waitForURL('**/editLabel**');
    }
  });
});

import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestFolder } from '#tests/server/create-test-server.ts';
import { handsOn } from '#tests/support/hands.ts';
import { startMariadb, type MariadbServer } from '#tests/support/mariadb-server.ts';
import { enterEditor, keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
let mariadb: MariadbServer;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  mariadb = await startMariadb(await createTestFolder((end) => ends.push(end)), inject('databasePort'));
  await mariadb.administer([
    'CREATE TABLE goods (name varchar(50), price decimal(6,2), stock int)',
    "INSERT INTO goods VALUES ('Pear', 1.2, 5), ('Äpfel', 3.4, 50), ('Plum', 2, 500)",
  ]);
  opened = await openShared({ viewport: { width: 1280, height: 720 } });
  page = opened.page;
  await enterEditor(opened, 'queries', { name: 'Goods' });
});
afterAll(async () => {
  await opened?.close();
  await mariadb?.stop();
  for (const end of ends) await end();
});
keepPictures(() => page);

const dialog = () => page.getByRole('dialog', { name: 'Rows of a database' });
const connecting = () => page.getByRole('dialog', { name: /connection/ });
const panel = () => page.getByTestId('attribute-panel');

test(`a query is written, tried and saved, and its rows are a spreadsheet (seed ${SEED})`, async () => {
  for (const [i, hand] of drawnOf('queries', handsOn(page)).entries()) {
    await opened.driver.place('text', 10, 10 + 20 * i);
    await hand.choose(panel().getByTestId('source-kind'), 'Spreadsheet');
    await hand.press(panel().getByTestId('sheet-query'));
    await dialog().waitFor();
    await hand.press(dialog().getByRole('button', { name: 'New connection…' }));
    await connecting().waitFor();
    await hand.type(connecting().getByLabel('Name'), `Shop ${hand.name}`);
    await hand.choose(connecting().getByLabel('Kind'), 'MySQL');
    await hand.type(connecting().getByLabel('Host'), '127.0.0.1');
    await hand.type(connecting().getByLabel('Port'), String(mariadb.port));
    await hand.type(connecting().getByLabel('Database', { exact: true }), 'shop');
    await hand.choose(connecting().getByLabel('Encryption'), 'Not encrypted');
    await hand.type(connecting().getByLabel('User'), mariadb.user);
    await hand.type(connecting().getByLabel('Password'), 'wrong');
    await hand.press(connecting().getByRole('button', { name: 'Save and test' }));
    await connecting().getByText('does not let this user in').waitFor();
    await hand.type(connecting().getByLabel('Password'), mariadb.password);
    await hand.press(connecting().getByRole('button', { name: 'Save and test' }));
    await connecting().waitFor({ state: 'detached' });
    await hand.type(dialog().getByLabel('Name'), `Stock ${hand.name}`);
    await hand.type(dialog().getByLabel('Query', { exact: true }), 'DELETE FROM goods');
    await hand.press(dialog().getByRole('button', { name: 'Try' }));
    await dialog().getByText('Only queries that read').waitFor();
    const text = 'SELECT name, price FROM goods WHERE stock > :least ORDER BY name';
    await hand.type(dialog().getByLabel('Query', { exact: true }), text);
    await hand.type(dialog().getByLabel('Value of least'), '10');
    await hand.press(dialog().getByRole('button', { name: 'Try' }));
    await dialog().getByTestId('query-rows').getByText('Äpfel').waitFor();
    await hand.press(dialog().getByRole('button', { name: 'Use rows' }));
    await dialog().waitFor({ state: 'detached' });
    await panel().getByTestId('data-column').getByText('name', { exact: true }).waitFor();
    await expect.poll(() => page.getByTestId('table-count').textContent()).toBe('2 rows');
  }
});

test('the rows of a query are fetched again on request, also on another device', async () => {
  await page.getByTestId('canvas-overlay').press('Escape');
  await panel().getByTestId('web-copy').first().waitFor();
  await mariadb.administer(["INSERT INTO goods VALUES ('Quince', 9, 90)"]);
  const again = panel().getByRole('button', { name: 'Fetch again' });
  // Each query is a spreadsheet of its own; the table shows one of them.
  for (const one of await again.all()) {
    await one.click();
    await untilIdle(page);
  }
  await expect.poll(() => page.getByTestId('table-count').textContent()).toBe('3 rows');
  await opened.driver.save();
  const other = await opened.browser.newContext({ storageState: await opened.context.storageState() });
  const there = await other.newPage();
  await there.goto(page.url());
  await there.getByTestId('missing-spreadsheet').first().waitFor();
  await there.getByRole('button', { name: 'Fetch its rows again' }).first().click();
  await there.getByTestId('web-copy').first().waitFor();
  await other.close();
});

test('the dialog of a query stays open while a spreadsheet is read', async () => {
  const chooser = page.waitForEvent('filechooser');
  await panel().getByTestId('sheet-file').click();
  const chosen = await chooser;
  await panel().getByTestId('sheet-query').click();
  await dialog().waitFor();
  await chosen.setFiles({ name: 'fruit.csv', mimeType: 'text/csv', buffer: Buffer.from('fruit\nFig\n') });
  await page.locator('.ed-sheet', { hasText: 'fruit.csv' }).waitFor();
  await untilIdle(page);
  await expect.poll(() => dialog().isVisible()).toBe(true);
});

import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import { handNames, handsOn } from '#tests/support/hands.ts';
import { createOutputPage } from './create-page.ts';
import { connectRaw, type RawConnection } from './raw-connection.ts';
import { createFolder, startAssistant } from './start-assistant.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

async function pair(line: RawConnection, code: string, client: string): Promise<void> {
  expect(await line.ask('pair', { by: { code }, client, browser: 'Firefox, Linux' })).toMatchObject({ code: 200 });
}

function sectionOf(page: Page, name: string): Locator {
  return page.getByRole('region', { name });
}

describe.each(handNames('status-page-browser'))('the assistant’s page, by %s', (name) => {
  test('allows, shows codes, revokes, removes, prints a test label and cancels', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { openOrigins: [] });
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1000, height: 1000 } });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
    const hand = handsOn(page).find((known) => known.name === name);
    if (hand === undefined) throw new Error(name);
    const site = 'https://labels.example.com';
    await page.goto(assistant.pageUrl);
    const sites = sectionOf(page, 'Sites and browsers');
    const pairing = sectionOf(page, 'Pairing');

    await hand.type(sites.getByLabel('Address of a new site'), 'labels.example.com');
    await hand.press(sites.getByRole('button', { name: 'Allow' }));
    await page.getByRole('status').getByText('is not a site address').waitFor();
    await hand.type(sites.getByLabel('Address of a new site'), site);
    await hand.press(sites.getByRole('button', { name: 'Allow' }));
    await page.getByRole('status').getByText(`${site} is allowed.`).waitFor();

    await hand.press(sites.getByRole('button', { name: `Show code: ${site}` }));
    await pairing.getByText(`Type this code on the page of ${site}`).waitFor();
    const code = await pairing.locator('.code').innerText();
    await using line = await connectRaw(assistant.port, site);
    await pair(line, code, 'a'.repeat(64));
    // The page updates by itself.
    await sites.getByText('Firefox, Linux').waitFor();
    await pairing.getByText('No code is needed').waitFor();
    await using other = await connectRaw(assistant.port, site);
    await other.ask('askPairing', { browser: 'Opera, macOS' });
    await pairing.getByText(`${site} (Opera, macOS) requests permission to print`).waitFor();

    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1 }))).toMatchObject({ code: 200 });
    const jobs = sectionOf(page, 'Jobs');
    await jobs.getByText('1 sent to the printer').waitFor();
    await hand.press(jobs.getByRole('button', { name: 'Cancel: Price tags' }));
    await page.getByRole('status').getByText('The job was canceled').waitFor();
    expect(await line.ask('jobStatus', { jobId: 'job-1' })).toMatchObject({ data: { state: 'cancelled' } });

    await hand.press(sectionOf(page, 'Printers').getByRole('button', { name: 'Print test label: Folder' }));
    await page.getByRole('status').getByText('The test label was sent to Folder').waitFor();
    await jobs.getByText('Test label').waitFor();

    await hand.press(sites.getByRole('button', { name: 'Revoke: Firefox, Linux' }));
    await page.getByRole('status').getByText('The browser can no longer print').waitFor();
    expect(await line.ask('getComputerPrinters', {})).toMatchObject({ code: 401 });
    await sectionOf(page, 'Log').getByText('revoked a pairing').waitFor();

    await hand.press(sites.getByRole('button', { name: `Remove: ${site}` }));
    await page.getByRole('status').getByText(`${site} is no longer allowed`).waitFor();
    const open = sites.getByRole('checkbox', { name: 'Print without pairing' });
    await hand.type(sites.getByLabel('Address of a new site'), 'http://old.example');
    await hand.press(open);
    await hand.press(sites.getByRole('button', { name: 'Allow' }));
    await sites.getByText('prints without pairing', { exact: true }).waitFor();

    await hand.press(page.getByRole('link', { name: 'Русский' }));
    await page.getByRole('heading', { name: 'Помощник печати' }).waitFor();
    // A button leads back to the page in the same language.
    await hand.press(page.getByRole('button', { name: 'Напечатать пробную этикетку: Folder' }));
    await page.getByText('Пробная этикетка отправлена на Folder').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });
});

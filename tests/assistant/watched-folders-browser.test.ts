import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { handNames, handsOn } from '#tests/support/hands.ts';
import { SCREENSHOTS } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { createFolder } from './start-assistant.ts';
import { startAssistantProcess } from './assistant-process.ts';

let browser: Browser;
let folder: string;

beforeAll(async () => {
  browser = await launchChromium();
  folder = await createRenderFolder();
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

const SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
] as const;

async function pictures(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.screenshot({ path: join(SCREENSHOTS, `${name} ${size.width}.png`), fullPage: true });
  }
  await page.setViewportSize(SIZES[0]);
}

describe.each(handNames('watched-folders-browser'))(
  'the folders and the server of the assistant’s page, by %s',
  (name) => {
    test('a folder is added, paused, resumed, its report read, and removed', async () => {
      await using made = await createFolder();
      await using assistant = await startAssistantProcess({ ASSISTANT_DIR: made.path });
      const directory = join(folder, `in by ${name}`);
      await mkdir(directory);
      await writeFile(join(directory, 'bad.csv'), 'name,code\nTea,1\nX,标签\n');
      const page = await browser.newPage({ locale: 'en-US', viewport: SIZES[0] });
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      const hand = handsOn(page).find((known) => known.name === name);
      if (hand === undefined) throw new Error(name);
      await page.goto(`http://127.0.0.1:${assistant.port}/p/${await readFile(join(made.path, 'page-key'), 'utf8')}/`);
      const section = page.getByRole('region', { name: 'Watched folders' });
      const button = (words: string): Locator => section.getByRole('button', { name: words, exact: true });
      const status = page.getByRole('status');
      await section.getByText('No folders are watched.').waitFor();

      await hand.type(section.getByLabel('Folder', { exact: true }), directory);
      await hand.type(section.getByLabel('Template (.tprt or .tprts file)'), join(folder, 'rows.csv'));
      await hand.type(section.getByLabel('Copies of each label'), '2');
      const grade = section.getByLabel('Minimum grade');
      if (name === 'pointer') await grade.selectOption('D');
      else {
        // The focus after the copies.
        await expect.poll(() => grade.evaluate((field) => field === document.activeElement)).toBe(true);
        await page.keyboard.press('d');
      }
      await hand.press(button('Watch'));
      const template = section.getByLabel('Template (.tprt or .tprts file)');
      await section.getByText('This is not a label template file.').waitFor();
      await expect.poll(() => template.getAttribute('aria-invalid')).toBe('true');
      await expect.poll(() => template.evaluate((field) => field === document.activeElement)).toBe(true);
      await untilIdle(section);
      await expect.poll(() => section.getByLabel('Folder', { exact: true }).inputValue()).toBe(directory);
      await expect.poll(() => section.getByLabel('Copies of each label').inputValue()).toBe('2');
      await expect.poll(() => grade.inputValue()).toBe('D');
      await pictures(page, `assistant folder fault by ${name}`);
      await hand.type(template, join(folder, 'label.tprt'));
      await hand.press(button('Watch'));
      await status.getByText(`${directory} is watched.`).waitFor();
      await section.getByText('copies of each label: 2 · minimum grade D').waitFor();
      await section.getByText('failed', { exact: false }).getByText('bad.csv').waitFor();
      await section.getByText('watching', { exact: true }).waitFor();
      await pictures(page, `assistant folders by ${name}`);

      await hand.press(section.getByRole('link', { name: 'Report: bad.csv' }));
      await page.getByText('Row 3').waitFor();
      await page.goBack();
      await hand.press(button(`Pause: ${directory}`));
      await status.getByText('is paused').waitFor();
      await section.getByText('paused', { exact: true }).waitFor();
      await hand.press(button(`Resume: ${directory}`));
      await status.getByText('is watched again').waitFor();
      await hand.press(button(`Remove: ${directory}`));
      await status.getByText('is no longer watched').waitFor();
      await section.getByText('No folders are watched.').waitFor();

      const server = page.getByRole('region', { name: 'Server' });
      await hand.type(server.getByLabel('Server address'), 'labels.example.com');
      await hand.type(server.getByLabel('Code'), 'abcd-efgh');
      await hand.press(server.getByRole('button', { name: 'Connect' }));
      await server.getByText('“labels.example.com” is not a valid address').waitFor();
      await expect.poll(() => server.getByLabel('Code').inputValue()).toBe('abcd-efgh');
      await hand.type(server.getByLabel('Server address'), 'http://127.0.0.1:1');
      await hand.press(server.getByRole('button', { name: 'Connect' }));
      await server.getByText('http://127.0.0.1:1 cannot be reached').waitFor();
      for (const language of ['Русский', '简体中文', 'Português', 'Español']) {
        await hand.press(page.getByRole('link', { name: language }));
        await page.locator('[aria-current=true]', { hasText: language }).waitFor();
        await pictures(page, `assistant page ${language} by ${name}`);
      }
      expect(faults).toEqual([]);
      await page.close();
    });
  },
);

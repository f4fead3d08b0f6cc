import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakeRawPrinter, type FakeRawPrinter } from '#tests/assistant/fake-raw-printer.ts';
import { READERS } from '#tests/printing/languages/read-printer-data.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { startMdnsResponder, type MdnsResponder, type AnnouncedService } from '#tests/support/mdns-responder.ts';
import { keepPictures, openProduct, UNOPTIMIZED, type OpenedProduct } from '#tests/support/open-editor.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const MDNS_PORT = 5353;
/** A neighbor on the loopback link. */
const NEIGHBOUR = '127.0.0.2';
/** The printer of this test, among any others on this link. */
const INSTANCE = `Zebra ${process.pid}`;
const NAME = `${INSTANCE} (${NEIGHBOUR})`;

let opened: OpenedProduct;
let page: Page;
let driver: EditorDriver;
let responder: MdnsResponder;
let zebra: FakeRawPrinter;
let announced: AnnouncedService;

beforeAll(async () => {
  responder = await startMdnsResponder(MDNS_PORT);
  zebra = await startNeighbour();
  announced = {
    instance: INSTANCE,
    type: '_pdl-datastream._tcp.local',
    host: `zebra-${process.pid}.local`,
    address: NEIGHBOUR,
    port: zebra.port,
    txt: { ty: 'Zebra Technologies ZD420', pdl: 'application/vnd.zebra-zpl' },
  };
  opened = await openProduct({ ASSISTANT_DISCOVERY: '127.0.0.1' }, { args: [UNOPTIMIZED] });
  ({ page, driver } = opened);
  await driver.register('found-printers', 'correct horse 42');
});
afterAll(async () => {
  await opened?.close();
  await zebra?.[Symbol.asyncDispose]();
  await responder?.[Symbol.asyncDispose]();
});
keepPictures(() => page);

const item = (name: string): Locator => page.getByRole('listitem', { name, exact: true });
const dialog = (): Locator => page.locator('.ant-modal:visible').last();
const select = (label: string): Locator =>
  dialog().locator('.ant-select', { has: page.getByLabel(label, { exact: true }) });

/** On one of the ports on which printers are found; other tests may use some of them. */
async function startNeighbour(): Promise<FakeRawPrinter> {
  for (let port = 9100; port <= 9109; port++) {
    try {
      return await startFakeRawPrinter(port, NEIGHBOUR);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error('all ports of printers are taken');
}

async function openPrinters(): Promise<void> {
  // From the editor by its address, which is quicker than through the start page.
  await page.goto(`${opened.address}/printers`);
  await page.waitForURL('**/printers');
  await item('Folder').waitFor();
}

async function openPrintOnFound(hand: Hand, label: string): Promise<Locator> {
  await driver.createLabel(label, { Width: 40, Height: 20 });
  await putElements(page, [createTestElement('text', { xMm: 5, yMm: 4 })]);
  const printing = await driver.openPrint();
  await hand.choose(printing.locator('.print-printer-row .ant-select'), NAME);
  return printing;
}

const WAYS = drawnOf('found printers', [
  ['pointer', 'zpl', 'ZPL II'],
  ['keyboard', 'tspl', 'TSPL'],
] as const);

// One of the hands with one of the languages in each run, drawn by its seed; both at night.
describe.each(WAYS.map((way, turn) => [...way, turn] as const))('with the %s', (name, language, title, turn) => {
  let hand: Hand;
  beforeAll(() => {
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
  });

  test(`a printer on the network is found, set up, used, and removed when it disappears (${name})`, async () => {
    await responder.announce([announced]);
    await openPrinters();
    const found = item(NAME);
    await found.waitFor();
    const where = `Zebra Technologies ZD420 · socket://${NEIGHBOUR}:${zebra.port} · found on the network`;
    await found.getByText(where).waitFor();
    // Its language is guessed from its announcement, and the user can correct it.
    await found.getByText(turn === 0 ? 'ZPL II' : 'ZPL II · 300 dpi').waitFor();
    const guess = found.getByText('Its language is a guess from what it says of itself');
    await expect.poll(() => guess.count()).toBe(turn === 0 ? 1 : 0);
    await untilIdle(found);
    await expect.poll(() => found.getByRole('button', { name: 'Remove' }).count()).toBe(0);
    await hand.press(found.getByRole('button', { name: 'Settings' }));
    await hand.choose(select('Printer language'), title);
    await hand.choose(select('Resolution'), '300 dpi');
    await hand.press(dialog().getByRole('button', { name: 'Save' }));
    await found.getByText(`${title} · 300 dpi`).waitFor();
    await guess.waitFor({ state: 'detached' });

    const before = zebra.taken.length;
    const printing = await openPrintOnFound(hand, `Found ${name}`);
    await hand.press(printing.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')));
    await printing.getByText('Printing is finished').waitFor();
    expect(zebra.taken).toHaveLength(before + 1);
    expect(READERS[language](zebra.taken.at(-1) ?? Buffer.alloc(0)).heightDots).toBe(Math.round((20 * 300) / 25.4));
    await hand.press(printing.getByRole('button', { name: 'Close' }).last());
    await printing.waitFor({ state: 'hidden' });

    await openPrinters();
    await found.waitFor();
    await responder.takeBack(announced);
    await found.waitFor({ state: 'detached' });
  });
});

test('a run on a printer that has disappeared is held, reports why, and continues once it is found again', async () => {
  const hand = handsOn(page)[0] ?? expect.fail();
  await responder.announce([announced]);
  const printing = await openPrintOnFound(hand, 'Gone');
  const before = zebra.taken.length;
  const printers = await page.context().newPage();
  await printers.goto(`${opened.address}/printers`);
  const seen = printers.getByRole('listitem', { name: NAME, exact: true });
  await seen.waitFor();
  await responder.takeBack(announced);
  await seen.waitFor({ state: 'detached' });
  await printers.close();
  await hand.press(printing.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')));
  await printing.getByText('The print assistant does not know this printer.').first().waitFor();
  expect(zebra.taken).toHaveLength(before);
  // It is there again: the run continues.
  await responder.announce([announced]);
  await hand.press(printing.getByRole('button', { name: 'Reconnect and continue' }));
  await printing.getByText('Printing is finished').waitFor();
  expect(zebra.taken).toHaveLength(before + 1);
  await hand.press(printing.getByRole('button', { name: 'Close' }).last());
});

test.each(drawnOf('found printers fit', ['English', '简体中文']))(
  `a printer that was found fits in a window of 1024 pixels in %s (seed ${SEED})`,
  async (language) => {
    await responder.announce([announced]);
    await page.goto(`${opened.address}/printers`);
    await page
      .locator('.home-header')
      .getByRole('button', { name: /English|简体中文/ })
      .click();
    await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: language }).click();
    await item(NAME).waitFor();
    await setWindowSize(page, { width: 1024, height: 800 });
    await untilIdle(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);
  },
);

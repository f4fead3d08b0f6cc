import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileChooser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPng } from '#tests/print/create-image-files.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handNames, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** Specification 2, section 2: the attribute panel, control by control. What is pressed is looked for in the file. */
let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('panel-controls');
  ({ page, driver } = opened);
  await writeFile(
    join(opened.folder, 'two.png'),
    createPng(40, 20, (x) => [x < 20 ? 0 : 255, 0, 0, 255]),
  );
});
afterAll(() => opened?.close());
keepPictures(() => page);

const panel = (): Locator => page.getByTestId('attribute-panel');
const group = (name: string): Locator => panel().getByRole('radiogroup', { name, exact: true });
const field = (label: string): Locator => panel().getByLabel(label, { exact: true });
const toggle = (name: string): Locator => panel().getByRole('button', { name, exact: true });
const overlay = (): Locator => page.getByTestId('canvas-overlay');
const picture = (): Promise<Buffer> => page.locator('.ed-picture').screenshot();

beforeEach(() => driver.clear());

/** What the file says of the only element. */
async function inFile(...names: string[]): Promise<Readonly<Record<string, string | undefined>>> {
  const file = await driver.download();
  return Object.fromEntries(names.map((name) => [name, new RegExp(` ${name}="([^"]*)"`).exec(file)?.[1]]));
}

describe.each(handNames('panel-controls'))('with the %s', (name) => {
  let hand: Hand;
  beforeAll(() => {
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
  });

  /** Presses the buttons of the looks, which texts and cells have in common. */
  async function setLooks(): Promise<void> {
    for (const look of ['Bold', 'Italic', 'Underline', 'Strike-through']) {
      await hand.press(toggle(look));
      await expect.poll(() => toggle(look).getAttribute('aria-pressed')).toBe('true');
    }
    await hand.pick(group('Alignment'), 'Right');
    await hand.type(field('Font size'), '24.4');
    await hand.type(field('Letter spacing'), '1.5');
    await hand.type(field('Line spacing'), '2');
    await hand.press(field('White on black'));
  }
  const LOOKS = {
    Bold: 'true',
    Italic: 'true',
    UnderLine: 'true',
    DeleteLine: 'true',
    TextAlign: '2',
    FontSize: '24.4',
    LetterSpacing: '1.5',
    LineHeight: '2',
    AntiMirror: 'true',
  };

  test(`a text: prefix and suffix, looks, direction, lines, turn and mirror (${name})`, async () => {
    await driver.place('text', 20, 20);
    const before = await picture();
    await hand.type(field('Prefix'), 'No. ');
    await hand.type(field('Suffix'), ' kg');
    await setLooks();
    await hand.press(field('Wrap lines automatically'));
    await hand.type(field('Box width'), '25');
    expect(await inFile('TextPrefix', 'TextSuffix', 'TextAutoLine', 'BoxWidth', ...Object.keys(LOOKS))).toEqual({
      TextPrefix: 'No. ',
      TextSuffix: ' kg',
      TextAutoLine: 'true',
      BoxWidth: '25',
      ...LOOKS,
    });
    await expect.poll(async () => before.equals(await picture())).toBe(false);

    await hand.pick(group('Writing direction'), 'Vertical');
    await hand.type(field('Box height'), '30');
    await hand.pick(group('Alignment'), 'Justify');
    await hand.pick(group('Rotation'), '90°');
    await hand.press(toggle('Mirror'));
    expect(await inFile('TextArrange', 'BoxWidth', 'TextAlign', 'Rotate', 'MirrorImage')).toEqual({
      TextArrange: '1',
      BoxWidth: '30',
      TextAlign: '3',
      Rotate: '90',
      MirrorImage: 'true',
    });
    await page.screenshot({ path: join(SCREENSHOTS, `panel of a text ${name}.png`) });
    // Undo takes them back one by one, the last first.
    await overlay().focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await inFile('Rotate', 'MirrorImage', 'TextAlign')).toEqual({
      Rotate: '0',
      MirrorImage: 'false',
      TextAlign: '3',
    });
  });

  test(`a time text: its offsets, and the present sets date and time (${name})`, async () => {
    await driver.place('timeText', 10, 10);
    await hand.type(field('Days added'), '3');
    await hand.type(field('Minutes added'), '-90');
    expect(await inFile('DayOffset', 'MinuteOffset')).toEqual({ DayOffset: '3', MinuteOffset: '-90' });

    await hand.pick(group('Clock'), 'Fixed time');
    await field('Choose the date').fill('2001-02-03');
    await field('Choose the time').fill('04:05:06');
    expect(await inFile('TimeType', 'SelectDate', 'SelectTime')).toEqual({
      TimeType: '1',
      SelectDate: '2001/02/03',
      SelectTime: '04:05:06',
    });
    const before = Date.now();
    await hand.pick(group('Clock'), 'Current time');
    const now = await inFile('TimeType', 'SelectDate', 'SelectTime');
    expect(now['TimeType']).toBe('0');
    const set = new Date(`${(now['SelectDate'] ?? '').replaceAll('/', '-')}T${now['SelectTime']}`).getTime();
    expect(set).toBeGreaterThan(before - 2000);
    expect(set).toBeLessThan(Date.now() + 1000);

    await hand.pick(group('Writing direction'), 'Vertical');
    await hand.press(toggle('Bold'));
    await hand.pick(group('Alignment'), 'Center');
    expect(await inFile('TextArrange', 'Bold', 'TextAlign')).toEqual({
      TextArrange: '1',
      Bold: 'true',
      TextAlign: '0',
    });
  });

  test(`a barcode: place and size of its number, and a size too large is taken back (${name})`, async () => {
    await driver.place('barcode', 10, 10);
    await hand.type(field('Content'), 'AB');
    await hand.pick(group('Alignment'), 'Right');
    await hand.pick(group('Position'), 'Above');
    expect(await inFile('BarcodeNumPosition', 'TextAlign')).toEqual({ BarcodeNumPosition: '2', TextAlign: '2' });

    await hand.type(field('Font size'), '9');
    expect(await inFile('FontSize')).toEqual({ FontSize: '9' });
    await hand.type(field('Font size'), '100');
    await page.getByText('please stretch the barcode', { exact: false }).first().waitFor();
    await expect.poll(() => field('Font size').inputValue()).toBe('9.0');

    await hand.pick(group('Position'), 'None');
    await expect.poll(() => field('Font size').isDisabled()).toBe(true);
    expect(await inFile('BarcodeNumPosition', 'FontSize')).toEqual({ BarcodeNumPosition: '0', FontSize: '9' });
    await hand.pick(group('Position'), 'Below');
    await expect.poll(() => field('Font size').isDisabled()).toBe(false);
  });

  test(`a code of two dimensions: its level, where it has one (${name})`, async () => {
    await driver.place('qrcode', 10, 10);
    const level = async (): Promise<string | undefined> =>
      (await inFile('ErrorCorrectionLevel'))['ErrorCorrectionLevel'];
    expect(await level()).toBe('15');
    await hand.pick(group('Error correction'), 'Q');
    expect(await level()).toBe('25');
    await hand.pick(group('Error correction'), 'H');
    expect(await level()).toBe('30');
    await hand.choose(page.getByTestId('symbology'), 'PDF417');
    await hand.choose(panel().getByRole('combobox', { name: 'Error correction' }), '5');
    expect(await inFile('QrCodeType', 'ErrorCorrectionLevel')).toEqual({ QrCodeType: '2', ErrorCorrectionLevel: '5' });
    await hand.choose(page.getByTestId('symbology'), 'Data Matrix');
    await expect.poll(() => panel().getByLabel('Error correction').count()).toBe(0);
    // Neither alignment nor a number, which matrix symbols do not have (ADR 57, 109).
    await untilIdle(group('Alignment'));
    await expect.poll(() => group('Alignment').count()).toBe(0);
    await expect.poll(() => group('Position').count()).toBe(0);
  });

  test(`lines and shapes: direction, style, corner radius (${name})`, async () => {
    await driver.place('line', 10, 10);
    const directions: string[] = [];
    for (const direction of ['Vertical', 'Falling', 'Rising']) {
      await hand.pick(group('Direction'), direction);
      directions.push((await inFile('LineDirection'))['LineDirection'] ?? '');
    }
    expect(directions).toEqual(['LineVertical', 'LeftLine', 'RightLine']);
    await hand.pick(group('Style'), 'Dashed');
    await hand.type(field('Line width'), '1.3');
    expect(await inFile('DashStyle', 'PenWidth')).toEqual({ DashStyle: '1', PenWidth: '1.3' });

    await driver.clear();
    await driver.place('roundRectangle', 10, 10);
    const before = await picture();
    await hand.type(field('Corner radius'), '7.5');
    await hand.pick(group('Style'), 'Dashed');
    await hand.pick(group('Rotation'), '270°');
    expect(await inFile('CornerRadius', 'DashStyle', 'Rotate')).toEqual({
      CornerRadius: '7.5',
      DashStyle: '1',
      Rotate: '-90',
    });
    await expect.poll(async () => before.equals(await picture())).toBe(false);
  });

  test(`an image: keep its proportions, lie over the whole label, turn and mirror (${name})`, async () => {
    await driver.placeImage(join(opened.folder, 'two.png'), 10, 10);
    const handles = (): Promise<number> => page.locator('.ed-handle-hit:not(.ed-rotate-hit)').count();
    const kept = field('Keep proportions');
    if (await kept.isChecked()) await hand.press(kept);
    await expect.poll(handles).toBe(8);
    await hand.press(kept);
    await expect.poll(handles).toBe(1);
    await hand.press(toggle('Fit to label'));
    expect(await inFile('StartX', 'StartY', 'ISParticipating')).toEqual({
      StartX: '0',
      StartY: '0',
      ISParticipating: 'true',
    });
    await expect.poll(() => page.getByTestId('field-width').inputValue()).toBe('100.000');
    await expect.poll(() => page.getByTestId('field-height').inputValue()).toBe('80.000');
    await hand.pick(group('Rotation'), '180°');
    await hand.press(toggle('Mirror'));
    await hand.pick(group('Filling'), 'Whole');
    await hand.choose(panel().getByRole('combobox', { name: 'Conversion' }), 'Sharp (level)');
    await hand.type(field('Level'), '90');
    expect(await inFile('Rotate', 'MirrorImage', 'imageDisplayMode', 'OneBitThreshold')).toEqual({
      Rotate: '180',
      MirrorImage: 'true',
      imageDisplayMode: '1',
      OneBitThreshold: '90',
    });

    const chooser: Promise<FileChooser> = page.waitForEvent('filechooser');
    await hand.press(panel().getByRole('button', { name: 'Replace image…' }));
    await (await chooser).setFiles(join(opened.folder, 'two.png'));
  });

  test(`a table: looks and sizes of its cells (${name})`, async () => {
    await driver.place('table', 10, 10);
    await setLooks();
    await hand.press(field('Mirror the text in the cell'));
    await hand.type(field('Column width'), '22');
    await hand.type(field('Row height'), '9.5');
    expect(await inFile('CellWidth', 'CellHeight', 'MirrorImage', ...Object.keys(LOOKS))).toMatchObject({
      CellWidth: '22,22',
      CellHeight: '9.5,9.5',
    });
    const file = await driver.download();
    for (const [attribute, value] of Object.entries({ ...LOOKS, MirrorImage: 'true' })) {
      expect([attribute, file.match(new RegExp(` ${attribute}="${value.replace('.', '\\.')}"`, 'g'))?.length]).toEqual([
        attribute,
        4,
      ]);
    }
    // A size below 0.5 is refused (specification 2, section 5): it stays in sight with the reason, Esc takes it back.
    await hand.type(field('Row height'), '0.2');
    await panel().getByRole('alert').filter({ hasText: 'From 0.5' }).waitFor();
    expect(await inFile('CellHeight')).toEqual({ CellHeight: '9.5,9.5' });
    await field('Row height').focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => field('Row height').inputValue()).toBe('9.500');
    await hand.pick(group('Rotation'), '90°');
    expect(await inFile('Rotate')).toEqual({ Rotate: '90' });
  });

  test(`the recent fonts are the first group of the list (${name})`, async () => {
    await driver.place('text', 10, 10);
    const list = page.getByTestId('font-family');
    const family = name === 'pointer' ? 'Roboto' : 'Oswald';
    await hand.choose(list, family);
    await expect.poll(() => list.innerText()).toContain(family);
    await driver.place('text', 10, 30);
    await list.click();
    const lines = page.locator('.ant-select-dropdown:visible .ant-select-item');
    await expect.poll(async () => (await lines.allInnerTexts()).slice(0, 2)).toEqual(['Recent fonts', family]);
    await page.keyboard.press('Escape');
    await hand.choose(list, family);
    await expect.poll(async () => (await inFile('FontFamily'))['FontFamily']).toBe(family);
  });
});

test('the keys of rows and columns insert and delete them, and leave other elements alone', async () => {
  await driver.place('table', 10, 10);
  await overlay().focus();
  const size = async (): Promise<unknown> => inFile('Row', 'Column');
  for (const [keys, Row, Column] of [
    ['Control+Shift+L', '3', '2'],
    ['Control+Shift+C', '3', '3'],
    ['Control+Alt+l', '2', '3'],
    ['Control+Alt+c', '2', '2'],
  ] as const) {
    await page.keyboard.press(keys);
    expect([keys, await size()]).toEqual([keys, { Row, Column }]);
  }
  // Where no table is selected they say so.
  await driver.clear();
  await driver.place('ellipse', 10, 10);
  await overlay().focus();
  await page.keyboard.press('Control+Shift+L');
  await page.getByText('Select a table first', { exact: false }).waitFor();
});

import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { toBase64 } from '#model/kernel/base64.ts';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import type { ElementByType, ElementType } from '#model/elements/element.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { column } from '#tests/support/formulas.ts';
import { chooseFileBy, createPlainPng } from '#tests/support/answer-file-chooser.ts';
import { COMPONENT_HANDS, openEntries } from '#tests/support/component-hand.ts';
import { mountInEditor, TestCanvas, type EditorOptions, type MountedEditor } from '#tests/support/mounted-editor.tsx';

/** Specification 2, section 2: the attribute panel, control by control. Each effect is checked in the file. */
const field = (label: string): Locator => page.getByLabelText(label, { exact: true });
const group = (name: string): Locator => page.getByRole('radiogroup', { name, exact: true });
const toggle = (name: string): Locator => page.getByRole('button', { name, exact: true });

function mountPanel<T extends ElementType>(
  type: T,
  fields: Partial<ElementByType[T]> = {},
  options: EditorOptions = {},
): Promise<MountedEditor> {
  return mountInEditor(<AttributePanel />, [createTestElement(type, fields)], options);
}

describe.each(COMPONENT_HANDS)('with the $name', (hand) => {
  /** Presses the style buttons that texts and cells have in common. */
  async function setLooks(): Promise<void> {
    for (const look of ['Bold', 'Italic', 'Underline', 'Strike-through']) {
      await hand.press(toggle(look));
      await expect.element(toggle(look)).toHaveAttribute('aria-pressed', 'true');
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

  test('sets prefix and suffix, looks, direction, lines, turn and mirror of a text', async () => {
    const { inFile, session } = await mountPanel('text');
    await hand.type(field('Prefix'), 'No. ');
    await hand.type(field('Suffix'), ' kg');
    await setLooks();
    await hand.press(field('Wrap lines automatically'));
    await hand.type(field('Box width'), '25');
    expect(inFile('TextPrefix', 'TextSuffix', 'TextAutoLine', 'BoxWidth', ...Object.keys(LOOKS))).toEqual({
      TextPrefix: 'No. ',
      TextSuffix: ' kg',
      TextAutoLine: 'true',
      BoxWidth: '25',
      ...LOOKS,
    });

    await hand.pick(group('Writing direction'), 'Vertical');
    await hand.type(field('Box height'), '30');
    await hand.pick(group('Alignment'), 'Justify');
    await hand.pick(group('Rotation'), '90°');
    await hand.press(toggle('Mirror'));
    expect(inFile('TextArrange', 'BoxWidth', 'TextAlign', 'Rotate', 'MirrorImage')).toEqual({
      TextArrange: '1',
      BoxWidth: '30',
      TextAlign: '3',
      Rotate: '90',
      MirrorImage: 'true',
    });
    // Undo reverts them one by one, the last first.
    session.editor.undo();
    session.editor.undo();
    expect(inFile('Rotate', 'MirrorImage', 'TextAlign')).toEqual({
      Rotate: '0',
      MirrorImage: 'false',
      TextAlign: '3',
    });
  });

  test('declares the values of a bound text, and leaves the file of others as it is', async () => {
    const { inFile } = await mountPanel('text', { sources: [column('name')] });
    expect(inFile('ValueAlphabet', 'MaxValueLength')).toEqual({ ValueAlphabet: undefined, MaxValueLength: undefined });
    await hand.choose(page.getByRole('combobox', { name: 'Characters' }), 'Capitals and digits');
    await hand.type(field('Longest value'), '24');
    expect(inFile('ValueAlphabet', 'MaxValueLength')).toEqual({
      ValueAlphabet: 'CapitalsAndDigits',
      MaxValueLength: '24',
    });
    await hand.choose(page.getByRole('combobox', { name: 'Characters' }), 'From the rows');
    await hand.type(field('Longest value'), '0');
    expect(inFile('ValueAlphabet', 'MaxValueLength')).toEqual({ ValueAlphabet: undefined, MaxValueLength: undefined });
  });

  test('declares no values of a text that is the same on every label', async () => {
    await mountPanel('text');
    await expect.element(field('Prefix')).toBeVisible();
    expect(page.getByText('Possible values').elements()).toEqual([]);
  });

  test('fits a text to its box within limits of size and width, and leaves the file of another text as it is', async () => {
    const { inFile } = await mountPanel('text');
    expect(inFile('TextFit', 'MinFontSize')).toEqual({ TextFit: undefined, MinFontSize: undefined });
    const fit = page.getByRole('combobox', { name: 'Fit to box' });
    await hand.choose(fit, 'Shrink or enlarge');
    await hand.type(field('Smallest size'), '6');
    await hand.type(field('Largest size'), '40');
    expect(inFile('TextFit', 'MinFontSize', 'MaxFontSize')).toEqual({
      TextFit: '2',
      MinFontSize: '6',
      MaxFontSize: '40',
    });
    await hand.choose(fit, 'Condense');
    await hand.type(field('Smallest width'), '55');
    expect(inFile('TextFit', 'MinTextWidth')).toEqual({ TextFit: '3', MinTextWidth: '55' });
    await hand.choose(page.getByRole('combobox', { name: 'Size group' }), 'B');
    expect(inFile('TextSizeGroup')).toEqual({ TextSizeGroup: 'B' });
  });

  test.each(['text', 'timeText'] as const)('sets a %s that changes its size in one size on all rows', async (type) => {
    const { inFile } = await mountPanel(type);
    const fit = page.getByRole('combobox', { name: 'Fit to box' });
    const same = field('Same size on all rows');
    await hand.choose(fit, 'End with');
    expect(same.elements()).toEqual([]);
    await hand.choose(fit, 'Condense');
    const hint = page.getByText(/The canvas shows this row’s own size/);
    expect(hint.elements()).toEqual([]);
    await hand.press(same);
    expect(inFile('SameSizeInRun')).toEqual({ SameSizeInRun: 'true' });
    await expect.element(hint).toBeVisible();
    await hand.press(same);
    expect(inFile('SameSizeInRun')).toEqual({ SameSizeInRun: undefined });
  });

  test('sets the offsets of a time text, and the present sets date and time', async () => {
    const { inFile } = await mountPanel('timeText');
    await hand.type(field('Days added'), '3');
    await hand.type(field('Minutes added'), '-90');
    expect(inFile('DayOffset', 'MinuteOffset')).toEqual({ DayOffset: '3', MinuteOffset: '-90' });

    await hand.pick(group('Clock'), 'Fixed time');
    await userEvent.fill(field('Choose the date'), '2001-02-03');
    await userEvent.fill(field('Choose the time'), '04:05:06');
    expect(inFile('TimeType', 'SelectDate', 'SelectTime')).toEqual({
      TimeType: '1',
      SelectDate: '2001/02/03',
      SelectTime: '04:05:06',
    });
    const before = Date.now();
    await hand.pick(group('Clock'), 'Current time');
    const now = inFile('TimeType', 'SelectDate', 'SelectTime');
    expect(now['TimeType']).toBe('0');
    const set = new Date(`${(now['SelectDate'] ?? '').replaceAll('/', '-')}T${now['SelectTime']}`).getTime();
    expect(set).toBeGreaterThan(before - 2000);
    expect(set).toBeLessThan(Date.now() + 1000);

    await hand.pick(group('Writing direction'), 'Vertical');
    await hand.press(toggle('Bold'));
    await hand.pick(group('Alignment'), 'Center');
    expect(inFile('TextArrange', 'Bold', 'TextAlign')).toEqual({ TextArrange: '1', Bold: 'true', TextAlign: '0' });
  });

  test('sets place and size of the number of a barcode, and rejects a size that is too large', async () => {
    const { inFile } = await mountPanel('barcode');
    await hand.type(field('Content'), 'AB');
    await hand.pick(group('Alignment'), 'Right');
    await hand.pick(group('Position'), 'Above');
    expect(inFile('BarcodeNumPosition', 'TextAlign')).toEqual({ BarcodeNumPosition: '2', TextAlign: '2' });
    await hand.pick(group('Alignment'), 'Justify');
    expect(inFile('TextAlign')).toEqual({ TextAlign: '3' });
    await hand.pick(group('Alignment'), 'Center');

    await hand.type(field('Font size'), '9');
    expect(inFile('FontSize')).toEqual({ FontSize: '9' });
    await hand.type(field('Font size'), '100');
    await expect.element(page.getByText('please stretch the barcode', { exact: false }).first()).toBeVisible();
    await expect.element(field('Font size')).toHaveValue('9.0');

    await hand.pick(group('Position'), 'None');
    await expect.element(field('Font size')).toBeDisabled();
    expect(inFile('BarcodeNumPosition', 'FontSize')).toEqual({ BarcodeNumPosition: '0', FontSize: '9' });
    await hand.pick(group('Position'), 'Below');
    await expect.element(field('Font size')).toBeEnabled();
  });

  test('offers to fill up or cut numbers of a wrong length for symbologies of one length only', async () => {
    const { inFile } = await mountPanel('barcode');
    const rule = page.getByRole('combobox', { name: 'Wrong length' });
    await expect.element(rule).not.toBeInTheDocument();
    await hand.choose(page.getByTestId('symbology'), 'EAN-13');
    await hand.choose(rule, 'Pad with zeros');
    expect(inFile('SymbolOptions')).toEqual({ SymbolOptions: 'wrongLength=pad' });
    await hand.choose(page.getByTestId('symbology'), 'Code 93');
    await expect.element(rule).not.toBeInTheDocument();
    expect(inFile('SymbolOptions')).toEqual({ SymbolOptions: undefined });
  });

  test('sets the level of a code of two dimensions if it has one', async () => {
    const { inFile } = await mountPanel('qrcode');
    const level = (): string | undefined => inFile('ErrorCorrectionLevel')['ErrorCorrectionLevel'];
    expect(level()).toBe('15');
    await hand.pick(group('Error correction'), 'Q');
    expect(level()).toBe('25');
    await hand.pick(group('Error correction'), 'H');
    expect(level()).toBe('30');
    await hand.choose(page.getByTestId('symbology'), 'PDF417');
    await hand.choose(page.getByRole('combobox', { name: 'Error correction' }), '5');
    expect(inFile('QrCodeType', 'ErrorCorrectionLevel')).toEqual({ QrCodeType: '2', ErrorCorrectionLevel: '5' });
    await hand.choose(page.getByTestId('symbology'), 'Data Matrix');
    await expect.element(page.getByLabelText('Error correction')).not.toBeInTheDocument();
  });

  test('sets place, alignment and size of the number of a code of two dimensions, which has none at first', async () => {
    const { inFile } = await mountPanel('qrcode');
    expect(inFile('BarcodeNumPosition')).toEqual({ BarcodeNumPosition: '0' });
    await expect.element(field('Font size')).toBeDisabled();
    await hand.pick(group('Position'), 'Below');
    await hand.type(field('Font size'), '8');
    await hand.pick(group('Alignment'), 'Stretch');
    expect(inFile('BarcodeNumPosition', 'TextAlign', 'FontSize')).toEqual({
      BarcodeNumPosition: '1',
      TextAlign: '4',
      FontSize: '8',
    });
  });

  test('sets direction, style and width of a line', async () => {
    const { inFile } = await mountPanel('line');
    const directions: unknown[] = [];
    for (const direction of ['Vertical', 'Diagonal down', 'Diagonal up']) {
      await hand.pick(group('Direction'), direction);
      directions.push(inFile('LineDirection')['LineDirection']);
    }
    expect(directions).toEqual(['LineVertical', 'LeftLine', 'RightLine']);
    await hand.pick(group('Style'), 'Dashed');
    await hand.type(field('Line width'), '1.3');
    expect(inFile('DashStyle', 'PenWidth')).toEqual({ DashStyle: '1', PenWidth: '1.3' });
    await hand.choose(page.getByRole('combobox', { name: 'End', exact: true }), 'Arrow');
    expect(inFile('StartMarker', 'EndMarker')).toEqual({ StartMarker: undefined, EndMarker: 'Arrow' });
  });

  test('sets corner radius, style and rotation of a rounded rectangle', async () => {
    const { inFile } = await mountPanel('roundRectangle');
    await hand.type(field('Corner radius'), '7.5');
    await hand.pick(group('Style'), 'Dashed');
    await hand.pick(group('Rotation'), '270°');
    expect(inFile('CornerRadius', 'DashStyle', 'Rotate')).toEqual({
      CornerRadius: '7.5',
      DashStyle: '1',
      Rotate: '-90',
    });
    await hand.press(field('Each corner'));
    await hand.type(field('Top left'), '3');
    expect(inFile('CornerRadius', 'CornerRadii')).toEqual({ CornerRadius: '7.5', CornerRadii: '3 7.5 7.5 7.5' });
    // A radius for all replaces them.
    await hand.type(field('Corner radius'), '2');
    expect(inFile('CornerRadius', 'CornerRadii')).toEqual({ CornerRadius: '2', CornerRadii: undefined });
  });

  test('fills a shape with a pattern, and makes room for none when all of it is ink', async () => {
    const { inFile } = await mountPanel('ellipse');
    await expect.element(group('Density')).not.toBeInTheDocument();
    await hand.choose(page.getByRole('combobox', { name: 'Pattern', exact: true }), 'Crossed diagonals');
    await hand.pick(group('Density'), 'Dark');
    const fill = ['Fill', 'FillPattern', 'FillDensity'];
    expect(inFile(...fill)).toEqual({ Fill: 'false', FillPattern: 'Cross', FillDensity: 'Dark' });
    await hand.press(field('Filled'));
    await expect.element(page.getByRole('combobox', { name: 'Pattern', exact: true })).not.toBeInTheDocument();
    expect(inFile(...fill)).toEqual({ Fill: 'true', FillPattern: 'Cross', FillDensity: 'Dark' });
    await hand.press(field('Filled'));
    await hand.choose(page.getByRole('combobox', { name: 'Pattern', exact: true }), 'None');
    await expect.element(group('Density')).not.toBeInTheDocument();
    expect(inFile(...fill)).toEqual({ Fill: 'false', FillPattern: undefined, FillDensity: 'Dark' });
  });

  test('makes a figure a star, a polygon, an arrow or a bracket, with its own numbers', async () => {
    const { inFile } = await mountPanel('figure');
    await hand.type(field('Points'), '12');
    await hand.type(field('Inner radius'), '75');
    expect(inFile('Figure', 'Points', 'InnerRadius')).toEqual({ Figure: 'Star', Points: '12', InnerRadius: '75' });
    await hand.pick(group('Form'), 'Polygon');
    await expect.element(field('Points')).not.toBeInTheDocument();
    await hand.type(field('Sides'), '9');
    expect(inFile('Figure', 'Sides', 'Points')).toEqual({ Figure: 'Polygon', Sides: '9', Points: '12' });
    await hand.pick(group('Form'), 'Arrow');
    await hand.choose(page.getByRole('combobox', { name: 'Direction', exact: true }), 'Both ways');
    await hand.type(field('Head length'), '90');
    await hand.type(field('Shaft width'), '30');
    expect(inFile('Figure', 'Direction', 'HeadLength', 'ShaftWidth')).toEqual({
      Figure: 'Arrow',
      Direction: 'Both',
      HeadLength: '90',
      ShaftWidth: '30',
    });
    await hand.pick(group('Form'), 'Bracket');
    await expect.element(field('Filled')).not.toBeInTheDocument();
    await hand.pick(group('Bracket'), 'Round');
    await hand.pick(group('Side'), 'Right');
    expect(inFile('Figure', 'Bracket', 'Side')).toEqual({ Figure: 'Bracket', Bracket: 'Round', Side: 'Right' });
  });

  test('covers the whole label with an image, rotates, mirrors, fits and converts it', async () => {
    const { inFile } = await mountPanel('image');
    await hand.press(toggle('Fit to label'));
    expect(inFile('StartX', 'StartY', 'ISParticipating')).toEqual({
      StartX: '0',
      StartY: '0',
      ISParticipating: 'true',
    });
    await expect.element(page.getByTestId('field-width')).toHaveValue('100.000');
    await expect.element(page.getByTestId('field-height')).toHaveValue('80.000');
    await hand.pick(group('Rotation'), '180°');
    await hand.press(toggle('Mirror'));
    await hand.pick(group('Fit'), 'Contain');
    await hand.choose(page.getByRole('combobox', { name: 'Conversion' }), 'Sharp (level)');
    await hand.type(field('Level'), '90');
    await hand.type(field('Brightness'), '25');
    await hand.type(field('Gamma'), '1.5');
    await hand.press(field('Make a color transparent'));
    await hand.type(field('Tolerance'), '40');
    await hand.pick(group('Shape'), 'Rounded');
    await hand.type(field('Corner radius'), '3');
    const edits = { Brightness: '25', Gamma: '1.5', ClearColor: '#ffffff', ClearTolerance: '40' };
    const shape = { ImageMask: '1', MaskRadius: '3' };
    expect(inFile(...Object.keys(edits), ...Object.keys(shape))).toEqual({ ...edits, ...shape });
    await hand.press(toggle('Reset'));
    await expect.element(toggle('Reset')).toBeDisabled();
    expect(inFile('Brightness', 'Gamma', 'ClearColor')).toEqual({
      Brightness: undefined,
      Gamma: undefined,
      ClearColor: '#ffffff',
    });
    expect(inFile('Rotate', 'MirrorImage', 'imageDisplayMode', 'OneBitThreshold')).toEqual({
      Rotate: '180',
      MirrorImage: 'true',
      imageDisplayMode: '1',
      OneBitThreshold: '90',
    });
  });

  test('cuts off a side of an image, at the same scale, and its empty edges', async () => {
    const { inFile } = await mountPanel('image', { widthMm: 40, heightMm: 20 });
    await hand.type(field('Crop left'), '25');
    expect(inFile('CropLeft')).toEqual({ CropLeft: '0.25' });
    await expect.element(page.getByTestId('field-width')).toHaveValue('30.000');
    await expect.element(page.getByTestId('field-height')).toHaveValue('20.000');
    await hand.type(field('Crop right'), '60');
    expect(inFile('CropRight')).toEqual({ CropRight: '0.6' });
    await chooseFileBy(() => hand.press(toggle('Replace image…')), 'white.png', await createPlainPng(40, 20, 'white'));
    await expect.poll(() => inFile('CropRight')).toEqual({ CropRight: undefined });
    await hand.type(field('Crop top'), '50');
    await hand.press(toggle('Trim empty edges'));
    await expect.poll(() => inFile('CropTop')).toEqual({ CropTop: undefined });
  });

  test('replaces an image, and shows eight handles when its proportions are not kept, otherwise one', async () => {
    const { file } = await mountInEditor(
      <>
        <TestCanvas />
        <AttributePanel />
      </>,
      [createTestElement('image', { keepProportion: false })],
    );
    const handles = (): number => document.querySelectorAll('.ed-handle-hit:not(.ed-rotate-hit)').length;
    await expect.poll(handles).toBe(8);
    await hand.press(field('Keep proportions'));
    await expect.poll(handles).toBe(1);
    const picture = await createPlainPng(40, 20, 'red');
    await chooseFileBy(() => hand.press(toggle('Replace image…')), 'red.png', picture);
    await expect.poll(file).toContain(toBase64(picture));
  });

  test('opens the pickers of a date and a time, and shows or hides both', async () => {
    const { inFile } = await mountPanel('timeText');
    await hand.pick(group('Clock'), 'Fixed time');
    const [date, time] = [field('Choose the date'), field('Choose the time')];
    if (hand.name === 'keyboard') {
      await hand.type(date, '02282031');
      await hand.type(time, '030405PM');
    } else {
      // The browser's own calendar opens over the page; the arrow moves to the next day.
      await userEvent.fill(date, '2031-02-27');
      const { width, height } = date.element().getBoundingClientRect();
      await userEvent.click(date, { position: { x: width - 12, y: height / 2 } });
      await userEvent.keyboard('{ArrowRight}{Enter}');
      await userEvent.click(time, { position: { x: 14, y: height / 2 } });
      await userEvent.keyboard('030405PM');
    }
    await expect
      .poll(() => inFile('SelectDate', 'SelectTime'))
      .toEqual({ SelectDate: '2031/02/28', SelectTime: '15:04:05' });
    for (const box of ['Date', 'Time']) {
      const tick = page.getByRole('checkbox', { name: box, exact: true });
      await hand.press(tick);
      await expect.element(tick).not.toBeChecked();
      await hand.press(tick);
      await expect.element(tick).toBeChecked();
    }
    await hand.pick(group('Clock'), 'Current time');
    await expect.element(date).not.toBeInTheDocument();
  });

  test('sets styles and sizes of the cells of a table, and rejects a row below 0.5 mm', async () => {
    const { inFile, file } = await mountPanel('table');
    await setLooks();
    await hand.press(field('Mirror the text in the cell'));
    await hand.type(field('Column width'), '22');
    await hand.type(field('Row height'), '9.5');
    expect(inFile('CellWidth', 'CellHeight', 'MirrorImage', ...Object.keys(LOOKS))).toMatchObject({
      CellWidth: '22,22',
      CellHeight: '9.5,9.5',
    });
    for (const [attribute, value] of Object.entries({ ...LOOKS, MirrorImage: 'true' })) {
      const inCells = new RegExp(` ${attribute}="${value.replace('.', '\\.')}"`, 'g');
      expect([attribute, file().match(inCells)?.length]).toEqual([attribute, 4]);
    }
    // Specification 2, section 5: the size stays in view with the reason, Esc reverts it.
    await hand.type(field('Row height'), '0.2');
    await expect.element(page.getByRole('alert').filter({ hasText: 'From 0.5' })).toBeVisible();
    expect(inFile('CellHeight')).toEqual({ CellHeight: '9.5,9.5' });
    await userEvent.click(field('Row height'));
    await userEvent.keyboard('{Escape}');
    await expect.element(field('Row height')).toHaveValue('9.500');
    await hand.pick(group('Rotation'), '90°');
    expect(inFile('Rotate')).toEqual({ Rotate: '90' });
  });

  test('lists the recent fonts first', async () => {
    localStorage.removeItem('recentFonts');
    const { inFile } = await mountPanel('text');
    const list = page.getByTestId('font-family');
    await hand.choose(list, 'Oswald');
    await expect.element(list).toHaveTextContent('Oswald');
    expect(inFile('FontFamily')).toEqual({ FontFamily: 'Oswald' });
    await userEvent.click(list);
    const firstEntries = (): string[] =>
      openEntries()
        .slice(0, 2)
        .map((one) => one.innerText);
    await expect.poll(firstEntries).toEqual(['Recent fonts', 'Oswald']);
  });
});

test('the keys of rows and columns insert and delete them, and do not affect other elements', async () => {
  const table = createTestElement('table');
  const { inFile, session } = await mountInEditor(<TestCanvas />, [table, createTestElement('ellipse')]);
  session.editor.select([table.id]);
  for (const [keys, Row, Column] of [
    ['{Control>}{Shift>}L{/Shift}{/Control}', '3', '2'],
    ['{Control>}{Shift>}C{/Shift}{/Control}', '3', '3'],
    ['{Control>}{Alt>}l{/Alt}{/Control}', '2', '3'],
    ['{Control>}{Alt>}c{/Alt}{/Control}', '2', '2'],
  ] as const) {
    await userEvent.keyboard(keys);
    expect([keys, inFile('Row', 'Column')]).toEqual([keys, { Row, Column }]);
  }
  // When no table is selected they say so.
  session.editor.select(
    session.editor
      .state()
      .template.elements.slice(1)
      .map(({ id }) => id),
  );
  await userEvent.keyboard('{Control>}{Shift>}L{/Shift}{/Control}');
  await expect.element(page.getByText('Select a table first', { exact: false })).toBeVisible();
});

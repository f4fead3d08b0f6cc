import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { LabelElement } from '#model/elements/element.ts';
import { labelToCanvas } from '#editor/viewport.ts';
import { RowStepper } from '#app/editor/data/RowStepper.tsx';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import { MemberDialog } from '#app/ui/MemberDialog.tsx';
import { WorkArea } from '#app/editor/frame/WorkArea.tsx';
import { chooseFileBy, chooseWorkbookBy } from '#tests/support/answer-file-chooser.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { COMPONENT_HANDS, openEntries, untilPageIdle, type ComponentHand } from '#tests/support/component-hand.ts';
import { mountInEditor, TestCanvas, type MountedEditor } from '#tests/support/mounted-editor.tsx';

const kinds = page.getByTestId('source-kind');
const table = page.getByTestId('data-table');
const button = (within: Locator, name: string): Locator => within.getByRole('button', { name, exact: true });

/** The panel of a text, above the rows of its spreadsheets. */
function mountText(): Promise<MountedEditor> {
  return mountInEditor(
    <>
      <div style={{ height: 420, display: 'flex' }}>
        <AttributePanel />
      </div>
      <div style={{ height: 370, display: 'flex' }}>
        <WorkArea>{null}</WorkArea>
      </div>
    </>,
    [createTestElement('text')],
  );
}

/** The same, bound to column Name of the goods. */
async function mountBound(hand: ComponentHand): Promise<MountedEditor> {
  const mounted = await mountText();
  await hand.choose(kinds, 'Spreadsheet');
  await chooseWorkbookBy(() => hand.press(page.getByTestId('choose-spreadsheet')), 'goods.xlsx');
  await expect.element(page.getByTestId('table-count')).toHaveTextContent('40 rows');
  return mounted;
}

describe.each(COMPONENT_HANDS)('with the $name', (hand) => {
  test('sets type, start, step and repeat of a sequence', async () => {
    const { inFile } = await mountText();
    await hand.choose(kinds, 'Sequence');
    await hand.choose(page.getByTestId('sequence-type'), 'Digits and letters');
    await hand.type(page.getByTestId('sequence-initial'), '0X');
    await hand.type(page.getByTestId('sequence-step'), '2');
    await hand.stepUp(page.getByTestId('sequence-step'));
    await hand.type(page.getByTestId('sequence-repeat'), '4');
    await hand.stepUp(page.getByTestId('sequence-repeat'));
    await expect
      .poll(() => inFile('SequenceType', 'InitialValue', 'AddedValue', 'Quantity'))
      .toEqual({ SequenceType: '3', InitialValue: '0X', AddedValue: '3', Quantity: '5' });
  });

  test('a formula shows its value for the spreadsheet selected in its card', async () => {
    const { file } = await mountText();
    await hand.choose(kinds, 'Formula');
    await hand.type(page.getByTestId('formula-input'), '{upper(Name)}');
    await chooseWorkbookBy(() => hand.press(page.getByTestId('choose-spreadsheet')), 'formula.xlsx');
    await expect.element(page.getByTestId('formula-value').getByText('ITEM 1', { exact: true })).toBeVisible();
    // The first row's value is shown when the file is missing.
    await expect.poll(file).toContain('FirstValue="Item 1"');
  });

  test('binds a text to a column of a sheet', async () => {
    const { file } = await mountBound(hand);
    await hand.choose(page.getByTestId('data-sheet'), 'Shops');
    await expect.element(page.getByTestId('data-column')).toHaveTextContent('Shop');
    await hand.choose(page.getByTestId('data-column'), 'Town');
    await expect.poll(file).toContain('FirstValue="Kiel"');
    await hand.choose(page.getByTestId('data-sheet'), 'Goods');
    await hand.choose(page.getByTestId('data-column'), 'Name');
    await expect.poll(file).toContain('FirstValue="Item 1"');
  });

  test('searches and filters the table, and steps through its rows', async () => {
    await mountBound(hand);
    const count = page.getByTestId('table-count');
    await hand.type(page.getByTestId('table-search'), 'blue');
    await expect.element(count).toHaveTextContent('20 of 40 rows');
    await hand.press(page.getByTestId('table-clear'));
    await expect.element(count).toHaveTextContent('40 rows');
    const form = page.getByRole('dialog', { name: 'Filter: Qty' });
    await hand.press(button(table, 'Filter Qty'));
    await hand.choose(form.getByTestId('filter-test'), 'is less than');
    await hand.type(form.getByTestId('filter-value'), '1');
    await hand.press(button(form, 'Apply'));
    await expect.element(count).toHaveTextContent('14 of 40 rows');
    await hand.press(button(table, 'Filter Qty'));
    await hand.press(button(form, 'Remove'));
    await expect.element(count).toHaveTextContent('40 rows');
    const row = page.getByTestId('table-row');
    await expect.element(row).toHaveTextContent('2');
    await hand.press(page.getByTestId('table-next'));
    await expect.element(row).toHaveTextContent('3');
    await hand.press(page.getByTestId('table-previous'));
    await expect.element(row).toHaveTextContent('2');
  });

  test('maps the columns that have other names in a newer file', async () => {
    const { file } = await mountBound(hand);
    await chooseWorkbookBy(() => hand.press(page.getByTestId('table-replace')), 'newer.xlsx', 'Article');
    await hand.press(button(page.getByRole('dialog'), 'Use this file'));
    const notice = table.getByText('A column of the label is not in this file: Name');
    await expect.element(notice).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Match columns' });
    await hand.press(page.getByTestId('map-columns'));
    await hand.press(button(dialog, 'Cancel'));
    await expect.element(dialog).not.toBeInTheDocument();
    await hand.press(page.getByTestId('map-columns'));
    await hand.choose(dialog.getByTestId('gone-0'), 'Leave as it is');
    await hand.choose(dialog.getByTestId('gone-0'), 'Article');
    await hand.press(button(dialog, 'Use these columns'));
    await expect.element(notice).not.toBeInTheDocument();
    expect(file()).toMatch(/"Article"/);
  });

  test('a workbook is read without its hidden rows and columns, and with the selected headings', async () => {
    const { session } = await mountBound(hand);
    session.editor.select([]);
    const dialog = page.getByRole('dialog', { name: 'Import settings' });
    const heading = (words: string): Locator => dialog.getByRole('columnheader', { name: words, exact: true });
    const second = dialog.getByRole('cell', { name: 'Item 2', exact: true });
    await hand.press(page.getByTestId('sheet-reading'));
    await expect.element(second).toBeVisible();
    await hand.press(dialog.getByRole('checkbox', { name: 'Leave out rows that the spreadsheet hides' }));
    await expect.element(second).not.toBeInTheDocument();
    await expect.element(heading('Qty')).toBeVisible();
    await hand.press(dialog.getByRole('checkbox', { name: 'Leave out columns that the spreadsheet hides' }));
    await expect.element(heading('Qty')).not.toBeInTheDocument();
    await hand.type(dialog.getByLabelText('Rows with headings'), '0');
    await expect.element(heading('C')).toBeVisible();
    await hand.stepUp(dialog.getByLabelText('Rows with headings'));
    await expect.element(heading('Colour')).toBeVisible();
    await hand.type(dialog.getByLabelText('Rows above them'), '1');
    await expect.element(heading('red')).toBeVisible();
    await hand.press(button(dialog, 'Cancel'));
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('a text file is read with the selected encoding and characters', async () => {
    const { session } = await mountText();
    session.editor.select([]);
    const csv = new TextEncoder().encode("Straße#Nr\n'a#b'#2\n");
    await chooseFileBy(() => hand.press(page.getByTestId('sheet-file')), 'text.csv', csv);
    const dialog = page.getByRole('dialog', { name: 'Import settings' });
    const heading = (words: string): Locator => dialog.getByRole('columnheader', { name: words, exact: true });
    const list = (name: string): Locator => dialog.getByRole('combobox', { name, exact: true });
    await hand.press(page.getByTestId('sheet-reading'));
    await expect.element(dialog.getByRole('region', { name: 'First rows' })).toBeVisible();
    await hand.choose(list('Encoding'), 'Unicode UTF-8');
    await hand.choose(list('Between the cells'), 'Another character');
    await hand.type(dialog.getByRole('textbox', { name: 'Another character' }), '#');
    await expect.element(heading('Straße')).toBeVisible();
    await hand.choose(list('Around texts'), "'");
    await expect.element(dialog.getByRole('cell', { name: 'a#b', exact: true })).toBeVisible();
    await hand.press(button(dialog, 'Apply'));
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

test('a user who may not save a label with spreadsheet data is notified when selecting a spreadsheet', async () => {
  localStorage.setItem('userInfo', JSON.stringify({ userid: 'u1', name: 'Ana' }));
  onTestFinished(() => localStorage.removeItem('userInfo'));
  const asked = vi.fn<() => unknown>(() => ({ list: [] }));
  const { inFile } = await mountInEditor(
    <>
      <AttributePanel />
      <MemberDialog />
    </>,
    [createTestElement('text')],
    { answers: { privilegeList: asked } },
  );
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await untilPageIdle();
  const [hand] = COMPONENT_HANDS;
  if (hand === undefined) return;
  await hand.choose(kinds, 'Spreadsheet');
  await chooseWorkbookBy(() => hand.press(page.getByTestId('choose-spreadsheet')), 'goods.xlsx');
  const dialog = page.getByRole('dialog', { name: 'Members only' });
  const dialogText = (): string => dialog.query()?.textContent ?? '';
  await expect.poll(dialogText).toContain('Only members can save labels with data from a spreadsheet');
  await hand.press(button(dialog, 'Cancel'));
  await expect.element(dialog).not.toBeInTheDocument();
  // It is bound all the same: everyone may print it.
  await expect.poll(() => inFile('FirstValue')['FirstValue']).toBe('Item 1');
  await chooseWorkbookBy(() => hand.press(page.getByTestId('choose-spreadsheet')), 'more.xlsx', 'Heading');
  await expect.element(page.getByTestId('data-column')).toHaveTextContent('Heading');
  await untilPageIdle();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('proposes the column with the element’s name, and typing finds another one', async () => {
  const { file } = await mountInEditor(<AttributePanel />, [createTestElement('text', { name: 'Qty 3' })]);
  await userEvent.click(kinds);
  await userEvent.click(openEntries().find((entry) => entry.innerText === 'Spreadsheet') ?? expect.fail('no entry'));
  await chooseWorkbookBy(() => userEvent.click(page.getByTestId('choose-spreadsheet')), 'goods.xlsx');
  await expect.element(page.getByTestId('data-column')).toHaveTextContent('Qty');
  await userEvent.click(page.getByTestId('data-column'));
  await userEvent.keyboard('nam{Enter}');
  await expect.poll(file).toContain('FirstValue="Item 1"');
});

describe('the heading of a dragged column', () => {
  async function mountTable(elements: readonly LabelElement[]): Promise<MountedEditor> {
    const mounted = await mountInEditor(
      <>
        <TestCanvas />
        <div style={{ height: 370, display: 'flex' }}>
          <WorkArea>{null}</WorkArea>
        </div>
      </>,
      elements,
    );
    mounted.session.editor.select([]);
    await mounted.session.data.open(new File(['Name,Qty\nItem 1,7\nItem 2,8\n'], 'goods.csv'));
    await expect.element(page.getByTestId('table-count')).toHaveTextContent('2 rows');
    return mounted;
  }
  function drag(column: string, session: MountedEditor['session'], xMm: number, yMm: number): Promise<void> {
    const targetPosition = labelToCanvas(session.editor.state().viewport, { x: xMm, y: yMm });
    return userEvent.dragAndDrop(
      page.getByRole('columnheader').filter({ hasText: column }),
      page.getByTestId('canvas-overlay'),
      { targetPosition },
    );
  }

  test('binds the element that it is dropped on, in one undo step', async () => {
    const element = createTestElement('text', { xMm: 40, yMm: 30 });
    const { session, file } = await mountTable([element]);
    await untilPageIdle();
    await drag('Name', session, 42, 32);
    await expect.poll(file).toContain('ColumnName="Name"');
    await expect.poll(file).toContain('FirstValue="Item 1"');
    expect(session.editor.state().selection).toEqual([element.id]);
    expect(session.editor.state().template.elements).toHaveLength(1);
    session.editor.undo();
    expect(file()).not.toContain('ColumnName="Name"');
    expect(session.editor.state().canUndo).toBe(false);
  });

  test('creates a bound text when it is dropped on the empty label, in one undo step', async () => {
    const { session, file } = await mountTable([]);
    await drag('Qty', session, 50, 40);
    await expect.poll(file).toContain('ColumnName="Qty"');
    expect(session.editor.state().template.elements).toMatchObject([{ type: 'text' }]);
    expect(session.editor.state().selection).toHaveLength(1);
    session.editor.undo();
    expect(session.editor.state().template.elements).toEqual([]);
  });

  test('still changes its width by its edge', async () => {
    const { file } = await mountTable([]);
    const heading = page.getByRole('columnheader').filter({ hasText: 'Name' });
    const before = heading.element().getBoundingClientRect().width;
    await userEvent.dragAndDrop(heading.element().querySelector('.tg-edge') ?? expect.fail('no edge'), heading, {
      targetPosition: { x: before - 30, y: 10 },
    });
    await expect.poll(() => heading.element().getBoundingClientRect().width).toBeLessThan(before);
    expect(file()).not.toContain('ColumnName=');
  });
});

test('the position of a row among the rows is entered, and its spreadsheet number is shown next to it', async () => {
  const { session } = await mountInEditor(
    <>
      <AttributePanel />
      <RowStepper />
    </>,
    [createTestElement('text')],
  );
  await userEvent.click(kinds);
  await userEvent.click(openEntries().find((entry) => entry.innerText === 'Spreadsheet') ?? expect.fail('no entry'));
  await chooseWorkbookBy(() => userEvent.click(page.getByTestId('choose-spreadsheet')), 'goods.xlsx');
  const shown = page.getByTestId('row-label');
  await expect.poll(() => shown.query()?.textContent).toContain('of 40');
  await expect.element(page.getByTestId('sheet-row')).toHaveTextContent('row 2');
  await userEvent.click(page.getByTestId('row-next'));
  await expect.element(page.getByTestId('sheet-row')).toHaveTextContent('row 3');
  expect(session.data.state.get().row).toBe(1);
  await userEvent.fill(shown.getByRole('spinbutton', { name: 'Record number' }), '40');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByTestId('sheet-row')).toHaveTextContent('row 41');
});

test('the origins of a spreadsheet other than a file are one row of buttons, named in full', async () => {
  const { session } = await mountText();
  session.editor.select([]);
  await expect.element(page.getByTestId('sheet-query')).toBeVisible();
  const names = ['Cloud spreadsheet…', 'Paste from the clipboard', 'From a web address…', 'From a database…'];
  const boxes = names.map((name) => {
    const shown = page.getByRole('button', { name, exact: true }).element();
    expect(name.toLowerCase()).toContain(shown.textContent?.toLowerCase());
    expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth);
    return shown.getBoundingClientRect();
  });
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  expect(page.getByTestId('sheet-file').element().getBoundingClientRect().bottom).toBeLessThan(boxes[0]?.top ?? 0);
});

test('the encoding that an HTML page declares wrongly, or of a SYLK file, can be chosen', async () => {
  const [hand] = COMPONENT_HANDS;
  if (hand === undefined) return;
  const { session } = await mountText();
  session.editor.select([]);
  const encoding = page.getByRole('dialog').getByRole('combobox', { name: 'Encoding', exact: true });
  /** Opens a file with "Ш 12" in Windows 1251 below its heading, and its import settings. */
  async function open(name: string, before: string, after: string): Promise<void> {
    const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
    const cell = Uint8Array.of(0xd8, 0x20, 0x31, 0x32);
    const bytes = new Uint8Array(await new Blob([ascii(before), cell, ascii(after)] as BlobPart[]).arrayBuffer());
    await chooseFileBy(() => hand?.press(page.getByTestId('sheet-file')) ?? Promise.resolve(), name, bytes);
  }
  const cell = (text: string): Locator => page.getByRole('dialog').getByRole('cell', { name: text, exact: true });
  await open('page.xls', '<meta charset="windows-1252"><table><tr><td>Name</td></tr><tr><td>', '</td></tr></table>');
  await hand.press(page.getByTestId('sheet-reading'));
  await expect.element(cell('Ø 12')).toBeVisible();
  await userEvent.click(encoding);
  await userEvent.keyboard('1251{Enter}');
  await expect.element(cell('Ш 12')).toBeVisible();
  await hand.press(button(page.getByRole('dialog'), 'Apply'));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await untilPageIdle();

  await open('list.slk', 'ID;PWXL;N;E\r\nC;Y1;X1;K"Name"\r\nC;Y2;X1;K"', '"\r\nE\r\n');
  const question = page.getByRole('dialog', { name: 'Which rows look right?' });
  await question.getByTestId('encoding-windows-1252').getByRole('radio').click();
  await hand.press(button(question, 'Apply'));
  await expect.element(question).not.toBeInTheDocument();
  await untilPageIdle();
  await hand.press(page.getByTestId('sheet-reading').last());
  await expect.element(cell('Ø 12')).toBeVisible();
  await userEvent.click(encoding);
  await userEvent.keyboard('1251{Enter}');
  await expect.element(cell('Ш 12')).toBeVisible();
});

test('a double click on Paste opens one dialog', async () => {
  const { session } = await mountText();
  session.editor.select([]);
  await userEvent.dblClick(page.getByTestId('sheet-paste'));
  await untilPageIdle();
  await expect.poll(() => page.getByRole('dialog', { name: 'Paste a table' }).elements().length).toBe(1);
});

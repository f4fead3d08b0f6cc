import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '#app/editor/frame/frame.css';
import { WorkArea } from '#app/editor/frame/WorkArea.tsx';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import { COMPONENT_HANDS } from '#tests/support/component-hand.ts';
import { chooseWorkbookBy } from '#tests/support/answer-file-chooser.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor } from '#tests/support/mounted-editor.tsx';

/** Of the canvas and the table together, in CSS pixels. */
const ROOM = 400;

test('the separator of the table has its value and its limits, is 24 px large and comes before the table', async () => {
  await mountInEditor(
    <>
      <div style={{ height: 320, display: 'flex' }}>
        <AttributePanel />
      </div>
      <div style={{ height: ROOM, display: 'flex' }}>
        <WorkArea>
          <main className="ed-middle" />
        </WorkArea>
      </div>
    </>,
    [createTestElement('text')],
  );
  const [hand = expect.fail()] = COMPONENT_HANDS;
  await hand.choose(page.getByTestId('source-kind'), 'Spreadsheet');
  await chooseWorkbookBy(() => userEvent.click(page.getByTestId('choose-spreadsheet')), 'goods.xlsx');
  const separator = page.getByRole('separator', { name: 'Size of the table' });
  await expect.element(separator).toBeInTheDocument();
  const limit = (name: string): number => Number(separator.element().getAttribute(`aria-value${name}`));
  await expect.poll(() => limit('max')).toBe(ROOM - 160);
  expect(limit('min')).toBe(132);
  expect(limit('now')).toBe(232);
  const { height, width } = separator.element().getBoundingClientRect();
  expect(Math.min(height, width)).toBeGreaterThanOrEqual(24);

  const table = page.getByTestId('data-table').element();
  (separator.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => limit('now')).toBe(limit('max'));
  await expect.poll(() => table.getBoundingClientRect().height).toBe(limit('max'));
  await userEvent.keyboard('{Home}');
  await expect.poll(() => limit('now')).toBe(132);
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => limit('now')).toBe(156);
  // Tab moves from the separator into the table.
  await userEvent.keyboard('{Tab}');
  expect(table.contains(document.activeElement)).toBe(true);
  expect(document.activeElement).not.toBe(separator.element());
  expect(table.firstElementChild).toBe(separator.element());
});

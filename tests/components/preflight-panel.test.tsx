import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SideArea } from '#app/editor/frame/SideButtons.tsx';
import { WorkArea } from '#app/editor/frame/WorkArea.tsx';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import { openSideTab } from '#app/editor/session/side-tab.ts';
import { createPrintRenderer } from '#services/render/print-renderer.ts';
import { createRenderWorker } from '#services/render/create-render-worker.ts';
import type { Services } from '#app/state/services.tsx';
import { chooseWorkbookBy } from '#tests/support/answer-file-chooser.ts';
import { COMPONENT_HANDS } from '#tests/support/component-hand.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor, type MountedEditor } from '#tests/support/mounted-editor.tsx';

const status = page.getByTestId('preflight-status');
const table = page.getByTestId('data-table');

/** A text, the side panel and the rows of the spreadsheet, with the real renderer. */
function mountLabel(): Promise<MountedEditor> {
  const services = {
    createPrintRenderer: () => createPrintRenderer({ createWorker: createRenderWorker, fonts: () => [] }),
    assistant: { printers: () => Promise.resolve({ ok: true, value: [] }) },
    devices: { list: () => Promise.resolve([]) },
  };
  return mountInEditor(
    <>
      <div style={{ height: 320, display: 'flex' }}>
        <SideArea />
        <AttributePanel />
      </div>
      <div style={{ height: 370, display: 'flex' }}>
        <WorkArea>{null}</WorkArea>
      </div>
    </>,
    [createTestElement('text')],
    { services: services as unknown as Partial<Services> },
  );
}

test.each(COMPONENT_HANDS)('the table starts the preflight and lists only the rejected rows ($name)', async (hand) => {
  openSideTab('preflight');
  const { session } = await mountLabel();
  try {
    // The panel was open at the last visit: nothing is checked before the user asks.
    await expect.element(status).toHaveTextContent('Not checked yet.');
    await hand.choose(page.getByTestId('source-kind'), 'Spreadsheet');
    await chooseWorkbookBy(() => hand.press(page.getByTestId('choose-spreadsheet')), 'goods.xlsx');
    await expect.element(page.getByTestId('table-count')).toHaveTextContent('40 rows');
    // The workbook hides one of them, which prints like the others: the table and the preflight say so.
    const note = 'Rows that the spreadsheet filters out or hides, and that are printed: 1.';
    await expect.element(table.getByTestId('hidden-rows')).toHaveTextContent(note);
    await expect.element(page.getByTestId('preflight').getByTestId('hidden-rows')).toHaveTextContent(note);
    expect(session.preflight.state.get().phase).toBe('idle');
    await table.getByRole('gridcell', { name: 'Item 5', exact: true }).first().dblClick();
    await page.getByTestId('cell-input').fill('far too long for the label, '.repeat(12));
    await expect.element(page.getByTestId('check-rows')).not.toBeInTheDocument();
    openSideTab(null);
    await hand.press(page.getByTestId('check-rows'));
    await expect.element(status).toHaveTextContent('40 of 40 rows checked. 1 label would not be printed.');
    await hand.press(table.getByRole('checkbox', { name: 'Only rows with problems' }));
    await expect.element(page.getByTestId('table-count')).toHaveTextContent('1 of 40 rows');
  } finally {
    openSideTab(null);
  }
});

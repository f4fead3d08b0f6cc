import type { JSX } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fieldKey } from '#model/data/record.ts';
import { PLAIN_NUMBERING } from '#model/data/row-numbering.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { createLabelAttributes } from '#app/state/label-attributes.ts';
import type { LabelIdentity } from '#app/state/save-label.ts';
import { useSaving } from '#app/editor/save/use-saving.tsx';
import { createRenderClient } from '#services/render/render-client.ts';
import { createRenderWorker } from '#services/render/create-render-worker.ts';
import type { SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { mountInEditor } from '#tests/support/mounted-editor.tsx';

const SHEET = {
  name: 'Rows',
  hidden: false,
  columns: ['Name'],
  rowCount: 1,
  numbering: PLAIN_NUMBERING,
  hiddenRowCount: 0,
  hiddenColumnCount: 0,
};
const SOURCE: ColumnSource = {
  type: 'column',
  connection: 'a',
  fileName: 'a.xlsx',
  reading: undefined,
  sheet: 'Rows',
  column: 'Name',
  firstValue: 'Value in the file',
  text: '',
};

const attributes = createLabelAttributes(createTestTemplate([]).label);
const IDENTITY: LabelIdentity = { attributes: { ...attributes, parentId: 'folder' }, status: 'add', userId: 'u' };
const nothing = (): Promise<void> => Promise.resolve();
const CLOUD = { rest: nothing, resume: (): void => undefined };

function SaveButton(): JSX.Element {
  const { busy, save } = useSaving(IDENTITY, nothing, () => undefined, CLOUD);
  return (
    <button type="button" aria-busy={busy} onClick={() => void save()}>
      Save
    </button>
  );
}

test('a label saved while its spreadsheet is read gets the preview of the printed row', async () => {
  let read: () => void = () => undefined;
  const isRead = new Promise<void>((resolve) => (read = resolve));
  const client: Partial<SpreadsheetClient> = {
    async reopen() {
      await isRead;
      return ok({ connection: 'a', fileName: 'a.xlsx', text: null, sheets: [SHEET] });
    },
    rows: async (_spreadsheet, _sheet, _columns, first) => ok({ first, rows: [['Value in the row']], errors: [] }),
    onEdit: () => () => undefined,
  };
  const painted: unknown[] = [];
  const render = createRenderClient({ createWorker: createRenderWorker });
  render.thumbnail = async (_template, record) => {
    painted.push(record.values[fieldKey(SOURCE)]);
    return err(problem('aborted'));
  };
  await mountInEditor(<SaveButton />, [createTestElement('text', { sources: [SOURCE] })], {
    answers: { uploadToken: () => ({ data: 'token', url: '' }) },
    services: { spreadsheets: client as SpreadsheetClient, createRenderClient: () => render },
  });
  const button = page.getByRole('button', { name: 'Save' });
  await button.click();
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  expect(painted).toEqual([]);
  read();
  await expect.poll(() => painted[0]).toBe('Value in the row');
});

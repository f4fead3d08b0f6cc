import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ColumnSource } from '#model/elements/base/content.ts';
import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import { sha256Hex } from '#model/kernel/sha256.ts';
import { API_CODES, CALLS, type CloudFile } from '#protocol/api.ts';
import { BoundSheets } from '#app/editor/data/BoundSheets.tsx';
import { createApiClient } from '#services/api/api-client.ts';
import { chooseFileBy } from '#tests/support/answer-file-chooser.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor, type MountedEditor } from '#tests/support/mounted-editor.tsx';

/** "Name", then "Ш 12" in Windows 1251, which is "Ø 12" in Windows 1252. */
const BYTES = Uint8Array.of(0x4e, 0x61, 0x6d, 0x65, 0x0a, 0xd8, 0x20, 0x31, 0x32, 0x0a);
const FILE_PATH = '/cloud/file/tree.csv';

test('a reopened spreadsheet of the cloud asks for its encoding, and its columns are bound as it is read', async () => {
  const hash = await sha256Hex(BYTES);
  const file: CloudFile = {
    id: 'file-1',
    tid: 'folder-1',
    name: 'tree.csv',
    url: FILE_PATH,
    thumbnail: '',
    width: 0,
    height: 0,
    size: BYTES.length,
    hash,
    add_time: '2026-11-01T00:00:00.000Z',
    update_time: '2026-11-01T00:00:00.000Z',
  };
  const list = [{ id: 'folder-1', Tid: 2, name: 'Sheets', data: [file] }];
  const api = createApiClient({
    language: () => 'en',
    onSignedOut: () => undefined,
    fetch: (request) => {
      const { pathname } = new URL(new Request(request).url);
      if (pathname === FILE_PATH) return Promise.resolve(new Response(BYTES));
      if (pathname !== CALLS.cloudDataList.path) throw new TypeError(`the test has no answer to ${pathname}`);
      return Promise.resolve(Response.json({ code: API_CODES.success, message: '', data: { list, count: 1 } }));
    },
  });
  const source: ColumnSource = {
    type: 'column',
    connection: `sha256:${hash}`,
    fileName: 'tree.csv',
    cloudFile: file.id,
    sheet: 'Sheet1',
    column: 'Name',
    firstValue: 'Ø 12',
    text: 'Tree',
  };
  const { inFile } = await mountInEditor(<BoundSheets />, [createTestElement('text', { sources: [source] })], {
    services: { api },
  });
  const dialog = page.getByRole('dialog', { name: 'Which rows look right?' });
  await dialog.getByTestId('encoding-windows-1251').getByRole('radio').click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect
    .poll(() => inFile('ReadEncoding', 'FirstValue'))
    .toEqual({ ReadEncoding: 'windows-1251', FirstValue: 'Ш 12' });
  await expect.element(page.getByTestId('missing-spreadsheet')).not.toBeInTheDocument();
});

describe('a local spreadsheet that is missing on this device', () => {
  const missing = page.getByTestId('missing-spreadsheet');
  const question = page.getByRole('dialog', { name: 'Which rows look right?' });

  /** The panel of a label with a text bound to the file, which is not open. */
  async function mountBound(reading: SpreadsheetReading | undefined): Promise<MountedEditor> {
    const source: ColumnSource = {
      type: 'column',
      connection: `sha256:${await sha256Hex(BYTES)}`,
      fileName: 'tree.csv',
      sheet: 'Sheet1',
      column: 'Name',
      firstValue: 'Ш 12',
      text: 'Tree',
      ...(reading === undefined ? {} : { reading }),
    };
    const mounted = await mountInEditor(<BoundSheets />, [createTestElement('text', { sources: [source] })]);
    await expect.element(missing).toBeVisible();
    return mounted;
  }
  const chooseAgain = (bytes: Uint8Array): Promise<void> =>
    chooseFileBy(() => missing.getByRole('button', { name: 'Choose it again…' }).click(), 'tree.csv', bytes);

  test('is read in the encoding with which it was bound when it is chosen again', async () => {
    const { inFile } = await mountBound({ encoding: 'windows-1251' });
    await chooseAgain(BYTES);
    await expect.element(missing).not.toBeInTheDocument();
    await expect.element(question).not.toBeInTheDocument();
    expect(inFile('ReadEncoding', 'FirstValue')).toEqual({ ReadEncoding: 'windows-1251', FirstValue: 'Ш 12' });
  });

  test('gives its encoding to another file that replaces it', async () => {
    const { inFile } = await mountBound({ encoding: 'windows-1251' });
    await chooseAgain(Uint8Array.of(...BYTES.subarray(0, 5), 0xd9, 0x0a));
    await page.getByRole('dialog').getByRole('button', { name: 'Use this file' }).click();
    await expect.element(missing).not.toBeInTheDocument();
    await expect
      .poll(() => inFile('ReadEncoding', 'FirstValue'))
      .toEqual({ ReadEncoding: 'windows-1251', FirstValue: 'Щ' });
  });

  test('asks for its encoding when it was bound without one', async () => {
    const { inFile } = await mountBound(undefined);
    await chooseAgain(BYTES);
    await question.getByTestId('encoding-windows-1251').getByRole('radio').click();
    await question.getByRole('button', { name: 'Apply' }).click();
    await expect.element(missing).not.toBeInTheDocument();
    await expect
      .poll(() => inFile('ReadEncoding', 'FirstValue'))
      .toEqual({ ReadEncoding: 'windows-1251', FirstValue: 'Ш 12' });
  });
});

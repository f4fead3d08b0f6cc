import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setSource } from '#editor/commands/sources.ts';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import { PicturesField } from '#app/print/PicturesField.tsx';
import { RowPictureSource } from '#app/ui/RowPictureSource.tsx';
import { fixedText, type ColumnSource } from '#model/elements/base/content.ts';
import { fieldKey } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { AskForPicture } from '#model/data/pictures/address-pictures.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { createPictureMemory } from '#services/storage/picture-memory.ts';
import { chooseFileBy, createPlainPng } from '#tests/support/answer-file-chooser.ts';
import { COMPONENT_HANDS } from '#tests/support/component-hand.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createTestServices, mountApp, PICTURE_OWNER } from '#tests/support/mounted-app.tsx';
import { mountInEditor, TestCanvas } from '#tests/support/mounted-editor.tsx';

const COLUMN: ColumnSource = {
  type: 'column',
  connection: 'sha256:00',
  fileName: 'rows.xlsx',
  sheet: 'S',
  column: 'file',
  firstValue: 'a.png',
  text: '',
};

/** A folder of the page's own file system, which the browser's chooser gives. */
async function offerFolder(name: string, files: readonly string[]): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(name, { create: true });
  for (const path of files) {
    const file = await folder.getFileHandle(path, { create: true });
    const writable = await file.createWritable();
    await writable.write(new Uint8Array(await createPlainPng(4, 4, 'black')));
    await writable.close();
  }
  const picking = window as { showDirectoryPicker?: unknown };
  const before = picking.showDirectoryPicker;
  picking.showDirectoryPicker = () => Promise.resolve(folder);
  onTestFinished(async () => {
    picking.showDirectoryPicker = before;
    await root.removeEntry(name, { recursive: true });
    await createPictureMemory(() => PICTURE_OWNER).clear();
  });
}

const chooseFolder = (): Promise<void> => userEvent.click(page.getByTestId('row-pictures-folder'));
const open = page.getByTestId('row-pictures-open');

describe.each(COMPONENT_HANDS)('an image, by $name', (hand) => {
  test('gets pictures of rows, whose value may be empty, and is a plain image again', async () => {
    const { session, file, inFile } = await mountInEditor(<AttributePanel />, [createTestElement('image')]);
    const plain = file();
    await hand.press(page.getByRole('checkbox', { name: 'Each row has its own picture' }));
    expect(inFile('RowPictures', 'RowPictureOptional')).toEqual({ RowPictures: 'true', RowPictureOptional: undefined });
    await expect.element(page.getByPlaceholder('File name, such as apple.png')).toBeVisible();
    await hand.press(page.getByRole('checkbox', { name: 'Leave the place free if the value is empty' }));
    await hand.choose(page.getByTestId('source-kind'), 'Sequence');
    expect(inFile('RowPictureOptional', 'DataSourceType')).toEqual({ RowPictureOptional: 'true', DataSourceType: '2' });
    await hand.press(page.getByRole('checkbox', { name: 'Each row has its own picture' }));
    expect(file()).not.toContain('RowPictures=');
    for (let i = 0; i < 4; i++) session.editor.undo();
    expect(file()).toBe(plain);
  });
});

test('an image with pictures of rows shows its own one with a problem until they are open', async () => {
  const image = createTestElement('image', { sources: [fixedText('a.png')] });
  const png = new Uint8Array(await createPlainPng(40, 20, 'black'));
  const assets = new Map([[image.asset, { mime: 'image/png' as const, bytes: png }]]);
  await offerFolder('photos', ['A.PNG']);
  const { session } = await mountInEditor(<AttributePanel />, [image], { assets });
  const codes = (): readonly string[] =>
    session.frame.get()?.problems.map(({ problem }) => problem.code) ?? ['none yet'];
  await expect.poll(codes).toEqual(['pictures.notChosen']);
  await chooseFolder();
  await expect.poll(codes).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Close the pictures' }));
  await expect.poll(codes).toEqual(['pictures.notChosen']);
  await expect.element(page.getByTestId('row-pictures-folder')).toHaveFocus();
});

describe('the folder with the pictures', () => {
  test('is opened without what the system puts there, and again after the page was loaded', async () => {
    await offerFolder('photos', ['a.png', 'b.png', '.hidden.png', 'Thumbs.db']);
    await mountApp(<RowPictureSource />, createTestServices({}));
    await chooseFolder();
    await expect.element(open).toHaveTextContent('photos: 2 pictures');
    const next = createTestServices({});
    await next.rowPictures.recall();
    expect(
      next.rowPictures
        .set()
        ?.entries.map(({ path }) => path)
        .sort(),
    ).toEqual(['a.png', 'b.png']);
    next.rowPictures.close();
    const last = createTestServices({});
    await last.rowPictures.recall();
    expect(last.rowPictures.set()).toBeNull();
  });

  test('stays open when another one has no pictures, or a file is no zip file', async () => {
    await offerFolder('photos', ['a.png']);
    await mountApp(<RowPictureSource />, createTestServices({}));
    await chooseFolder();
    await expect.element(open).toHaveTextContent('photos: 1 picture');
    await offerFolder('empty', []);
    await chooseFolder();
    await expect.element(page.getByRole('alert')).toHaveTextContent('There are no pictures in “empty”.');
    const bytes = new TextEncoder().encode('no zip file');
    await chooseFileBy(() => userEvent.click(page.getByTestId('row-pictures-zip')), 'photos.zip', bytes);
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('This is not a zip file, or it is damaged: photos.zip');
    await expect.element(open).toHaveTextContent('photos: 1 picture');
  });
});

/** Rows with these values, and a label whose image has them. */
function labelOf(values: readonly string[]) {
  const key = fieldKey(COLUMN);
  const all = values.map((value, i) => ({ row: i + 2, values: { [key]: value } }));
  const records: RecordSource = {
    count: all.length,
    read: (first, count) => Promise.resolve(ok(all.slice(first, first + count))),
  };
  return { records, template: createTestTemplate([createTestElement('image', { sources: [COLUMN] })]) };
}

test('the print window fetches pictures from addresses, shows how many, and can be stopped and continued', async () => {
  const answers: (() => void)[] = [];
  let stopped = 0;
  const askForPicture: AskForPicture = (address, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        stopped++;
        resolve(err(problem('aborted')));
      });
      const missing = err(problem('pictures.addressStatus', { address, status: 404 }));
      answers.push(() => resolve(address.endsWith('7.png') ? missing : ok(new Uint8Array(1))));
    });
  const { template, records } = labelOf(Array.from({ length: 10 }, (_, i) => `https://a.example/${i}.png`));
  // It ends when the page is idle: when all is fetched.
  const mounted = mountApp(
    <PicturesField template={template} records={records} />,
    createTestServices({ askForPicture }),
  );
  const check = page.getByTestId('picture-check');
  await expect.poll(() => answers.length).toBe(4);
  await expect.element(check).toHaveTextContent('Fetching pictures from addresses: 0 of 10Stop looking');
  answers.splice(0, 2).forEach((answer) => answer());
  await expect.element(check).toHaveTextContent('Fetching pictures from addresses: 2 of 10Stop looking');
  await userEvent.click(page.getByRole('button', { name: 'Stop looking' }));
  await expect.element(check).toHaveTextContent('Stopped: 2 of 10 pictures found so far.Continue looking');
  await expect.poll(() => stopped).toBeGreaterThanOrEqual(4);
  answers.length = 0;
  await userEvent.click(page.getByRole('button', { name: 'Continue looking' }));
  const timer = setInterval(() => answers.splice(0).forEach((answer) => answer()), 5);
  onTestFinished(() => clearInterval(timer));
  await expect
    .element(check)
    .toHaveTextContent(
      '9 of 10 pictures found. Missing:The server answered with error 404 instead of a picture: https://a.example/7.png (row 9)',
    );
  await mounted;
});

test('the canvas fetches the picture of the shown row after a rest, and nothing while an address is typed', async () => {
  const asked: string[] = [];
  const png = new Uint8Array(await createPlainPng(4, 4, 'black'));
  const askForPicture: AskForPicture = (address) => {
    asked.push(address);
    return Promise.resolve(ok(png));
  };
  const address = 'https://a.example/picture.png';
  const image = createTestElement('image', { sources: [fixedText('https://a')] });
  const { session } = await mountInEditor(<TestCanvas />, [image], { askForPicture });
  for (let length = 10; length <= address.length; length++) {
    session.editor.run(setSource({ id: image.id, content: 0 }, 0, fixedText(address.slice(0, length))));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await expect.poll(() => asked).toEqual([address]);
  await expect.poll(() => session.frame.get()?.problems).toEqual([]);
});

test('the print window counts the pictures of thousands of rows, and names those that are missing', async () => {
  const key = fieldKey(COLUMN);
  const names = ['a', 'B.png', 'missing.png', '', 'other.jpg'];
  const records: RecordSource = {
    count: 5_000,
    read: (first, count) =>
      Promise.resolve(
        ok(
          Array.from({ length: Math.min(count, 5_000 - first) }, (_, i) => ({
            row: first + i + 2,
            values: { [key]: names[(first + i) % names.length] ?? '' },
          })),
        ),
      ),
  };
  const template = createTestTemplate([createTestElement('image', { sources: [COLUMN] })]);
  await offerFolder('photos', ['a.png', 'b.png']);
  await mountApp(<PicturesField template={template} records={records} />, createTestServices({}));
  const check = page.getByTestId('picture-check');
  await expect
    .element(check)
    .toHaveTextContent(
      'The rows name 4 pictures. Choose the folder or zip file that has them.1,000 rows name no picture.',
    );
  await chooseFolder();
  await expect
    .element(check)
    .toHaveTextContent(
      '2 of 4 pictures found. Missing:missing.png (row 4)other.jpg (row 6)1,000 rows name no picture.',
    );
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { PNG } from 'pngjs';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { openParts, type OpenedParts } from '#tests/support/open-editor.ts';

const ROOT = join(import.meta.dirname, '../..');
const TOY = join(ROOT, 'tests/toy');

/** Changes in the product for a new element type: a line in each of the two lists, and a word. */
const LINES: Readonly<Record<string, (text: string) => string>> = {
  'src/model/elements/definitions.ts': (text) =>
    listed(text, 'ELEMENT_DEFINITIONS: ElementDefinitions = {', join(TOY, 'toy.ts')),
  'src/app/editor/elements/descriptors.ts': (text) =>
    listed(text, 'ELEMENT_DESCRIPTORS: ElementDescriptors = {', join(TOY, 'toy-descriptor.tsx')),
  'locales/en/editor.json': (text) => text.replace('{', '{ "type.toy": "Toy",'),
};

function listed(text: string, list: string, file: string): string {
  if (!text.includes(list)) throw new Error(`there is no list ${list}`);
  return `import { toy } from ${JSON.stringify(file)};\n${text.replace(list, `${list} toy,`)}`;
}

function withToy(): Plugin {
  return {
    name: 'with-toy',
    enforce: 'pre',
    async load(id) {
      const change = Object.entries(LINES).find(([path]) => id.split('?')[0] === join(ROOT, path))?.[1];
      return change === undefined ? null : change(await readFile(id.split('?')[0] ?? id, 'utf8'));
    },
  };
}

let webDirectory: string;
let opened: OpenedParts;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  webDirectory = await mkdtemp(join(tmpdir(), 'labelwright-toy-'));
  await build({
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: webDirectory, emptyOutDir: true },
    plugins: [withToy()],
    worker: { format: 'es', plugins: () => [withToy()] },
  });
  opened = await openParts({}, {}, webDirectory);
  ({ page, driver } = opened);
  await driver.register('toymaker', 'a long enough password');
  await driver.createLabel('Toys', { Width: 100, Height: 80 });
});

afterAll(async () => {
  await opened?.close();
  await rm(webDirectory, { recursive: true, force: true });
});

interface Toy {
  readonly name: string;
  readonly width: number;
  readonly share: string;
}

async function toys(): Promise<readonly Toy[]> {
  const objects = (await driver.download()).match(/<Object [^>]*Type="Toy"[^>]*>/g) ?? [];
  const value = (object: string, name: string): string => new RegExp(` ${name}="(.*?)"`).exec(object)?.[1] ?? '';
  return objects.map((o) => ({ name: value(o, 'Name'), width: Number(value(o, 'Width')), share: value(o, 'Share') }));
}

test('a type from two files and a line in each list has all features of the others', async () => {
  // Created from the palette, and drawn: three black squares.
  await page.getByTestId('palette-toy').dblclick();
  const panel = page.getByTestId('attribute-panel');
  await panel.getByText('Toy1', { exact: true }).waitFor();
  const frame = page.locator('.ed-selection-box');
  await frame.waitFor();
  const box = await frame.boundingBox();
  if (box === null) throw new Error('a frame');
  const at = (x: number): readonly [number, number] => [box.x + box.width * x, box.y + box.height / 2];
  await page.mouse.click(box.x, box.y + box.height * 4);
  await expect.poll(() => darkAt(at(0.1))).toBe(true);
  expect(await darkAt(at(0.3))).toBe(false);
  expect(await darkAt(at(0.5))).toBe(true);

  // Selected by a click, its own field set.
  await page.mouse.click(...at(0.1));
  await panel.getByText('Toy1', { exact: true }).waitFor();
  await panel.getByText('Half as high').click();
  expect(await toys()).toMatchObject([{ name: 'Toy1', width: 30, share: '0.5' }]);

  // Stretched by a handle, and undone.
  const handle = await page.locator('[data-handle="se"]').boundingBox();
  if (handle === null) throw new Error('a handle');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(handle.x + 60, handle.y + 30, { steps: 4 });
  await page.mouse.up();
  expect((await toys())[0]?.width).toBeGreaterThan(32);
  await page.keyboard.press('Control+z');
  expect(await toys()).toMatchObject([{ width: 30 }]);

  // Copied, pasted, added by its key.
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await page.keyboard.press('y');
  await page.keyboard.press('Enter');
  expect(await toys()).toMatchObject([
    { name: 'Toy1', share: '0.5' },
    { name: 'Toy2', share: '0.5' },
    { name: 'Toy3', share: '1' },
  ]);

  // Saved and opened again.
  await driver.save();
  await page.reload();
  await page.getByTestId('canvas-overlay').waitFor();
  expect(await toys()).toMatchObject([{ name: 'Toy1' }, { name: 'Toy2' }, { name: 'Toy3' }]);
});

/** Whether the page is dark at a point. */
async function darkAt([x, y]: readonly [number, number]): Promise<boolean> {
  const png = await page.screenshot({ clip: { x: Math.floor(x), y: Math.floor(y), width: 2, height: 2 } });
  return (PNG.sync.read(png).data[0] ?? 255) < 100;
}

import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pressElsewhere } from '#tests/support/box-of.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { drawnIn, type Drawn } from '#tests/support/drawn-elements.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { hearMessages, type HeardMessages } from '#tests/support/heard-messages.ts';
import { openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { isDrawn } from '#tests/support/seed.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
let menu: Locator;
/** Messages since the start of the test. */
let messages: HeardMessages;

beforeAll(async () => {
  opened = await openEditor('menus', { permissions: ['clipboard-read', 'clipboard-write'] });
  ({ page, driver } = opened);
  menu = page.getByTestId('context-menu');
});
afterAll(() => opened?.close());

const BELOW = [
  createTestElement('rectangle', { name: 'Rectangle1', xMm: 8, yMm: 10 }),
  createTestElement('triangle', { name: 'Triangle1', xMm: 50, yMm: 12 }),
];
const ON_TOP = [createTestElement('ellipse', { name: 'Ellipse1', xMm: 25, yMm: 50 })];

/** A rectangle, a triangle and an ellipse, which is selected. */
beforeEach(async () => {
  // Leaves the cells of a table: the next one leaves the table.
  await page.keyboard.press('Escape');
  await driver.clear();
  await putElements(page, BELOW);
  await putElements(page, ON_TOP);
  await page.getByTestId('attribute-panel').getByText('Ellipse1').first().waitFor();
  messages = await hearMessages(page);
});

const drawn = async (): Promise<readonly Drawn[]> => drawnIn(await driver.download());
const types = (list: readonly Drawn[]): readonly string[] => list.map((element) => element.type);

/** Position of the ellipse on the screen. */
async function middleOfEllipse(): Promise<{ x: number; y: number }> {
  const box = await page.locator('.ed-selection-box').last().boundingBox();
  if (box === null) throw new Error('nothing is selected');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function openMenu(): Promise<void> {
  const at = await middleOfEllipse();
  await page.mouse.click(at.x, at.y, { button: 'right' });
  await menu.waitFor();
}

/** Chooses with the mouse: hovers over the submenu's entry, then clicks the entry. */
async function byMouse(key: string, submenu: string | undefined): Promise<void> {
  await openMenu();
  if (submenu !== undefined) {
    await menu.getByTestId(`menu-${submenu}`).hover();
    await menu.getByTestId('context-submenu').waitFor();
  }
  const entry = await menu.getByTestId(`menu-${key}`).boundingBox();
  if (entry === null) throw new Error(`${key} is not in the menu`);
  await page.mouse.move(entry.x + 30, entry.y + entry.height / 2);
  await page.mouse.down();
  await page.mouse.up();
  await menu.waitFor({ state: 'detached' });
}

/** Chooses by keyboard: the menu key, arrows down to the entry, Enter. */
async function byKeyboard(key: string, submenu: string | undefined): Promise<void> {
  await page.getByTestId('canvas-overlay').focus();
  await page.keyboard.press('Shift+F10');
  await menu.waitFor();
  const down = async (testId: string): Promise<void> => {
    for (let i = 0; i < 40; i++) {
      if ((await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))) === testId) return;
      await page.keyboard.press('ArrowDown');
    }
    throw new Error(`${testId} never had the focus`);
  };
  if (submenu !== undefined) {
    await down(`menu-${submenu}`);
    await page.keyboard.press('ArrowRight');
  }
  await down(`menu-${key}`);
  await page.keyboard.press('Enter');
  await menu.waitFor({ state: 'detached' });
}

interface Entry {
  readonly key: string;
  readonly submenu?: string;
  /** Elements before `verify`, in addition to the three. */
  readonly prepare?: () => Promise<void>;
  verify(before: readonly Drawn[]): Promise<void>;
}

const said = (text: string): Promise<void> => messages.said(text);
const changesEllipse = (change: (before: Drawn, after: Drawn) => void): Entry['verify'] => {
  return async (before) => {
    const find = (list: readonly Drawn[]): Drawn => list.find((e) => e.type === 'Ellipse') ?? expect.fail('no ellipse');
    change(find(before), find(await drawn()));
  };
};
const moves = changesEllipse((before, after) => expect([after.x, after.y]).not.toEqual([before.x, before.y]));
const ordered = (expected: readonly string[]): Entry['verify'] => {
  return async () => expect(types(await drawn())).toEqual(expected);
};
const all = (): Promise<void> => page.keyboard.press('Control+a');
const table = (): Promise<void> =>
  putElements(page, [createTestElement('table', { name: 'Table1', xMm: 20, yMm: 20 })]);
const hasRows = (rows: string): Entry['verify'] => {
  return async () => expect((await drawn()).find((e) => e.type === 'Table')?.rows).toBe(rows);
};
const chooseCells = async (): Promise<void> => {
  await table();
  await page.getByTestId('canvas-overlay').focus();
  for (const key of ['Enter', 'ArrowRight']) await page.keyboard.press(key);
  const cell = await page.getByTestId('chosen-cell').boundingBox();
  if (cell === null) throw new Error('no cell is chosen');
  await page.mouse.click(cell.x + cell.width / 2, cell.y + cell.height / 2);
  await page.keyboard.down('Shift');
  await page.mouse.click(cell.x - cell.width / 2, cell.y + cell.height / 2);
  await page.keyboard.up('Shift');
};

const THREE = ['Rectangle', 'Triangle', 'Ellipse'];
const ENTRIES: readonly Entry[] = [
  { key: 'selectAll', verify: () => page.getByTestId('attribute-panel').getByText('3 elements').first().waitFor() },
  { key: 'cut', verify: async () => expect(types(await drawn())).toEqual(['Rectangle', 'Triangle']) },
  { key: 'copy', verify: () => said('Copied') },
  {
    key: 'paste',
    prepare: () => page.keyboard.press('Control+c'),
    // The clipboard is filled a moment later.
    verify: async () => expect.poll(async () => types(await drawn())).toEqual([...THREE, 'Ellipse']),
  },
  {
    key: 'pasteHere',
    prepare: () => page.keyboard.press('Control+c'),
    async verify(before) {
      await expect.poll(async () => types(await drawn())).toEqual([...THREE, 'Ellipse']);
      // The menu was opened at the center of the copied ellipse.
      const after = await drawn();
      expect(Number(after[3]?.x)).toBeCloseTo(Number(before[2]?.x), 0);
    },
  },
  {
    key: 'pasteInPlace',
    prepare: () => page.keyboard.press('Control+c'),
    async verify(before) {
      await expect.poll(async () => types(await drawn())).toEqual([...THREE, 'Ellipse']);
      const after = await drawn();
      expect([after[3]?.x, after[3]?.y]).toEqual([before[2]?.x, before[2]?.y]);
    },
  },
  { key: 'copyStyle', verify: () => said('Style copied') },
  {
    key: 'pasteStyle',
    async prepare() {
      await page.keyboard.press('Control+Alt+c');
      await page.keyboard.press('Control+a');
    },
    verify: async (before) => expect(await drawn()).toHaveLength(before.length),
  },
  {
    key: 'visibility',
    verify: async () => expect(await driver.download()).toContain('ShowWhen="false"'),
  },
  { key: 'duplicate', verify: async () => expect(await drawn()).toHaveLength(4) },
  { key: 'rotate', verify: changesEllipse((before, after) => expect(after.rotate).not.toBe(before.rotate)) },
  {
    key: 'lock',
    async verify(before) {
      await said('Locked');
      await changesEllipse((was, is) => expect(is.lock).not.toBe(was.lock))(before);
      await page.keyboard.press('Control+l');
      await said('Unlocked');
    },
  },
  {
    key: 'group',
    prepare: all,
    verify: async () => expect((await driver.download()).match(/ GroupPath=/g)).toHaveLength(3),
  },
  {
    key: 'ungroup',
    async prepare() {
      await all();
      await page.keyboard.press('Control+g');
    },
    verify: async () => expect(await driver.download()).not.toContain('GroupPath'),
  },
  {
    key: 'guides',
    submenu: 'rulerGuides',
    async verify() {
      await page.getByTestId('guides-dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByTestId('guides-dialog').waitFor({ state: 'hidden' });
    },
  },
  ...[
    ['guidesShown', 'false', 'true', 'Alt+Shift+g'] as const,
    ['guidesLocked', 'true', 'false', 'Alt+Shift+l'] as const,
  ].map(([key, first, then, keys]) => ({
    key,
    submenu: 'rulerGuides',
    async verify() {
      const isKept = (): Promise<string | null> => page.evaluate((name) => localStorage.getItem(name), key);
      await expect.poll(isKept).toBe(first);
      await page.keyboard.press(keys);
      await expect.poll(isKept).toBe(then);
    },
  })),
  ...['alignLeft', 'alignRight', 'alignTop', 'alignMiddle'].map((key) => ({
    key,
    submenu: 'align',
    prepare: all,
    verify: moves,
  })),
  { key: 'alignBottom', submenu: 'align', verify: moves },
  { key: 'alignCenter', submenu: 'align', verify: moves },
  ...['distributeHorizontal', 'distributeVertical'].map((key) => ({
    key,
    submenu: 'align',
    prepare: all,
    verify: async (before: readonly Drawn[]): Promise<void> => expect(await drawn()).not.toEqual(before),
  })),
  { key: 'orderBack', submenu: 'order', verify: ordered(['Ellipse', 'Rectangle', 'Triangle']) },
  { key: 'orderBackward', submenu: 'order', verify: ordered(['Rectangle', 'Ellipse', 'Triangle']) },
  {
    key: 'orderFront',
    submenu: 'order',
    prepare: () => page.keyboard.press('Shift+End'),
    verify: ordered(['Rectangle', 'Triangle', 'Ellipse']),
  },
  {
    key: 'orderForward',
    submenu: 'order',
    prepare: () => page.keyboard.press('Shift+End'),
    verify: ordered(['Rectangle', 'Ellipse', 'Triangle']),
  },
  { key: 'insertRow', submenu: 'table', prepare: table, verify: hasRows('3') },
  { key: 'deleteRow', submenu: 'table', prepare: table, verify: hasRows('1') },
  ...['insertColumn', 'deleteColumn'].map((key) => ({
    key,
    submenu: 'table',
    prepare: table,
    verify: async (before: readonly Drawn[]): Promise<void> => expect(await drawn()).not.toEqual(before),
  })),
  {
    key: 'mergeCells',
    submenu: 'table',
    prepare: chooseCells,
    verify: async () => expect(await driver.download()).toContain('LocaltionStart="1,1" LocaltionEnd="1,2"'),
  },
  {
    key: 'splitCell',
    submenu: 'table',
    async prepare() {
      await chooseCells();
      await page.getByRole('button', { name: 'Merge cells' }).click();
      await page.getByRole('button', { name: 'Split cell' }).and(page.locator(':not(.ed-dim)')).waitFor();
    },
    verify: async () => expect(await driver.download()).not.toContain('LocaltionStart="1,1" LocaltionEnd="1,2"'),
  },
  {
    key: 'commands',
    async verify() {
      await page.getByTestId('commands-field').waitFor();
      await page.keyboard.press('Escape');
      await page.getByTestId('commands-field').waitFor({ state: 'detached' });
    },
  },
  {
    key: 'labelSettings',
    async verify() {
      await page.getByRole('dialog').getByText('Label settings').first().waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  { key: 'delete', verify: async () => expect(types(await drawn())).toEqual(['Rectangle', 'Triangle']) },
];

/** All by mouse; by keyboard a third of them, drawn by the run's seed, as keys reach every entry in the same way. */
const isByKeyboard = ({ key }: Entry): boolean => isDrawn(`context-menu ${key}`, 3);

describe.each([
  ['by mouse', byMouse, ENTRIES],
  ['by keyboard', byKeyboard, ENTRIES.filter(isByKeyboard)],
] as const)('every entry does what it says %s', (_, press, entries) => {
  test.each(entries.map((entry) => [entry.key, entry] as const))('%s', async (key, entry) => {
    await entry.prepare?.();
    const before = await drawn();
    await press(key, entry.submenu);
    await entry.verify(before);
  });
});

test('the list above is the whole menu', async () => {
  await table();
  await openMenu();
  const keys = new Set<string>();
  const collect = async (): Promise<void> => {
    for (const id of await menu.getByRole('menuitem').evaluateAll((items) => items.map((i) => i.dataset['testid']))) {
      if (id !== undefined) keys.add(id.replace('menu-', ''));
    }
  };
  for (const submenu of ['align', 'order', 'table', 'rulerGuides']) {
    await menu.getByTestId(`menu-${submenu}`).hover();
    await menu.locator(`[data-testid="menu-${submenu}"] [data-testid="context-submenu"]`).waitFor();
    await collect();
  }
  await page.screenshot({ path: join(SCREENSHOTS, 'context menu.png') });
  expect([...keys].toSorted()).toEqual(
    [...ENTRIES.map((e) => e.key), 'align', 'order', 'table', 'rulerGuides']
      // Offered only for a merged cell.
      .filter((key) => key !== 'splitCell')
      .toSorted(),
  );
  await expect.poll(() => menu.getByTestId('menu-copy').textContent()).toContain('Ctrl+C');
  await pressElsewhere(page);
  await menu.waitFor({ state: 'detached' });
});

test('Home, End, letters, Esc and a press elsewhere', async () => {
  const focused = (): Promise<string | null | undefined> =>
    page.evaluate(() => document.activeElement?.getAttribute('data-testid'));
  await page.getByTestId('canvas-overlay').focus();
  await page.keyboard.press('ContextMenu');
  await menu.waitFor();
  await expect.poll(() => focused()).toBe('menu-selectAll');
  await page.keyboard.press('End');
  await expect.poll(() => focused()).toBe('menu-delete');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused()).toBe('menu-selectAll');
  await page.keyboard.press('d');
  await expect.poll(() => focused()).toBe('menu-duplicate');
  await page.keyboard.type('ro');
  // Typed in quick succession, the letters are one word; after a pause a new one.
  const typedAt = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() > since + 600, typedAt);
  // A word is fast typing, also when the page is too busy to handle it at once.
  await page.evaluate(() => {
    const keepBusy = (event: KeyboardEvent): void => {
      if (event.key !== 'r') return;
      const end = performance.now() + 700;
      while (performance.now() < end);
    };
    window.addEventListener('keydown', keepBusy, { capture: true });
    window.addEventListener('keyup', () => window.removeEventListener('keydown', keepBusy, { capture: true }));
  });
  await Promise.all(['o', 'r'].map((key) => page.keyboard.press(key)));
  await expect.poll(() => focused()).toBe('menu-order');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focused()).toBe('menu-orderFront');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focused()).toBe('menu-order');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await expect.poll(() => focused()).toBe('canvas-overlay');
  // The menu took the letters: none of them has added an element as a shortcut.
  expect(await drawn()).toHaveLength(3);

  await openMenu();
  await pressElsewhere(page);
  await menu.waitFor({ state: 'detached' });
});

test('a menu opened at the corner stays in the window', async () => {
  const canvas = await page.getByTestId('canvas-overlay').boundingBox();
  if (canvas === null) throw new Error('no canvas');
  await page.mouse.click(canvas.x + canvas.width - 2, canvas.y + canvas.height - 2, { button: 'right' });
  await page.keyboard.press('Home');
  const box = await menu.boundingBox();
  if (box === null) throw new Error('no menu');
  expect(box.x + box.width).toBeLessThanOrEqual(1280);
  expect(box.y + box.height).toBeLessThanOrEqual(800);
});

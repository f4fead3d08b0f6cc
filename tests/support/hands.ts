import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { drawnOf, isDrawn } from './seed.ts';

/** A user's actions on a control: every control must work with the pointer and with the keyboard. */
export interface Hand {
  readonly name: 'pointer' | 'keyboard';
  /** A button, a link or a checkbox; when the page is idle, unless the test is about earlier presses. */
  press(control: Locator, when?: 'while pending'): Promise<void>;
  /** Chooses the first entry that begins with these words from a list that opens. */
  choose(list: Locator, entry: string): Promise<void>;
  /** Selects one of a few choices side by side, by its words or its accessible name. */
  pick(group: Locator, choice: string): Promise<void>;
  /** Replaces the text of a field, and leaves it. */
  type(field: Locator, text: string): Promise<void>;
  /** One step up in a number. */
  stepUp(field: Locator): Promise<void>;
}

/**
 * The hands that go through a table of controls: always the pointer; the keyboard for a third of the tables, drawn by the run's
 * seed, and for all of them at night. Keyboard access is checked on every screen (`keyboard-faults.ts`).
 * `oneIn`: for journeys past controls that both hands press in `tests/components`, the keyboard is drawn less often.
 */
export function handNames(table: string, oneIn = 3): readonly Hand['name'][] {
  return isDrawn(table, oneIn) ? ['pointer', 'keyboard'] : ['pointer'];
}

/**
 * One of the hands for a table of controls, drawn by the run's seed: the keyboard for a third of the tables; both at night.
 * For journeys in which the second hand would only repeat the work of the server or the printer.
 */
export function eitherHandName(table: string): readonly Hand['name'][] {
  return [...new Set(drawnOf(table, ['keyboard', 'pointer', 'pointer'] as const))];
}

/** The same for a loop inside the running test: drawn by its name. */
export function eitherHand(page: Page): readonly Hand[] {
  const names = eitherHandName(expect.getState().currentTestName ?? '');
  return handsOn(page).filter(({ name }) => names.includes(name));
}

export function handsOn(page: Page): readonly Hand[] {
  return [pointer(page), keyboard(page)];
}

/** More stops than any screen has. */
const TAB_LIMIT = 120;

function pointer(page: Page): Hand {
  async function press(target: Locator, when?: 'while pending'): Promise<void> {
    await untilReady(target, when);
    // Waits until it is there, does not move and is covered by nothing; the next steps do not wait.
    await target.hover();
    const box = await target.boundingBox();
    if (box === null) throw new Error('it is not shown');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.up();
  }
  return {
    name: 'pointer',
    press,
    async choose(list, entry) {
      await press(list);
      await press(
        openEntries(page)
          .filter({ hasText: beginningWith(entry) })
          .first(),
      );
      await openEntries(page).first().waitFor({ state: 'hidden' });
    },
    async pick(group, choice) {
      const label = group.locator('label', { hasText: choice });
      const radio = group.getByRole('radio', { name: choice });
      await label.or(radio).first().waitFor({ state: 'attached' });
      await press((await label.count()) > 0 ? label.first() : radio);
    },
    async type(field, text) {
      await press(field);
      await page.keyboard.press('Control+a');
      await write(page, text);
      await page.keyboard.press('Tab');
    },
    async stepUp(field) {
      const number = field.locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " lw-number ")]');
      const steps = number.locator('.lw-number-up');
      await field.hover();
      await press(steps);
    },
  };
}

function keyboard(page: Page): Hand {
  /** With the Tab key alone, forwards or backwards, whichever is nearer, up to the control or into the group. */
  async function reach(target: Locator, when?: 'while pending'): Promise<void> {
    await untilReady(target, when);
    const key = (await target.evaluate(isNearerBackwards)) ? 'Shift+Tab' : 'Tab';
    for (let i = 0; i < TAB_LIMIT; i++) {
      if (await target.evaluate((element) => element.contains(document.activeElement))) return;
      await page.keyboard.press(key);
    }
    throw new Error(`${key} never came to it`);
  }
  return {
    name: 'keyboard',
    async press(control, when) {
      await reach(control, when);
      const ticks = await control.evaluate((element) => element.matches('[type=checkbox], :has([type=checkbox])'));
      await page.keyboard.press(ticks ? 'Space' : 'Enter');
    },
    async choose(list, entry) {
      await reach(list);
      await page.keyboard.press('ArrowDown');
      await openEntries(page).first().waitFor();
      const active = page.locator('.ant-select-dropdown:visible .ant-select-item-option-active');
      for (let i = 0; !beginningWith(entry).test(await active.innerText()); i++) {
        if (i > 200) throw new Error(`${entry} is not in the list`);
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Enter');
      await openEntries(page).first().waitFor({ state: 'hidden' });
    },
    async pick(group, choice) {
      // The choices may not be known at first.
      const offered = group.locator('label', { hasText: choice }).or(group.getByRole('radio', { name: choice }));
      await untilReady(offered);
      await reach(group.locator('input:checked, [aria-checked=true]').first());
      // The name of the selected one; a choice without words has an accessible name.
      const chosen = (): Promise<string> =>
        group.evaluate((element) => {
          const radio = element.querySelector('input:checked, [aria-checked=true]');
          return radio?.getAttribute('aria-label') ?? radio?.closest('label')?.textContent ?? radio?.textContent ?? '';
        });
      for (let i = 0; (await chosen()) !== choice; i++) {
        if (i > 20) throw new Error(`the arrow keys never came to ${choice}`);
        await page.keyboard.press('ArrowRight');
      }
    },
    async type(field, text) {
      await reach(field);
      await page.keyboard.press('Control+a');
      await write(page, text);
      await page.keyboard.press('Tab');
    },
    async stepUp(field) {
      await reach(field);
      await page.keyboard.press('ArrowUp');
    },
  };
}

/** Longer ones are typed like by an input method. */
const TYPED_CHARACTERS = 8;

/** Each key draws the screen: of a long text the first and the last one do, and the rest is entered at once. */
async function write(page: Page, text: string): Promise<void> {
  if (text.length <= TYPED_CHARACTERS) return page.keyboard.type(text);
  await page.keyboard.type(text.slice(0, 1));
  await page.keyboard.insertText(text.slice(1, -1));
  await page.keyboard.type(text.slice(-1));
}

/**
 * A user does not press a control that is missing, disabled or moving: that press would be lost. In a dialog with
 * progress they press meanwhile, to pause or cancel it.
 */
async function untilReady(target: Locator, when?: 'while pending'): Promise<void> {
  await expect
    .poll(() =>
      target.first().evaluate((element, isPending) => {
        const isApplication = document.getElementById('root') !== null;
        if (isPending || !isApplication || document.documentElement.dataset['idle'] === 'true') return true;
        return element.closest('[role=dialog]')?.querySelector('[role=progressbar]') instanceof Element;
      }, when === 'while pending'),
    )
    .toBe(true);
  await expect.poll(() => target.first().isEnabled()).toBe(true);
}

/**
 * Whether a sighted user would go back to the control from the focus, and not around through the
 * page's end. Never across the canvas, where the Tab key moves from element to element. Runs in the page.
 */
function isNearerBackwards(target: Element): boolean {
  const from = document.activeElement;
  if (from === null || from === document.body || target.contains(from)) return false;
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')].filter(
    (stop) => stop.checkVisibility() && !stop.matches(':disabled, [tabindex="-1"]'),
  );
  const before = (one: Element, other: Element): boolean =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  if (!before(target, from)) return false;
  const back = stops.filter((stop) => before(target, stop) && before(stop, from));
  return back.length < stops.length / 2 && !back.some((stop) => stop.matches('.ed-canvas, .ed-canvas *'));
}

function openEntries(page: Page): Locator {
  return page.locator('.ant-select-dropdown:visible .ant-select-item-option');
}

function beginningWith(words: string): RegExp {
  return new RegExp(`^\\s*${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}

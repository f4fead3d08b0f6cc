import { expect } from 'vitest';
import { userEvent, type Locator } from 'vitest/browser';

/** Waits until the page has no pending work and nothing moves on it any more (`src/services/idle.ts`). */
export async function untilPageIdle(): Promise<void> {
  await expect.poll(() => document.documentElement.dataset['idle']).toBe('true');
}

/** A user's actions on a control of a component: like `Hand` in hands.ts, which is for whole pages. */
export interface ComponentHand {
  readonly name: 'pointer' | 'keyboard';
  /** A button, a link or a checkbox. */
  press(control: Locator): Promise<void>;
  /** Chooses the first entry that begins with these words from a list that opens. */
  choose(list: Locator, entry: string): Promise<void>;
  /** Selects one of a few choices, by its words or its accessible name. */
  pick(group: Locator, choice: string): Promise<void>;
  /** Replaces the text of a field, and leaves it. */
  type(field: Locator, text: string): Promise<void>;
  /** One step up in a number. */
  stepUp(field: Locator): Promise<void>;
}

const OPTION = '.ant-select-item-option';
/** More entries than any list has. */
const LIST_LIMIT = 200;

async function typeOver(text: string): Promise<void> {
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.keyboard(text === '' ? '{Delete}' : text.replaceAll(/[{[]/g, '$&$&'));
  await userEvent.keyboard('{Tab}');
}

/** The entries of an open list. */
export const openEntries = (which = '.ant-select-item'): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(`.ant-select-dropdown ${which}`)].filter((one) => one.checkVisibility());

async function untilListIsClosed(): Promise<void> {
  await expect.poll(() => openEntries(OPTION).length).toBe(0);
}

const chosenIn = (group: Element): string => {
  const radio = group.querySelector('input:checked, [aria-checked=true]');
  return radio?.getAttribute('aria-label') ?? radio?.closest('label')?.textContent ?? radio?.textContent ?? '';
};

const pointer: ComponentHand = {
  name: 'pointer',
  press: (control) => userEvent.click(control),
  async choose(list, entry) {
    await userEvent.click(list);
    const named = (): HTMLElement | undefined =>
      openEntries(OPTION).find((one) => one.innerText.trim().startsWith(entry));
    await expect.poll(named).toBeDefined();
    await userEvent.click(named() ?? expect.fail(entry));
    await untilListIsClosed();
  },
  async pick(group, choice) {
    await userEvent.click(choiceIn(group, choice));
  },
  async type(field, text) {
    await userEvent.click(field);
    await typeOver(text);
  },
  async stepUp(field) {
    await userEvent.hover(field);
    await userEvent.click(
      field.element().closest('.lw-number')?.querySelector('.lw-number-up') ?? expect.fail('no steps'),
    );
  },
};

/** The words of a choice, or the choice itself if it has none. */
function choiceIn(group: Locator, choice: string): Locator {
  const words = group.getByText(choice, { exact: true });
  return words.query() === null ? group.getByRole('radio', { name: choice, exact: true }) : words;
}

/** The Tab key reaches every control of every screen: `keyboard-faults.ts` checks that. Here the focus is set directly. */
async function focusOn(control: Locator): Promise<void> {
  await expect.element(control).toBeEnabled();
  (control.element() as HTMLElement).focus();
}

const keyboard: ComponentHand = {
  name: 'keyboard',
  async press(control) {
    await focusOn(control);
    const ticks = control.element().matches('[type=checkbox]');
    await userEvent.keyboard(ticks ? ' ' : '{Enter}');
  },
  async choose(list, entry) {
    await expect.element(list).toBeVisible();
    const input = list.element().querySelector('input') ?? (list.element() as HTMLElement);
    input.focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => openEntries(OPTION).length).toBeGreaterThan(0);
    const active = (): string => openEntries('.ant-select-item-option-active')[0]?.innerText.trim() ?? '';
    for (let i = 0; !active().startsWith(entry); i++) {
      if (i > LIST_LIMIT) throw new Error(`${entry} is not in the list`);
      await userEvent.keyboard('{ArrowDown}');
    }
    await userEvent.keyboard('{Enter}');
    await untilListIsClosed();
  },
  async pick(group, choice) {
    await expect.element(group).toBeVisible();
    const element = group.element();
    (element.querySelector<HTMLElement>('input:checked, [aria-checked=true]') ?? (element as HTMLElement)).focus();
    for (let i = 0; chosenIn(element) !== choice; i++) {
      if (i > element.querySelectorAll('[role=radio], [type=radio]').length) {
        throw new Error(`the arrow keys never came to ${choice}`);
      }
      await userEvent.keyboard('{ArrowRight}');
    }
  },
  async type(field, text) {
    await focusOn(field);
    await typeOver(text);
  },
  async stepUp(field) {
    await focusOn(field);
    await userEvent.keyboard('{ArrowUp}');
  },
};

/** Every control must work with the pointer and with the keyboard. */
export const COMPONENT_HANDS: readonly ComponentHand[] = [pointer, keyboard];

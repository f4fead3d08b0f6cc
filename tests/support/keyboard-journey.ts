import type { Page } from 'playwright';
import { expect } from 'vitest';
import { untilIdle } from './until-idle.ts';

/** More stops of the Tab key than any screen has between two controls of a journey. */
const STOPS = 60;

/** Announcements of the page, in its own record. */
interface HeardWindow {
  lwHeard?: string[];
}

/** A user with the keyboard alone who sees nothing: only the focus and announcements count. */
export interface Journey {
  /** Presses one key after the other. After each the page becomes idle, and something on it has the focus. */
  press(...keys: readonly string[]): Promise<void>;
  /** Presses Tab, or the given key, until the control with this name has the focus. */
  goTo(name: string | RegExp, key?: string): Promise<void>;
  /** Replaces the text of the field. */
  write(text: string): Promise<void>;
  /** Waits until the control with this name has the focus. */
  isOn(name: string | RegExp): Promise<void>;
  /** Waits until this is announced, since the last call. */
  hears(text: string): Promise<void>;
  /** Number of key presses, without the letters of texts. */
  readonly presses: () => number;
}

/** Records from the next load of a page on. */
export async function createJourney(page: Page): Promise<Journey> {
  await page.context().addInitScript(() => {
    const heard: string[] = ((globalThis as HeardWindow).lwHeard = []);
    const REGIONS = '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"]';
    // A region inserted together with its words is announced only if it is an alert.
    const known = new WeakSet();
    const listen = (records: readonly MutationRecord[]): void => {
      for (const { target, addedNodes } of records) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(REGIONS);
        if (around instanceof Element && known.has(around)) heard.push(around.textContent ?? '');
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const region of [node, ...node.querySelectorAll('*')].filter((one) => one.matches(REGIONS))) {
            if (region.matches('[role="alert"]') && !known.has(region)) heard.push(region.textContent ?? '');
            known.add(region);
          }
        }
      }
    };
    new MutationObserver(listen).observe(document, { childList: true, characterData: true, subtree: true });
  });
  let presses = 0;

  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return 'nothing';
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const by = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id));
      const names = [...by, ...labels].map((label) => label?.textContent ?? '');
      const name = element.getAttribute('aria-label') ?? (names.join(' ').trim() || element.textContent) ?? '';
      return name.trim().replaceAll(/\s+/g, ' ') || (element.getAttribute('placeholder') ?? element.tagName);
    });
  const fits = (name: string | RegExp, found: string): boolean =>
    typeof name === 'string' ? found === name : name.test(found);

  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      presses++;
      await page.keyboard.press(key);
      await untilIdle(page);
      await expect.poll(focused, { message: `the focus after ${key}` }).not.toBe('nothing');
    }
  }

  return {
    press,
    async goTo(name, key = 'Tab') {
      await untilIdle(page);
      const met: string[] = [];
      for (let i = 0; i < STOPS; i++) {
        await page.keyboard.press(key);
        presses++;
        met.push(await focused());
        if (fits(name, met.at(-1) ?? '')) return;
      }
      throw new Error(`${key} never came to ${String(name)}, but to ${met.join(' | ')}`);
    },
    async write(text) {
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    isOn: (name) => (typeof name === 'string' ? expect.poll(focused).toBe(name) : expect.poll(focused).toMatch(name)),
    async hears(text) {
      const heard: string[] = [];
      const hasHeard = async (): Promise<boolean> => {
        const words = await page.evaluate(() => (globalThis as HeardWindow).lwHeard?.shift() ?? null);
        if (words === null) return false;
        heard.push(words);
        return words.includes(text) || hasHeard();
      };
      try {
        await expect.poll(hasHeard).toBe(true);
      } catch (cause) {
        throw new Error(`“${text}” is not among ${JSON.stringify(heard)}`, { cause });
      }
    },
    presses: () => presses,
  };
}

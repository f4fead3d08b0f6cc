import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { keyboardFaults } from './keyboard-faults.ts';
import type { Stop } from './screen-walk.ts';
import { isDrawn } from './seed.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The page's global object with the axe script's addition. */
interface AxeWindow {
  axe?: { run(root: Node, options: RunOptions): Promise<AxeResults> };
  /** The checked part: the one with this selector, or the topmost dialog, as the rest of the page has a stop of its own. */
  lwAxeRoot?: (within: string | undefined) => Node;
}

function addAxeRoot(): void {
  (globalThis as AxeWindow).lwAxeRoot = (within) => {
    const part = within === undefined ? null : document.querySelector(within);
    if (part !== null) return part;
    const dialogs = [...document.querySelectorAll('.ant-modal')].filter((one) => one.checkVisibility());
    return dialogs.at(-1)?.closest('.ant-modal-root') ?? document;
  };
}

/** Serious faults of a page, with the first elements of each kind, and controls without keyboard access. A page also has one h1 and one main. */
export async function axeFaults(page: Page, within?: string): Promise<readonly string[]> {
  // Content that is still loading belongs to another screen.
  const under = page.locator('[aria-busy=true], .ed-loading, .dt-progress').filter({ visible: true });
  await expect.poll(() => under.count()).toBe(0);
  if (await page.evaluate(() => (globalThis as AxeWindow).axe === undefined)) {
    await page.evaluate(await readFile(AXE, 'utf8'));
    await page.evaluate(addAxeRoot);
  }
  const found = await page.evaluate(async (part) => {
    // Parts that still fade in do not have their final colors yet.
    const fading = document.getAnimations().filter((a) => a.effect?.getTiming().iterations !== Infinity);
    await Promise.all(fading.map((a) => a.finished.catch(() => undefined)));
    const { axe, lwAxeRoot } = globalThis as AxeWindow;
    const results = await axe?.run(lwAxeRoot?.(part) ?? document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
      // Finding a selector for every node takes most of the time, and nothing here uses it.
      selectors: false,
    });
    return (
      results?.violations ?? [{ impact: 'critical', id: 'axe did not run', nodes: [{ html: '', failureSummary: '' }] }]
    )
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes
          .slice(0, 6)
          .map(
            ({ html, failureSummary }) =>
              `${id}: ${html.slice(0, 160)} ${failureSummary?.split('\n')[1]?.trim() ?? ''}`,
          ),
      );
  }, within);
  const [headings, mains] = [await page.locator('h1').count(), await page.locator('main').count()];
  return [
    ...found,
    ...(await keyboardFaults(page)),
    ...(headings === 1 ? [] : [`${headings} h1`]),
    ...(mains === 1 ? [] : [`${mains} main`]),
  ];
}

/** Unreadable parts in the dark theme, which the open page is switched to and back like from another tab. */
async function darkFaults(page: Page, within?: string): Promise<readonly string[]> {
  return page.evaluate(async (part) => {
    const turn = (newValue: string): unknown =>
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }));
    const fade = (): Promise<unknown> =>
      Promise.all(
        document
          .getAnimations()
          .filter((a) => a.effect?.getTiming().iterations !== Infinity)
          .map((a) => a.finished.catch(() => undefined)),
      );
    turn('dark');
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await fade();
    const { axe, lwAxeRoot } = globalThis as AxeWindow;
    const results = await axe?.run(lwAxeRoot?.(part) ?? document, {
      runOnly: { type: 'rule', values: ['color-contrast'] },
      resultTypes: ['violations'],
      selectors: false,
    });
    const ground = getComputedStyle(document.documentElement).backgroundColor;
    turn('system');
    return (results?.violations ?? [])
      .flatMap(({ nodes }) => nodes.slice(0, 6).map(({ html }) => `dark: ${html.slice(0, 160)}`))
      .concat(ground === 'rgb(20, 22, 23)' ? [] : [`not dark but ${ground}`]);
  }, within);
}

/**
 * The same for each faulty stop, by its name; `alsoDark` checks the colors of the dark theme too, at a quarter of the
 * stops, drawn by the run's seed: switching a page to it costs as much as the rest.
 */
export async function axeFaultsOf(
  page: Page,
  stops: readonly Stop[],
  alsoDark: boolean = false,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const all: Record<string, readonly string[]> = {};
  for (const { name, within, open, close } of stops) {
    await open(page);
    const found = [
      ...(await axeFaults(page, within)),
      ...(alsoDark && isDrawn(`dark ${name}`, 4) ? await darkFaults(page, within) : []),
    ];
    if (found.length > 0) all[name] = found;
    await close?.(page);
  }
  return all;
}

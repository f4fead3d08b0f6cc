import type { Page } from 'playwright';

/** The page's own record, kept by the watcher below. */
interface WatchedWindow {
  lwSteady?: { readonly pressable: Set<string>; readonly faults: string[]; clear(): void };
}

export interface SteadyButtons {
  /** Clears the record. */
  readonly clear: () => Promise<void>;
  /** The names of the buttons that could be pressed since, and which of them moved or were replaced afterwards. */
  readonly seen: () => Promise<{ readonly pressable: readonly string[]; readonly faults: readonly string[] }>;
}

/**
 * Watches the buttons of all dialogs and menus, frame by frame, from the first frame in which a pointer would hit them:
 * from then on a button must keep its position and its node, or a press goes down on it and comes up elsewhere.
 * To be called before the page's first navigation.
 */
export async function watchButtons(page: Page): Promise<SteadyButtons> {
  await page.addInitScript(installWatcher);
  return {
    clear: () => page.evaluate(() => (globalThis as WatchedWindow).lwSteady?.clear()),
    seen: () =>
      page.evaluate(() => {
        const { pressable = new Set<string>(), faults = [] } = (globalThis as WatchedWindow).lwSteady ?? {};
        return { pressable: [...pressable], faults };
      }),
  };
}

/** Runs in the page, so it may use nothing from outside itself. */
function installWatcher(): void {
  const host = globalThis as WatchedWindow;
  const roots = '[role="dialog"], [role="menu"], .ant-popover, .ant-tour, [data-region="side"]';
  let boxes = new Map<Element, { readonly root: Element; readonly name: string; readonly rect: DOMRect }>();
  const pressable = new Set<string>();
  const faults: string[] = [];
  host.lwSteady = {
    pressable,
    faults,
    clear() {
      boxes = new Map();
      pressable.clear();
      faults.length = 0;
    },
  };
  const nameOf = (button: Element): string =>
    button.getAttribute('aria-label') ?? button.getAttribute('data-testid') ?? button.textContent?.trim() ?? '';
  const moved = (a: DOMRect, b: DOMRect): boolean =>
    Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y), Math.abs(a.width - b.width), Math.abs(a.height - b.height)) > 1;
  const words = (rect: DOMRect): string => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(' ');

  function look(): void {
    for (const root of document.querySelectorAll(roots)) {
      for (const button of root.querySelectorAll('button, [role="button"], [role="menuitem"], [role="option"]')) {
        const rect = button.getBoundingClientRect();
        const hit = document.elementFromPoint(rect.x + rect.width / 2, rect.y + rect.height / 2);
        if (hit === null || !button.contains(hit) || button.hasAttribute('disabled')) continue;
        const name = nameOf(button);
        const known = boxes.get(button);
        if (known !== undefined) {
          if (moved(known.rect, rect)) faults.push(`${known.name}: ${words(known.rect)} -> ${words(rect)}`);
        } else {
          for (const [old, its] of boxes)
            if (!old.isConnected && its.root.isConnected && its.root === root && its.name === name)
              faults.push(`${name}: made anew`);
          pressable.add(name);
        }
        boxes.set(button, { root, name, rect });
      }
    }
    requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
}

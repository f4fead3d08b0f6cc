import type { BrowserContext, Page } from 'playwright';

const KEPT = 60;
const TYPES = [
  'pointerdown',
  'pointerup',
  'click',
  'contextmenu',
  'wheel',
  'keydown',
  'focusin',
  'blur',
  'resize',
] as const;

declare global {
  interface Window {
    /** Pointer, key and window events of the page, the latest last. */
    inputTrace: string[];
  }
}

/** Makes all pages of a context record their events: a failed test then shows those that arrived. */
export async function addInputTrace(context: BrowserContext): Promise<void> {
  await context.addInitScript(noteInputs, { types: [...TYPES], kept: KEPT });
}

/** A line for each event: milliseconds since the page was opened, its type, and its position. */
export async function inputTrace(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => [`${Math.round(performance.now())} now`, ...window.inputTrace]).catch(() => []);
}

/** Runs in the page, before anything of the product. */
function noteInputs({ types, kept }: { readonly types: readonly string[]; readonly kept: number }): void {
  const trace: string[] = [];
  window.inputTrace = trace;
  const nameOf = (target: EventTarget | null): string => {
    if (!(target instanceof Element)) return target === window ? 'window' : '';
    const id = target.getAttribute('data-testid') ?? target.getAttribute('aria-label') ?? target.className;
    return `${target.tagName.toLowerCase()} ${typeof id === 'string' ? id.slice(0, 40) : ''}`;
  };
  function note(event: Event): void {
    // That of elements adds nothing to `focusin`.
    if (event.type === 'blur' && event.target !== window) return;
    const what =
      event instanceof KeyboardEvent ? event.key : event instanceof MouseEvent ? `${event.x},${event.y}` : '';
    trace.push(`${Math.round(event.timeStamp)} ${event.type} ${what} ${nameOf(event.target)}`);
    if (trace.length > kept) trace.shift();
  }
  for (const type of types) window.addEventListener(type, note, { capture: true, passive: true });
}

/**
 * The regions of the editor's screen that F6 cycles through, in page order. Each is marked `data-region` and has a name for
 * screen readers. F6 returns to the element that had the focus last in that region.
 */
const REGIONS = '[data-region]';
const CANVAS = '.ed-canvas';
const TABBABLE = 'button, input, textarea, select, a[href], [tabindex]';

const lastFocused = new WeakMap<Element, HTMLElement>();

/** Remembers the focused element of each region, until the signal is aborted. */
export function watchRegions(signal: AbortSignal): void {
  document.addEventListener(
    'focusin',
    (event) => {
      const region = regionOf(event.target);
      if (region !== null && event.target instanceof HTMLElement) lastFocused.set(region, event.target);
    },
    { signal },
  );
}

/** Moves the focus to the next (1) or previous (-1) region. A focus outside all regions counts as on the canvas. */
export function focusRegion(from: EventTarget | null, step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)];
  const here = regionOf(from) ?? document.querySelector(CANVAS);
  const at = regions.findIndex((region) => region === here);
  for (let i = 1; i <= regions.length; i++) {
    const region = regions[(at + step * i + regions.length * 2) % regions.length];
    const target = region === undefined ? null : targetIn(region);
    if (target === null) continue;
    target.focus({ preventScroll: region?.matches(CANVAS) === true });
    return;
  }
}

/** True for elements in a region other than the canvas: there Esc moves the focus to the canvas. */
export function isOutsideCanvas(target: EventTarget | null): boolean {
  const region = regionOf(target);
  return region !== null && !region.matches(CANVAS);
}

/** True if the canvas itself, or nothing, has the focus. */
export function isOnCanvas(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.matches(CANVAS));
}

/** Moves the focus to the canvas, unless it is inside it: in the field for typing a text. */
export function focusCanvas(): void {
  const canvas = document.querySelector<HTMLElement>(CANVAS);
  if (canvas?.contains(document.activeElement) !== true) canvas?.focus({ preventScroll: true });
}

function regionOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(REGIONS) : null;
}

function targetIn(region: HTMLElement): HTMLElement | null {
  if (region.matches(CANVAS)) return region;
  const last = lastFocused.get(region);
  if (last !== undefined && region.contains(last) && canTakeFocus(last)) return last;
  return [...region.querySelectorAll<HTMLElement>(TABBABLE)].find(canTakeFocus) ?? null;
}

function canTakeFocus(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility();
}

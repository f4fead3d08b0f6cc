import { focusOn } from './focus-place.ts';

/** The editor starts at its canvas, any other screen at its heading. */
const STARTS = ['[data-screen-start]', 'main h1', 'h1'];
const MODAL = '[aria-modal="true"]';

/** The start of a screen for the keyboard and for screen readers; null before it is rendered. */
export function screenStart(): HTMLElement | null {
  for (const start of STARTS) {
    const found = [...document.querySelectorAll<HTMLElement>(start)].find((one) => one.checkVisibility());
    if (found !== undefined) return found;
  }
  return null;
}

export function focusScreenStart(): void {
  const start = screenStart();
  if (start !== null) focusOn(start);
}

/**
 * Moves the focus to the start of the new screen once it is rendered; a field or a dialog that takes the focus itself keeps
 * it. Ends when the user moves the focus, or when the returned function is called.
 */
export function focusArrival(): () => void {
  const stop = new AbortController();
  const { signal } = stop;

  function arrive(): void {
    const start = screenStart();
    if (start === null) return;
    stop.abort();
    const active = document.activeElement;
    const isTaken = active !== null && active.closest(`main, ${MODAL}`) !== null;
    if (active !== start && !isTaken) focusOn(start);
  }

  const observer = new MutationObserver(arrive);
  signal.addEventListener('abort', () => observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  const options = { signal, capture: true } as const;
  window.addEventListener('pointerdown', () => stop.abort(), options);
  window.addEventListener('keydown', ({ key }) => key === 'Tab' && stop.abort(), options);
  arrive();
  return () => stop.abort();
}

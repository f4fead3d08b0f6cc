import type { Virtualizer } from '@tanstack/react-virtual';

/**
 * Notifies the virtualizer of the columns about horizontal scrolling. Its own listener also reacts to vertical scrolling,
 * and renders the whole table each time.
 */
export function observeScrollLeft(
  { scrollElement }: Virtualizer<HTMLDivElement, Element>,
  tell: (offset: number, isScrolling: boolean) => void,
): (() => void) | undefined {
  if (scrollElement === null) return undefined;
  let last = scrollElement.scrollLeft;
  const onScroll = (): void => {
    if (scrollElement.scrollLeft === last) return;
    last = scrollElement.scrollLeft;
    tell(last, false);
  };
  const stop = new AbortController();
  scrollElement.addEventListener('scroll', onScroll, { signal: stop.signal, passive: true });
  return () => stop.abort();
}

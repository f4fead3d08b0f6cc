import type { Virtualizer } from '@tanstack/react-virtual';

/**
 * Tells the library of columns that the element was scrolled sideways. Its own listener tells of every scroll, down too,
 * and has the whole table drawn once more for each.
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

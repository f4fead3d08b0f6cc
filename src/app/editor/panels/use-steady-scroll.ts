import { useLayoutEffect, type RefObject } from 'react';

/**
 * Keeps fields that are scrolled to their end in place when something below or between them disappears: its space stays
 * empty until the user scrolls up. Otherwise the browser would move all of them down, under the pointer.
 * `box` scrolls and has one child with the fields; `of` identifies their subject, and a new one resets the space.
 */
export function useSteadyScroll(box: RefObject<HTMLElement | null>, of: string): void {
  useLayoutEffect(() => {
    const element = box.current;
    const content = element?.firstElementChild;
    if (!(element instanceof HTMLElement) || !(content instanceof HTMLElement)) return;
    const stop = new AbortController();
    /** Null before the first layout: reading it here would need one of its own. */
    let top: number | null = null;
    let kept = 0;
    let seen = '';

    // The browser limits the scroll position during the layout of a change, and reports it like scrolling by the user.
    const look = (): void => {
      top ??= element.scrollTop;
      const { clientHeight, scrollHeight } = element;
      const sizes = `${of} ${clientHeight} ${content.offsetHeight}`;
      const isAtEnd = element.scrollTop + clientHeight >= scrollHeight - 1;
      const isCut = sizes !== seen && isAtEnd && element.scrollTop < top;
      seen = sizes;
      if (!isCut) top = element.scrollTop;
      if (!isCut && kept === 0) return;
      // In CSS pixels, below the fields; as much as is needed to keep the scroll position `top`, and 0 if there is enough.
      kept = Math.max(0, Math.ceil(top + clientHeight - content.offsetHeight));
      element.style.paddingBottom = kept === 0 ? '' : `${kept}px`;
      if (isCut) element.scrollTop = top;
    };
    element.addEventListener('scroll', look, { passive: true, signal: stop.signal });
    // Called after the layout and before the paint.
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    sizes.observe(content);
    return () => {
      stop.abort();
      sizes.disconnect();
      element.style.paddingBottom = '';
    };
  }, [box, of]);
}

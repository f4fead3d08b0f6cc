import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { placeAfterScroll, placeAt, scaleOf, type ScrollExtent, type ScrollPlace } from './scroll-scale.ts';

export interface ListScroll {
  /** For the scrolled element. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** The scroll offset, in pixels of the list. */
  readonly offset: number;
  /** `scrollLeft` of the element. */
  readonly left: number;
  readonly scrollTo: (offset: number | ((now: number) => number)) => void;
}

const LINE_PX = 28;

/** The scrolling of a list that may be longer than the largest element (see scroll-scale.ts). */
export function useListScroll({ content, visible }: ScrollExtent): ListScroll {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<ScrollPlace>({ offset: 0, scrollTop: 0 });
  const [left, setLeft] = useState(0);
  const current = useRef(place);
  const extent = useRef({ content, visible });

  const show = useCallback((next: ScrollPlace): void => {
    current.current = next;
    setPlace(next);
  }, []);
  const scrollTo = useCallback<ListScroll['scrollTo']>(
    (wanted) => {
      const before = current.current;
      const next = placeAt(typeof wanted === 'number' ? wanted : wanted(before.offset), extent.current);
      if (next.offset === before.offset) return;
      show(next);
      if (box.current !== null) box.current.scrollTop = next.scrollTop;
    },
    [show],
  );

  useEffect(() => {
    extent.current = { content, visible };
    const element = box.current;
    // A list that became shorter, or a window that became higher, may scroll past the end.
    const next = placeAt(current.current.offset, extent.current);
    if (next.offset === current.current.offset && next.scrollTop === current.current.scrollTop) return;
    show(next);
    if (element !== null) element.scrollTop = next.scrollTop;
  }, [content, visible, show]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const onScroll = (): void => {
      setLeft(element.scrollLeft);
      const { scrollTop } = element;
      // A value that we set comes back rounded to device pixels.
      if (Math.abs(scrollTop - current.current.scrollTop) < 1) return;
      show(placeAfterScroll(current.current, scrollTop, extent.current));
    };
    const onWheel = (event: WheelEvent): void => {
      const scale = scaleOf(extent.current);
      if (scale === 1 || event.ctrlKey || event.deltaY === 0 || event.shiftKey) return;
      // By default a notch of the wheel would scroll too far by the scale of the list.
      event.preventDefault();
      const unit = event.deltaMode === 1 ? LINE_PX : event.deltaMode === 2 ? extent.current.visible : 1;
      scrollTo((now) => now + event.deltaY * unit);
      if (event.deltaX !== 0) element.scrollLeft += event.deltaX * unit;
    };
    const stop = new AbortController();
    element.addEventListener('scroll', onScroll, { signal: stop.signal, passive: true });
    element.addEventListener('wheel', onWheel, { signal: stop.signal, passive: false });
    return () => stop.abort();
  }, [scrollTo, show]);
  return { box, offset: place.offset, left, scrollTo };
}

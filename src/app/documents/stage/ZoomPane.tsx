import { useEffect, useRef, useState, type JSX, type ReactNode } from 'react';
import type { Size } from '#model/kernel/geometry.ts';
import { MM_PER_INCH } from '#model/kernel/units.ts';

/** Around the paper, in CSS pixels. */
const MARGIN_PX = 24;

/** Shows paper of a size fitted or enlarged, with scroll bars. Ctrl and the wheel zoom. */
export function ZoomPane(props: {
  /** In millimeters. */
  readonly size: Size;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
  readonly label: string;
  /** `pxPerMm`: CSS pixels per millimeter. */
  readonly children: (pxPerMm: number) => ReactNode;
}): JSX.Element {
  const { size, zoom, onZoom, label, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const shown = useRef({ zoom: 1, onZoom });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setRoom({ width: element.offsetWidth, height: element.offsetHeight }));
    observer.observe(element);
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { zoom: now, onZoom: zoomTo } = shown.current;
      zoomTo(nextZoom(now, event.deltaY < 0 ? 1 : -1));
    };
    // Not with React: its listener is passive, and the browser would zoom the page itself.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', onWheel);
    };
  }, []);
  const actual = 96 / MM_PER_INCH;
  const fitting = Math.max(
    0,
    Math.min((room.width - 2 * MARGIN_PX) / size.width, (room.height - 2 * MARGIN_PX) / size.height),
  );
  const pxPerMm = zoom === 'fit' ? fitting : actual * zoom;
  useEffect(() => {
    shown.current = { zoom: pxPerMm / actual, onZoom };
  });
  return (
    <div ref={frame} className="doc-zoom" tabIndex={0} role="group" aria-label={label}>
      <div className="doc-zoom-room">
        <div
          className="doc-zoom-paper"
          hidden={room.width === 0}
          style={{ width: Math.max(1, size.width * pxPerMm), height: Math.max(1, size.height * pxPerMm) }}
        >
          {children(pxPerMm)}
        </div>
      </div>
    </div>
  );
}

/** Fit to the available space, or a factor of the real size. */
export type Zoom = 'fit' | number;

const STEPS: readonly number[] = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12];

/** The next larger or smaller step. */
export function nextZoom(now: number, step: 1 | -1): number {
  const others = step > 0 ? STEPS.filter((one) => one > now * 1.01) : STEPS.filter((one) => one < now * 0.99);
  return (step > 0 ? others[0] : others.at(-1)) ?? (step > 0 ? (STEPS.at(-1) ?? 1) : (STEPS[0] ?? 1));
}

import { useEffect, type RefObject } from 'react';
import type { Editor } from '#editor/editor.ts';

/** A line and a page of the wheel, where it does not count in pixels. */
const LINE_PX = 20;
const PAGE_PX = 400;
/** One notch of 100 px zooms by a fifth or so; a pinch sends many small ones. */
const ZOOM_PER_PX = 0.002;
const PINCH_ZOOM_PER_PX = 0.01;

/** The wheel pans (Shift: sideways), with Ctrl or Cmd (and a pinch, which arrives as such) it zooms at the pointer. */
export function useCanvasWheel(area: RefObject<HTMLElement | null>, editor: Editor): void {
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    let pending = 0;
    const onWheel = (event: WheelEvent): void => {
      // React listens passively: only an own listener keeps the page from zooming.
      event.preventDefault();
      const unit = event.deltaMode === 1 ? LINE_PX : event.deltaMode === 2 ? PAGE_PX : 1;
      const dx = event.deltaX * unit;
      const dy = event.deltaY * unit;
      if (!event.ctrlKey && !event.metaKey) {
        if (event.shiftKey && dx === 0) editor.panBy(-dy, 0);
        else editor.panBy(-dx, -dy);
        return;
      }
      const rect = element.getBoundingClientRect();
      const at = { x: event.clientX - rect.left, y: event.clientY - rect.top };
      const pinch = Math.abs(dy) < 50;
      const { zoom } = editor.state().viewport;
      // Zoom goes in steps of 0.01: what a small movement leaves over is kept for the next.
      pending -= dy * (pinch ? PINCH_ZOOM_PER_PX : ZOOM_PER_PX);
      const next = Math.round(zoom * Math.exp(pending) * 100) / 100;
      if (next === zoom) return;
      pending = 0;
      editor.zoomAt(next, at);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [area, editor]);
}

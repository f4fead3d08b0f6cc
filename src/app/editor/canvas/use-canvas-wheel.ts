import { useEffect, type RefObject } from 'react';
import type { Editor } from '#editor/editor.ts';

/** Pixels per line or page of the wheel, on devices that do not report pixels. */
const LINE_PX = 20;
const PAGE_PX = 400;
/** A notch of the wheel is 100 px and zooms by about a fifth. A pinch on a touchpad sends many small steps instead. */
const ZOOM_PER_PX = 0.002;
const PINCH_ZOOM_PER_PX = 0.01;

/**
 * The wheel pans, with Shift sideways. With Ctrl or Cmd it zooms at the pointer; browsers report a pinch as Ctrl too.
 */
export function useCanvasWheel(area: RefObject<HTMLElement | null>, editor: Editor): void {
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    let pending = 0;
    const onWheel = (event: WheelEvent): void => {
      // React's wheel listeners are passive and can't keep the page from zooming; this one can.
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
      // The zoom has steps of 0.01: smaller movements are added up.
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

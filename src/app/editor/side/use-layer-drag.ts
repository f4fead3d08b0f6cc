import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import type { ElementId } from '#model/kernel/ids.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { gapAt, lineIds, lineKey, type ElementRow } from './layer-lines.ts';
import { LINE_PX } from './VirtualList.tsx';

/** A press that moves further than this is a drag, in CSS pixels. */
const DRAG_PX = 5;
/** The list scrolls while the pointer is this near to its ends. */
const EDGE_PX = 24;
const SCROLL_PX = 6;

interface Press {
  readonly ids: readonly ElementId[];
  readonly pointer: number;
  readonly y: number;
  /** The position of the pointer; null before it is a drag. */
  dragged: number | null;
}

interface LayerDrag {
  readonly handlers: {
    onPointerDown(event: PointerEvent<HTMLDivElement>): void;
    onPointerMove(event: PointerEvent<HTMLDivElement>): void;
    onPointerUp(event: PointerEvent<HTMLDivElement>): void;
    onPointerCancel(): void;
  };
  /** The gap between rows, 0 above the first, that is the target; null while nothing is dragged. */
  readonly gap: number | null;
}

/** Dragging a row to another place of the list; a row of the selection moves the whole selection. */
export function useLayerDrag(
  list: RefObject<HTMLDivElement | null>,
  lines: readonly ElementRow[],
  onDrop: (ids: readonly ElementId[], before: number) => void,
): LayerDrag {
  const { editor } = useEditorSession();
  const press = useRef<Press | null>(null);
  const frame = useRef(0);
  const [gap, setGap] = useState<number | null>(null);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  function gapUnder(clientY: number): number {
    const box = list.current;
    if (box === null) return 0;
    return gapAt(clientY - box.getBoundingClientRect().top + box.scrollTop, LINE_PX, lines.length);
  }
  function follow(): void {
    const at = press.current?.dragged ?? null;
    const box = list.current;
    if (at === null || box === null) return;
    const { top, bottom } = box.getBoundingClientRect();
    const by = at < top + EDGE_PX ? -SCROLL_PX : at > bottom - EDGE_PX ? SCROLL_PX : 0;
    box.scrollBy(0, by);
    setGap(gapUnder(at));
    if (by !== 0) frame.current = requestAnimationFrame(follow);
  }
  function end(): void {
    cancelAnimationFrame(frame.current);
    press.current = null;
    setGap(null);
  }

  return {
    gap,
    handlers: {
      onPointerDown(event) {
        const row = event.target instanceof Element ? event.target.closest('[data-layer]') : null;
        const line = lines.find((each) => lineKey(each) === row?.getAttribute('data-layer'));
        // A finger scrolls the list; it has the buttons for the order.
        if (line === undefined || event.button !== 0 || event.pointerType === 'touch') return;
        press.current = { ids: lineIds(line), pointer: event.pointerId, y: event.clientY, dragged: null };
      },
      onPointerMove(event) {
        const held = press.current;
        if (held === null || held.pointer !== event.pointerId) return;
        if (held.dragged === null && Math.abs(event.clientY - held.y) <= DRAG_PX) return;
        if (held.dragged === null) list.current?.setPointerCapture(event.pointerId);
        held.dragged = event.clientY;
        cancelAnimationFrame(frame.current);
        follow();
      },
      onPointerUp(event) {
        const held = press.current;
        if (held === null || held.pointer !== event.pointerId) return;
        const { selection } = editor.state();
        const { ids } = held;
        if (held.dragged !== null) {
          onDrop(ids.every((id) => selection.includes(id)) ? selection : ids, gapUnder(event.clientY));
        }
        end();
      },
      onPointerCancel: end,
    },
  };
}

import { useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import type { Point, Rect, Size } from '#model/kernel/geometry.ts';
import {
  boxAt,
  drawnRect,
  middleCut,
  movedRect,
  resizedRect,
  splitBox,
  withBox,
  withRect,
  type Cut,
  type Handle,
  type PageBox,
} from './box-edits.ts';

export const BOX_TOOLS = ['select', 'draw', 'cut'] as const;
/** The action of the pointer on the page. On empty paper `select` draws, too. */
export type BoxTool = (typeof BOX_TOOLS)[number];

type Drag =
  | { readonly type: 'move'; readonly box: PageBox; readonly from: Point }
  | { readonly type: 'resize'; readonly box: PageBox; readonly handle: Handle; readonly from: Point }
  | { readonly type: 'draw'; readonly from: Point }
  | { readonly type: 'cut'; readonly box: PageBox; readonly from: Point };

/** The preview while the pointer is down. */
export interface Shown {
  /** The box that is moved or resized, at its current place. */
  readonly moved: { readonly id: number; readonly rect: Rect } | null;
  readonly drawn: Rect | null;
  readonly cut: (Cut & { readonly id: number }) | null;
}

const NOTHING: Shown = { moved: null, drawn: null, cut: null };
/** Tolerance for a press without a drag. */
const STILL_PX = 4;

export interface BoxDragOptions {
  readonly page: Size;
  readonly boxes: readonly PageBox[];
  readonly tool: BoxTool;
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (ids: ReadonlySet<number>) => void;
  readonly onChange: (boxes: readonly PageBox[]) => void;
}

export interface BoxDrag {
  readonly shown: Shown;
  readonly onPointerDown: (event: ReactPointerEvent) => void;
  readonly onPointerMove: (event: ReactPointerEvent) => void;
  readonly onPointerUp: (event: ReactPointerEvent) => void;
  readonly onPointerCancel: () => void;
  readonly onPointerLeave: () => void;
}

/** Moves, resizes, draws and cuts boxes with the pointer. A drag is one change, on release. */
export function useBoxDrag(paper: RefObject<HTMLElement | null>, options: BoxDragOptions): BoxDrag {
  const { page, boxes, tool, chosen, onChoose, onChange } = options;
  const drag = useRef<Drag | null>(null);
  const [shown, setShown] = useState<Shown>(NOTHING);

  function placeOf(event: ReactPointerEvent): Point {
    const area = paper.current?.getBoundingClientRect();
    if (area === undefined || area.width === 0) return { x: 0, y: 0 };
    return {
      x: ((event.clientX - area.left) / area.width) * page.width,
      y: ((event.clientY - area.top) / area.height) * page.height,
    };
  }
  function isStill(from: Point, to: Point): boolean {
    const mm = (STILL_PX * page.width) / Math.max(1, paper.current?.clientWidth ?? 1);
    return Math.abs(to.x - from.x) < mm && Math.abs(to.y - from.y) < mm;
  }

  function begin(event: ReactPointerEvent): Drag | null {
    const from = placeOf(event);
    const under = boxOf(event.target, boxes) ?? boxAt(boxes, from);
    if (tool === 'cut') return under === null ? null : { type: 'cut', box: under, from };
    const handle = handleOf(event.target);
    if (tool === 'select' && under !== null) {
      choose(under.id, event.shiftKey || event.ctrlKey || event.metaKey);
      return handle === null ? { type: 'move', box: under, from } : { type: 'resize', box: under, handle, from };
    }
    onChoose(new Set());
    return { type: 'draw', from };
  }
  function choose(id: number, isMore: boolean): void {
    if (!isMore) return onChoose(chosen.has(id) && chosen.size > 1 ? chosen : new Set([id]));
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  }

  function at(current: Drag, to: Point): Shown {
    const by = { x: to.x - ('from' in current ? current.from.x : 0), y: to.y - current.from.y };
    switch (current.type) {
      case 'move':
        return { ...NOTHING, moved: { id: current.box.id, rect: movedRect(current.box.rect, by, page) } };
      case 'resize':
        return {
          ...NOTHING,
          moved: { id: current.box.id, rect: resizedRect(current.box.rect, current.handle, by, page) },
        };
      case 'draw':
        return { ...NOTHING, drawn: drawnRect(current.from, to, page) };
      case 'cut':
        return { ...NOTHING, cut: { id: current.box.id, ...cutAt(current.box.rect, current.from, to) } };
    }
  }

  return {
    shown,
    onPointerDown(event) {
      if (event.button !== 0 || !event.isPrimary) return;
      drag.current = begin(event);
      if (drag.current === null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (drag.current.type === 'cut') setShown(at(drag.current, placeOf(event)));
    },
    onPointerMove(event) {
      const place = placeOf(event);
      if (drag.current !== null) {
        if (drag.current.type === 'cut' || !isStill(drag.current.from, place)) setShown(at(drag.current, place));
        return;
      }
      // The place of the cut line before a press.
      const under = tool === 'cut' ? boxAt(boxes, place) : null;
      if (under !== null) setShown({ ...NOTHING, cut: { id: under.id, ...cutAt(under.rect, place, place) } });
      else if (shown !== NOTHING) setShown(NOTHING);
    },
    onPointerUp(event) {
      const current = drag.current;
      drag.current = null;
      setShown(NOTHING);
      if (current === null) return;
      const place = placeOf(event);
      if (current.type !== 'cut' && isStill(current.from, place)) return;
      const { moved, drawn, cut } = at(current, place);
      if (moved !== null) onChange(withRect(boxes, moved.id, moved.rect));
      if (cut !== null) onChange(splitBox(boxes, cut.id, cut));
      if (drawn !== null) {
        const next = withBox(boxes, drawn);
        onChange(next);
        onChoose(new Set([next.at(-1)?.id ?? 0]));
      }
    },
    onPointerCancel() {
      drag.current = null;
      setShown(NOTHING);
    },
    onPointerLeave() {
      if (drag.current === null && shown !== NOTHING) setShown(NOTHING);
    },
  };
}

/** The line follows the direction of the pointer; without a movement it is across the longer side. */
export function cutAt(rect: Rect, from: Point, to: Point): Cut {
  const [across, down] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const axis = across === down ? middleCut(rect).axis : across > down ? 'y' : 'x';
  return { axis, at: axis === 'x' ? to.x : to.y };
}

function boxOf(target: EventTarget, boxes: readonly PageBox[]): PageBox | null {
  const id = target instanceof Element ? target.closest<HTMLElement>('[data-box]')?.dataset['box'] : undefined;
  return boxes.find((box) => String(box.id) === id) ?? null;
}

function handleOf(target: EventTarget): Handle | null {
  const text = target instanceof HTMLElement ? target.dataset['handle'] : undefined;
  if (text === undefined) return null;
  const [x, y] = text.split(',').map(Number);
  return { x: x as Handle['x'], y: y as Handle['y'] };
}

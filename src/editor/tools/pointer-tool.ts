import { type Point, boundsOfPoints, rectsOverlap, type Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { Result } from '#model/kernel/result.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { RulerGuide } from '#model/template/ruler-guides.ts';
import { cellAt, clickedCells, selectedTable } from '../cell-selection.ts';
import type { EditorPointer, PointerHandle } from '../editor.ts';
import { unitAt, withWholeGroups } from '../groups.ts';
import { handlesFor } from '../handles.ts';
import { chosenElements, unlockedElements } from '../selection.ts';
import { canvasToLabel } from '../viewport.ts';
import { drawDrag } from './draw-drag.ts';
import { moveDrag } from './move-drag.ts';
import { tableLineAt } from '../table-line-places.ts';
import { tableLineDrag } from './table-line-drag.ts';
import { resizeDrag } from './resize-drag.ts';
import { rotateDrag } from './rotate-drag.ts';
import type { DragSession, ToolHost } from './tool-host.ts';
import { roundMm } from '#model/kernel/units.ts';
import { withGuide } from '../commands/guides.ts';
import { lineNear, snapLines } from '../snapping.ts';
import { mirroredOnCanvas } from '#model/elements/base/canvas-mirror.ts';
import { asShown, levelBounds, visibleBounds } from '../footprint.ts';
import { overlapsTurned } from '#model/elements/base/turned-box.ts';

/** Pointer distance from which a press is a drag. */
const DRAG_THRESHOLD_PX = 3;

/** A press before any drag: what a drag would do, and what a click does. */
interface Press {
  readonly start: Point;
  /** Null if nothing can be dragged; `refusal` then says why when a drag is tried. */
  readonly beginDrag: ((pointer: EditorPointer) => DragSession) | null;
  readonly refusal?: Problem;
  readonly click: () => void;
}

export interface PointerTool {
  down(pointer: EditorPointer, handle?: PointerHandle): Result<null>;
  /** A press on a ruler guide, or with null on the ruler that makes one. */
  guide(pointer: EditorPointer, axis: RulerGuide['axis'], index: number | null): void;
  /** `edit.lockedInPlace`, once for each press, when the dragged element can't be moved. */
  move(pointer: EditorPointer): Result<null>;
  up(pointer: EditorPointer): void;
  /** Reverts the drag. True when there was one. */
  cancel(): boolean;
  /** Keeps the result of the drag and ends it: something else is about to change the template. */
  finish(): void;
}

/** The editor's only tool: selects, moves, resizes, turns, draws, pans and draws the selection frame. */
export function createPointerTool(host: ToolHost): PointerTool {
  let press: Press | null = null;
  let session: DragSession | null = null;
  let last: EditorPointer | null = null;

  function clear(): void {
    press = null;
    session = null;
    last = null;
    if (host.state().interaction.type !== 'none') host.show({ type: 'none' });
  }

  return {
    down(pointer, handle) {
      if (press !== null || session !== null) return ok(null);
      const start = { x: pointer.xPx, y: pointer.yPx };
      if (pointer.button === 'middle' || (pointer.button === 'primary' && pointer.space)) {
        session = panDrag(host, start);
        return ok(null);
      }
      // The right button opens the menu and keeps the selection (specification 2, section 2).
      if (pointer.button === 'secondary') return ok(null);
      const { armed } = host.state();
      if (armed !== null) {
        press = {
          start,
          beginDrag: (now) => drawDrag(host, armed, start, now, host.place),
          click: () => host.place({ centreMm: canvasToLabel(host.state().viewport, start) }),
        };
        return ok(null);
      }
      if (handle !== undefined) {
        const elements = unlockedElements(host.state());
        if (!elements.ok) return elements;
        if (handle === 'rotate') press = { start, beginDrag: () => rotateDrag(host, start), click: () => {} };
        else if (handlesFor(elements.value).includes(handle)) {
          press = { start, beginDrag: () => resizeDrag(host, start, handle), click: () => {} };
        }
        return ok(null);
      }
      const hit = host.hit(pointer.xPx, pointer.yPx);
      const selectedBefore = hit !== null && host.state().selection.includes(hit);
      const line = pointer.alt ? null : tableLineAt(host.state(), start, hit);
      press = hit === null ? pressOnCanvas(host, start, pointer) : pressOnElement(host, start, pointer, hit);
      if (line !== null) press = { ...press, beginDrag: () => tableLineDrag(host, start, line) };
      if (hit === null || selectedBefore) return ok(null);
      // Specification 1, section 4: selecting a locked element shows the lock message.
      const locked = host.state().template.elements.find((e) => e.id === hit && e.locked);
      return locked === undefined ? ok(null) : err(lockedInPlace(locked));
    },

    guide(pointer, axis, index) {
      if (press !== null || session !== null || pointer.button !== 'primary') return;
      const start = { x: pointer.xPx, y: pointer.yPx };
      press = { start, beginDrag: () => guideDrag(host, axis, index), click: () => {} };
    },

    move(pointer) {
      last = pointer;
      if (session === null && press !== null) {
        const { start, beginDrag, refusal } = press;
        if (Math.hypot(pointer.xPx - start.x, pointer.yPx - start.y) <= DRAG_THRESHOLD_PX) return ok(null);
        if (beginDrag !== null) session = beginDrag(pointer);
        else if (refusal !== undefined) {
          press = { start, beginDrag, click: press.click };
          return err(refusal);
        }
      }
      session?.move(pointer);
      return ok(null);
    },

    up(pointer) {
      const ended = { session, press };
      // Before the click's action: that may be a command, which ends the current drag.
      clear();
      if (ended.session !== null) ended.session.end(pointer);
      else ended.press?.click();
    },

    cancel() {
      const dragging = session !== null;
      session?.cancel();
      clear();
      return dragging;
    },

    finish() {
      const ended = { session, last };
      clear();
      if (ended.session !== null && ended.last !== null) ended.session.end(ended.last);
    },
  };
}

/** Empty space: a click clears the selection, a drag pans, or draws the selection frame when the canvas is locked. */
function pressOnCanvas(host: ToolHost, start: Point, pointer: EditorPointer): Press {
  const adding = pointer.shift || pointer.control;
  return {
    start,
    beginDrag: () => (host.state().canvasLock ? marqueeDrag(host, start, adding) : panDrag(host, start)),
    click: () => {
      if (!adding) host.select([]);
    },
  };
}

/**
 * A plain press selects at once, so that the drag moves the element under the pointer; on a selected element it waits
 * for the release, so that several can be dragged together.
 */
function pressOnElement(host: ToolHost, start: Point, pointer: EditorPointer, hit: ElementId): Press {
  const { selection } = host.state();
  const group = unitAt(host.state(), hit);
  // Ctrl selects an element inside a group directly; elsewhere it adds and removes, as Shift does everywhere.
  const deep = pointer.control && group.length > 1;
  const unit = deep ? [hit] : group;
  const selected = selection.includes(hit) && !(deep && !pointer.shift && selection.length > 1);
  const toggling = pointer.shift || (pointer.control && !deep);
  if (!selected) host.select(toggling ? [...selection, ...unit] : unit);
  const locked = chosenElements(host.state().template, host.state().selection).find((e) => e.locked);
  return {
    start,
    beginDrag: locked === undefined ? (now) => moveDrag(host, start, now.alt) : null,
    // Selecting a locked element has just shown the message; a drag of an earlier selection shows it now.
    ...(locked === undefined || (locked.id === hit && !selected) ? {} : { refusal: lockedInPlace(locked) }),
    click: () => {
      if (!selected || clickCell(host, start, pointer, hit)) return;
      host.select(toggling ? selection.filter((id) => !unit.includes(id)) : unit);
    },
  };
}

function lockedInPlace({ name }: LabelElement): Problem {
  return problem('edit.lockedInPlace', { name }, name);
}

/** A click on the only selected table chooses cells; with Ctrl or Shift only if some are chosen already. */
function clickCell(host: ToolHost, start: Point, pointer: EditorPointer, hit: ElementId): boolean {
  const state = host.state();
  const table = selectedTable(state);
  const adding = pointer.shift || pointer.control;
  if (table?.id !== hit || (adding && state.cellSelection === null)) return false;
  const cell = cellAt(asShown(table, state.pushes), canvasToLabel(state.viewport, start));
  if (cell === null) return false;
  const click = pointer.control || (state.cellsToggle && !pointer.shift) ? 'toggle' : pointer.shift ? 'range' : 'only';
  host.selectCells(clickedCells(table, state.cellSelection, cell, click));
  return true;
}

/**
 * Drags a guide, or with null a new one out of a ruler. It snaps to edges and centers of the label and the elements,
 * unless Ctrl is held. Releasing it over the ruler deletes it. The template changes on release.
 */
function guideDrag(host: ToolHost, axis: RulerGuide['axis'], index: number | null): DragSession {
  const { template, bounds } = host.state();
  const lines = snapLines(template, new Set(), bounds);
  function placed(pointer: EditorPointer): { readonly guide: RulerGuide; readonly leaving: boolean } {
    const at = canvasToLabel(host.state().viewport, { x: pointer.xPx, y: pointer.yPx })[axis];
    const line = pointer.control ? null : lineNear(at, lines, axis);
    // A hand is not more precise than a tenth of a millimeter; finer values are typed.
    const atMm = line ?? roundMm(Math.round(at * 10) / 10);
    return { guide: { axis, atMm }, leaving: (axis === 'x' ? pointer.xPx : pointer.yPx) < 0 };
  }
  return {
    move: (pointer) => host.show({ type: 'guide', index, ...placed(pointer) }),
    end(pointer) {
      const { guide, leaving } = placed(pointer);
      const { label } = host.state().template;
      const next = withGuide(label, index, leaving ? null : guide);
      if (next === label) return;
      host.showGuides();
      host.beginDrag();
      host.updateDrag({ ...host.state().template, label: next });
      host.endDrag();
    },
    cancel: () => {},
  };
}

/**
 * Draws a frame; on release it selects every element that it overlaps, groups whole. Shift or Ctrl adds to the
 * selection.
 */
function marqueeDrag(host: ToolHost, start: Point, adding: boolean): DragSession {
  const kept = adding ? host.state().selection : [];
  const from = canvasToLabel(host.state().viewport, start);
  const frame = (pointer: EditorPointer): Rect =>
    boundsOfPoints([from, canvasToLabel(host.state().viewport, { x: pointer.xPx, y: pointer.yPx })]);
  return {
    move(pointer: EditorPointer) {
      host.show({ type: 'marquee', rectMm: frame(pointer) });
    },
    end(pointer: EditorPointer) {
      const { template, bounds, pushes } = host.state();
      const rect = frame(pointer);
      const inside = template.elements.filter((e) => {
        const covered = visibleBounds(e, bounds);
        if (rectsOverlap(covered, rect) && overlapsTurned(asShown(e, pushes), levelBounds(e, bounds), rect))
          return true;
        return e.canvasMirror && rectsOverlap(mirroredOnCanvas(covered, template.label.widthMm), rect);
      });
      const caught = inside.map((e) => e.id);
      host.select([...kept, ...withWholeGroups(template.elements, caught)]);
    },
    cancel: () => {},
  };
}

/** Pans the canvas. A canceled pan is not reverted: nothing was changed. */
function panDrag(host: ToolHost, start: Point): DragSession {
  let last = start;
  host.show({ type: 'pan' });
  return {
    move(pointer: EditorPointer) {
      host.panBy(pointer.xPx - last.x, pointer.yPx - last.y);
      last = { x: pointer.xPx, y: pointer.yPx };
    },
    end: () => {},
    cancel: () => {},
  };
}

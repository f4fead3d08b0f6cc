import type { JSX } from 'react';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { RESIZE_HANDLES, type ResizeHandle } from '#model/elements/base/handle.ts';
import type { EditorViewport, PointerHandle } from '#editor/editor.ts';
import { visibleBounds } from '#editor/footprint.ts';
import { handlesFor } from '#editor/handles.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';

/** The sizes of a handle: of the square that is seen, and of the larger invisible one that reacts to the pointer. */
const HANDLE_PX = 8;
const HANDLE_HIT_PX = 16;
/** How far the handle that turns stands from the frame, and the width of what reacts to the pointer there. */
const ROTATE_REACH_PX = 24;
const ROTATE_HIT_PX = 24;
/** Shorter edges have no handle in their middle: it would cover the element. */
const MIN_EDGE_PX = 34;

/** As CSS names them; every frame stands upright, whatever the elements' rotation. */
export const HANDLE_CURSORS: Readonly<Record<ResizeHandle, string>> = {
  nw: 'nwse-resize',
  se: 'nwse-resize',
  ne: 'nesw-resize',
  sw: 'nesw-resize',
  n: 'ns-resize',
  s: 'ns-resize',
  e: 'ew-resize',
  w: 'ew-resize',
};

/** Moves edges to half pixels: a line of 1 px then covers one row of pixels instead of two. */
export function crisp(rect: Rect): Rect {
  const x = Math.round(rect.x) - 0.5;
  const y = Math.round(rect.y) - 0.5;
  return { x, y, width: Math.round(rect.x + rect.width) + 0.5 - x, height: Math.round(rect.y + rect.height) + 0.5 - y };
}

export function SelectionFrame({
  view,
  elements,
  bounds,
  box,
  handles,
}: {
  view: EditorViewport;
  elements: readonly LabelElement[];
  bounds: ReadonlyMap<ElementId, Rect>;
  box: Rect;
  handles: boolean;
}): JSX.Element {
  const frame = crisp(labelRectToCanvas(view, box));
  const locked = elements.some((e) => e.locked);
  const offered = handles ? handlesFor(elements) : [];
  return (
    <g className={locked ? 'ed-selection ed-selection-locked' : 'ed-selection'}>
      {elements.length > 1 ? (
        <path
          className="ed-selection-part"
          d={outlines(
            elements.map((e) => visibleBounds(e, bounds)),
            view,
          )}
        />
      ) : null}
      <rect className="ed-selection-box" {...frame} />
      {offered
        .filter((handle) => handle.length === 2 || offered.length < 8 || roomForEdge(handle, frame))
        .map((handle) => (
          <Handle key={handle} handle={handle} frame={frame} />
        ))}
      {handles && !locked ? <RotateHandle frame={frame} /> : null}
    </g>
  );
}

/** One path for all of them: hundreds of nodes would each be changed with every move. */
function outlines(rects: readonly Rect[], view: EditorViewport): string {
  return rects
    .map((rect) => crisp(labelRectToCanvas(view, rect)))
    .map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`)
    .join('');
}

function roomForEdge(handle: ResizeHandle, frame: Rect): boolean {
  return (handle === 'n' || handle === 's' ? frame.width : frame.height) >= MIN_EDGE_PX;
}

function Handle({ handle, frame }: { handle: ResizeHandle; frame: Rect }): JSX.Element {
  const x = handle.includes('w') ? frame.x : handle.includes('e') ? frame.x + frame.width : frame.x + frame.width / 2;
  const y = handle.includes('n') ? frame.y : handle.includes('s') ? frame.y + frame.height : frame.y + frame.height / 2;
  return (
    <g>
      <rect
        className="ed-handle"
        x={x - HANDLE_PX / 2}
        y={y - HANDLE_PX / 2}
        width={HANDLE_PX}
        height={HANDLE_PX}
        rx={1.5}
      />
      <rect
        className="ed-handle-hit"
        data-handle={handle}
        style={{ cursor: HANDLE_CURSORS[handle] }}
        x={x - HANDLE_HIT_PX / 2}
        y={y - HANDLE_HIT_PX / 2}
        width={HANDLE_HIT_PX}
        height={HANDLE_HIT_PX}
      />
    </g>
  );
}

/** Above the frame; below it where there is no room above. */
function RotateHandle({ frame }: { frame: Rect }): JSX.Element {
  const above = frame.y >= ROTATE_REACH_PX + ROTATE_HIT_PX / 2;
  const from = above ? frame.y : frame.y + frame.height;
  const x = frame.x + frame.width / 2;
  const y = above ? from - ROTATE_REACH_PX : from + ROTATE_REACH_PX;
  return (
    <g>
      <line className="ed-rotate-stem" x1={x} y1={from} x2={x} y2={y} />
      <circle className="ed-handle" cx={x} cy={y} r={5} />
      <circle className="ed-handle-hit ed-rotate-hit" data-handle="rotate" cx={x} cy={y} r={ROTATE_HIT_PX / 2} />
    </g>
  );
}

/** The handle that was pressed; undefined when the press was elsewhere. */
export function handleOf(target: EventTarget | null): PointerHandle | undefined {
  const name = target instanceof SVGElement ? target.dataset['handle'] : undefined;
  if (name === 'rotate') return name;
  return RESIZE_HANDLES.find((handle) => handle === name);
}

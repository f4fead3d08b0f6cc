import { useState, type JSX } from 'react';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { RESIZE_HANDLES, type ResizeHandle } from '#model/elements/base/handle.ts';
import type { EditorViewport, PointerHandle } from '#editor/editor.ts';
import { visibleBounds } from '#editor/footprint.ts';
import { handlesFor } from '#editor/handles.ts';
import { labelRectToCanvas, pxPerMm } from '#editor/viewport.ts';

/** The sizes of a handle: of the visible square, and of the larger invisible one that reacts to the pointer. */
const HANDLE_PX = 8;
const HANDLE_HIT_PX = 16;
/** Distance of the rotation handle from the frame, and the width of the area that reacts to the pointer there. */
const ROTATE_REACH_PX = 24;
const ROTATE_HIT_PX = 24;
/** Shorter edges have no handle in their middle: it would cover the element. */
const MIN_EDGE_PX = 34;

/** CSS cursor names; every frame is upright, for any rotation of the elements. */
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
  moving,
}: PartsProps & { handles: boolean }): JSX.Element {
  const frame = crisp(labelRectToCanvas(view, box));
  const locked = elements.some((e) => e.locked);
  const offered = handles ? handlesFor(elements) : [];
  return (
    <g className={locked ? 'ed-selection ed-selection-locked' : 'ed-selection'}>
      {elements.length > 1 ? <Parts view={view} elements={elements} bounds={bounds} box={box} moving={moving} /> : null}
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

interface PartsProps {
  readonly view: EditorViewport;
  /** The selected elements. */
  readonly elements: readonly LabelElement[];
  readonly bounds: ReadonlyMap<ElementId, Rect>;
  /** The box around all of them. */
  readonly box: Rect;
  /** Whether all of them move together. */
  readonly moving: boolean;
}

/** The outline of each. During a move it is the previous one, translated: a path of hundreds is slow to parse. */
function Parts({ view, elements, bounds, box, moving }: PartsProps): JSX.Element {
  const [drawn, setDrawn] = useState<PartsProps & { readonly path: string }>();
  const goesAlong =
    moving &&
    drawn?.view === view &&
    drawn.elements.length === elements.length &&
    drawn.elements.every(({ id }, i) => id === elements[i]?.id);
  if (!goesAlong && (drawn?.elements !== elements || drawn.bounds !== bounds || drawn.view !== view)) {
    const rects = elements.map((element) => visibleBounds(element, bounds));
    setDrawn({ view, elements, bounds, box, moving, path: outlines(rects, view) });
  }
  if (drawn === undefined) return <path className="ed-selection-part" />;
  const [x, y] = [box.x - drawn.box.x, box.y - drawn.box.y].map((by) => Math.round(by * pxPerMm(view)));
  return (
    <path className="ed-selection-part" d={drawn.path} {...(goesAlong ? { transform: `translate(${x} ${y})` } : {})} />
  );
}

/** One path for all of them: hundreds of nodes would change with every move. */
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

/** Above the frame; below it if there is no room above. */
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

/** The pressed handle; undefined if the press was elsewhere. */
export function handleOf(target: EventTarget | null): PointerHandle | undefined {
  const name = target instanceof SVGElement ? target.dataset['handle'] : undefined;
  if (name === 'rotate') return name;
  return RESIZE_HANDLES.find((handle) => handle === name);
}

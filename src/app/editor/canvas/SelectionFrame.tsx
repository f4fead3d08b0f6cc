import { useState, type JSX } from 'react';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { RESIZE_HANDLES, type ResizeHandle } from '#model/elements/base/handle.ts';
import type { EditorViewport, PointerHandle } from '#editor/editor.ts';
import { turnedPoint } from '#model/elements/base/turned-box.ts';
import { levelBounds, type Pushes } from '#editor/footprint.ts';
import { handlesFor } from '#editor/handles.ts';
import { labelRectToCanvas, labelToCanvas, pxPerMm } from '#editor/viewport.ts';
import { handleCursor, turnTransform } from './turned-marks.ts';

/** The sizes of a handle: of the visible square, and of the larger invisible one that reacts to the pointer. */
const HANDLE_PX = 8;
const HANDLE_HIT_PX = 16;
/** Distance of the rotation handle from the frame, and the width of the area that reacts to the pointer there. */
const ROTATE_REACH_PX = 24;
const ROTATE_HIT_PX = 24;
/** Shorter edges have no handle in their middle: it would cover the element. */
const MIN_EDGE_PX = 34;

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
  pushes,
  box,
  handles,
  moving,
}: PartsProps & { handles: boolean; pushes: Pushes }): JSX.Element {
  const [first] = elements;
  const turned = elements.length === 1 && first?.turnDegrees !== undefined ? first : null;
  const frame = crisp(labelRectToCanvas(view, turned === null ? box : levelBounds(turned, bounds)));
  const locked = elements.some((e) => e.locked);
  const offered = handles ? handlesFor(elements) : [];
  return (
    <g
      className={locked ? 'ed-selection ed-selection-locked' : 'ed-selection'}
      {...(turned === null ? {} : turnTransform(view, turned, pushes))}
    >
      {elements.length > 1 ? <Parts view={view} elements={elements} bounds={bounds} box={box} moving={moving} /> : null}
      <rect className="ed-selection-box" {...frame} />
      {offered
        .filter((handle) => handle.length === 2 || offered.length < 8 || roomForEdge(handle, frame))
        .map((handle) => (
          <Handle key={handle} handle={handle} frame={frame} cursor={handleCursor(handle, turned?.turnDegrees)} />
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
    setDrawn({ view, elements, bounds, box, moving, path: outlines(elements, bounds, view) });
  }
  if (drawn === undefined) return <path className="ed-selection-part" />;
  const [x, y] = [box.x - drawn.box.x, box.y - drawn.box.y].map((by) => Math.round(by * pxPerMm(view)));
  return (
    <path className="ed-selection-part" d={drawn.path} {...(goesAlong ? { transform: `translate(${x} ${y})` } : {})} />
  );
}

/** One path for all of them: hundreds of nodes would change with every move. */
function outlines(
  elements: readonly LabelElement[],
  bounds: ReadonlyMap<ElementId, Rect>,
  view: EditorViewport,
): string {
  return elements
    .map((element) => {
      if (element.turnDegrees !== undefined) return turnedOutline(element, levelBounds(element, bounds), view);
      const { x, y, width, height } = crisp(labelRectToCanvas(view, levelBounds(element, bounds)));
      return `M${x} ${y}h${width}v${height}h${-width}z`;
    })
    .join('');
}

function turnedOutline(element: LabelElement, { x, y, width, height }: Rect, view: EditorViewport): string {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ].map((corner) => labelToCanvas(view, turnedPoint(element, corner)));
  return `M${corners.map((corner) => `${corner.x} ${corner.y}`).join('L')}z`;
}

function roomForEdge(handle: ResizeHandle, frame: Rect): boolean {
  return (handle === 'n' || handle === 's' ? frame.width : frame.height) >= MIN_EDGE_PX;
}

function Handle({ handle, frame, cursor }: { handle: ResizeHandle; frame: Rect; cursor: string }): JSX.Element {
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
        style={{ cursor }}
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

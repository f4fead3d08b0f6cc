import type { Point, Size } from '#model/kernel/geometry.ts';
import { canvasUnitsToMm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import type { LabelSettings, Template } from '#model/template/template.ts';
import type { EditorViewport } from './editor.ts';
import { canvasToLabel } from './viewport.ts';

/** Distance on the screen between new elements placed one after the other, in canvas units. */
const STEP_UNITS = 20;

interface Area {
  readonly from: Point;
  readonly to: Point;
}

/**
 * The middle of a new element of this size, in mm: the middle of the visible part of the label (of the whole label when
 * none is visible), or next to it if other elements have their middle there. The element is inside the label on each
 * axis on which it fits. The places form a grid: first those down the diagonal, then those in squares around the
 * middle; when all are taken, the one with the fewest elements.
 */
export function freePlaceMm(view: EditorViewport, { label, elements }: Template, size: Size): Point {
  const seen = visibleLabel(view, label.widthMm, label.heightMm);
  const area = { from: middleInside(seen.from, size, label), to: middleInside(seen.to, size, label) };
  const centre = { x: (area.from.x + area.to.x) / 2, y: (area.from.y + area.to.y) / 2 };
  const step = canvasUnitsToMm(STEP_UNITS) / view.zoom;
  const taken = new Map<string, number>();
  for (const element of elements) {
    const box = elementBox(element);
    const i = Math.round((box.x + box.width / 2 - centre.x) / step);
    const j = Math.round((box.y + box.height / 2 - centre.y) / step);
    taken.set(`${i},${j}`, (taken.get(`${i},${j}`) ?? 0) + 1);
  }
  let best = centre;
  let fewest = Infinity;
  for (const [i, j] of gridPlaces(
    Math.floor((area.to.x - centre.x) / step),
    Math.floor((area.to.y - centre.y) / step),
  )) {
    const count = taken.get(`${i},${j}`) ?? 0;
    if (count >= fewest) continue;
    best = { x: centre.x + i * step, y: centre.y + j * step };
    fewest = count;
    if (count === 0) break;
  }
  return best;
}

/**
 * The place nearest to `middle` at which an element of this size is inside the label, on each axis on which it fits.
 */
export function middleInside(middle: Point, size: Size, label: Pick<LabelSettings, 'widthMm' | 'heightMm'>): Point {
  return {
    x: inside(middle.x, size.width, label.widthMm),
    y: inside(middle.y, size.height, label.heightMm),
  };
}

function inside(middle: number, length: number, labelLength: number): number {
  return length > labelLength ? middle : Math.min(labelLength - length / 2, Math.max(length / 2, middle));
}

/** The places of a grid of this reach: down the diagonal, then outwards. */
function* gridPlaces(across: number, down: number): Generator<readonly [i: number, j: number]> {
  for (let k = 0; k <= Math.min(across, down); k++) yield [k, k];
  for (let ring = 1; ring <= Math.max(across, down); ring++) {
    for (let j = -ring; j <= ring; j++) {
      if (Math.abs(j) > down) continue;
      for (let i = -ring; i <= ring; i += Math.abs(j) === ring ? 1 : 2 * ring) {
        if (Math.abs(i) <= across) yield [i, j];
      }
    }
  }
}

function visibleLabel(view: EditorViewport, widthMm: number, heightMm: number): Area {
  const from = canvasToLabel(view, { x: 0, y: 0 });
  const to = canvasToLabel(view, { x: view.widthPx, y: view.heightPx });
  const [left, right] = visible(from.x, to.x, widthMm);
  const [top, bottom] = visible(from.y, to.y, heightMm);
  return { from: { x: left, y: top }, to: { x: right, y: bottom } };
}

/** The visible part of 0 to `size`; all of it when none is visible. */
function visible(low: number, high: number, size: number): readonly [number, number] {
  const start = Math.max(0, low);
  const end = Math.min(size, high);
  return start < end ? [start, end] : [0, size];
}

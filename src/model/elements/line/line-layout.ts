import { grownRect, type Point } from '#model/kernel/geometry.ts';
import { roundMm } from '#model/kernel/units.ts';
import { plainLayout } from '../base/box.ts';
import type { DisplayOp } from '../base/display-op.ts';
import type { LayoutOf, Unplaced } from '../base/layout.ts';
import { dashPattern } from '../base/pen.ts';
import { lineEnds, type LineElement } from './line-element.ts';
import { markerData, markerLength, markerWidth } from './line-markers.ts';

export const layoutLine: LayoutOf<Unplaced<LineElement>> = (element) => {
  const { startMarker, endMarker, penWidthMm: pen } = element;
  const [start, end] = lineEnds(element);
  const markers = [markerData(startMarker, end, start, pen), markerData(endMarker, start, end, pen)].flatMap(
    (data): DisplayOp[] => (data === null ? [] : [{ type: 'path', data, ink: 'black', paint: { style: 'fill' } }]),
  );
  if (markers.length === 0) return plainLayout(element, [strokeOp(element, start, end)]);
  const from = shortened(start, end, markerLength(startMarker, pen));
  const to = shortened(end, start, markerLength(endMarker, pen));
  const { content, ...layout } = plainLayout(element, [strokeOp(element, from, to), ...markers]);
  return { ...layout, content: grownRect(content, markerWidth(pen) / 2) };
};

/** A straight solid line is a rectangle, exact to the dot; a diagonal or dashed line is a stroke. */
function strokeOp({ direction, dashed, penWidthMm: pen }: Unplaced<LineElement>, from: Point, to: Point): DisplayOp {
  const straight = direction === 'horizontal' || direction === 'vertical';
  if (straight && !dashed) {
    const rect =
      direction === 'horizontal'
        ? { x: from.x, y: from.y - pen / 2, width: to.x - from.x, height: pen }
        : { x: from.x - pen / 2, y: from.y, width: pen, height: to.y - from.y };
    return { type: 'rect', rect, ink: 'black' };
  }
  return {
    type: 'path',
    data: `M ${from.x} ${from.y} L ${to.x} ${to.y}`,
    ink: 'black',
    paint: { style: 'stroke', widthMm: pen, ...(dashed ? { dashMm: dashPattern(pen) } : {}) },
  };
}

/** The end of a line, moved towards the other one, at most to its middle. */
function shortened(end: Point, other: Point, byMm: number): Point {
  const length = Math.hypot(other.x - end.x, other.y - end.y);
  if (byMm === 0 || length === 0) return end;
  const part = Math.min(0.5, byMm / length);
  return { x: roundMm(end.x + (other.x - end.x) * part), y: roundMm(end.y + (other.y - end.y) * part) };
}

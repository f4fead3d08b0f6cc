import {
  applyToPoint,
  distanceToSegment,
  grownRect,
  rectContains,
  type Point,
  type Rect,
} from '#model/kernel/geometry.ts';
import { dotsPerMm, type Mm } from '#model/kernel/units.ts';
import type { Hit } from '../base/box-behaviour.ts';
import { contentTransform, elementBox, plainLayout } from '../base/box.ts';
import type { ElementLayout, LayoutContext } from '../base/layout.ts';
import { dashPattern } from '../base/pen.ts';
import { lineData, pointsOf, type Segment } from './contour.ts';
import type { FigureElement } from './figure-element.ts';
import { QUARTER_ARC } from './outline.ts';
import { onWholeDots } from './shape-layout.ts';

type Form = Pick<FigureElement, 'bracket' | 'bracketSide'>;

/** Lays out a bracket: a line whose ends are at the edge of the box, with a pen of whole dots inside it. */
export function layoutBracket(element: FigureElement, context: LayoutContext): ElementLayout {
  const perMm = dotsPerMm(context.dpi);
  const box = onWholeDots(element, perMm);
  const pen = Math.max(1, Math.floor(penIn(box, element.penWidthMm) * perMm + 0.5)) / perMm;
  const dash = element.dashed ? { dashMm: dashPattern(pen) } : {};
  const data = lineData(bracketLine(element, box, pen));
  return plainLayout(element, [
    { type: 'path', data, ink: 'black', paint: { style: 'stroke', widthMm: pen, ...dash } },
  ]);
}

export function hitBracket(element: FigureElement, point: Point, reachMm: Mm): Hit {
  const box = { x: 0, y: 0, width: element.widthMm, height: element.heightMm };
  const pen = penIn(box, element.penWidthMm);
  const reach = Math.max(reachMm, pen / 2);
  if (!rectContains(grownRect(elementBox(element), reach), point)) return 'none';
  const transform = contentTransform(element);
  const points = pointsOf(bracketLine(element, box, pen)).map((each) => applyToPoint(transform, each));
  const isHit = points.some((to, i) => i > 0 && distanceToSegment(points[i - 1] ?? to, to, point) <= reach);
  return isHit ? 'element' : 'none';
}

/** The pen, as wide as the box has room for. */
function penIn({ width, height }: Rect, penMm: Mm): Mm {
  return Math.min(penMm, width, height / 3);
}

/** The middle of the pen's line, from the upper to the lower end. */
export function bracketLine({ bracket, bracketSide }: Form, box: Rect, pen: Mm): readonly Segment[] {
  const { x, y, width, height } = box;
  // Drawn as one that opens a text, with its ends on the right.
  const across = (part: Mm): Mm => (bracketSide === 'left' ? x + part : x + width - part);
  const at = (fromBack: Mm, down: Mm): Point => ({ x: across(fromBack), y: y + down });
  const [top, middle, bottom] = [pen / 2, height / 2, height - pen / 2];
  switch (bracket) {
    case 'square': {
      const back = pen / 2;
      return [
        [at(width, top), at(back, top)],
        [at(back, top), at(back, bottom)],
        [at(back, bottom), at(width, bottom)],
      ];
    }
    case 'round': {
      const back = pen / 2;
      return [
        quarter(at(width, top), at(back, middle), 'across'),
        quarter(at(back, middle), at(width, bottom), 'down'),
      ];
    }
    case 'brace': {
      const spine = width / 2;
      const bend = Math.min(spine, (bottom - top) / 4);
      return [
        quarter(at(width, top), at(spine, top + bend), 'across'),
        [at(spine, top + bend), at(spine, middle - bend)],
        quarter(at(spine, middle - bend), at(0, middle), 'down'),
        quarter(at(0, middle), at(spine, middle + bend), 'across'),
        [at(spine, middle + bend), at(spine, bottom - bend)],
        quarter(at(spine, bottom - bend), at(width, bottom), 'down'),
      ];
    }
  }
}

/** A quarter of an ellipse, which starts across the box or down. */
function quarter(from: Point, to: Point, start: 'across' | 'down'): Segment {
  const far = 1 - QUARTER_ARC;
  const part = (a: number, b: number, share: number): number => a + (b - a) * share;
  return start === 'across'
    ? [from, { x: part(from.x, to.x, QUARTER_ARC), y: from.y }, { x: to.x, y: part(from.y, to.y, far) }, to]
    : [from, { x: from.x, y: part(from.y, to.y, QUARTER_ARC) }, { x: part(from.x, to.x, far), y: to.y }, to];
}

import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Mm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { isStyled, type LabelElement, type StyledElement } from '#model/elements/element.ts';
import { withFootprint } from './footprint.ts';

/** Less than this between the box and what was painted is measuring noise. */
const NOISE_MM = 0.002;
/** A box edge this near to a whole micrometre is that micrometre. */
const MICROMETRE_NOISE = 0.2;

/**
 * A text's box made equal to what was painted, which stays where it is: the box's edge that `align` keeps is
 * only right again once the box is. Everything else, and a text that was not measured, stays as it is.
 */
export function refitted<E extends LabelElement>(element: E, bounds: ReadonlyMap<ElementId, Rect>): E {
  if (!isStyled(element)) return element;
  const painted = bounds.get(element.id);
  if (painted === undefined || painted.width <= 0 || painted.height <= 0) return element;
  const box = elementBox(element);
  const target = element.autoWrap ? wrappedBox(element, box, painted) : outward(painted);
  return sameRect(box, target) ? element : withFootprint(element, target);
}

/** Lines that break keep their length; the box's other side follows from the lines, from where the first stands. */
function wrappedBox(element: StyledElement, box: Rect, painted: Rect): Rect {
  const { width, height } = outward(painted);
  switch (firstLineEdge(element)) {
    case 'top':
      return { ...box, height };
    case 'right':
      return { ...box, x: box.x + box.width - width, width };
    case 'bottom':
      return { ...box, y: box.y + box.height - height, height };
    case 'left':
      return { ...box, width };
  }
}

const CLOCKWISE = ['top', 'right', 'bottom', 'left'] as const;

/** The side of the box, as it stands on the label, at which the first line is. */
function firstLineEdge({ arrange, mirror, rotation }: StyledElement): (typeof CLOCKWISE)[number] {
  const unturned = arrange === 'horizontal' ? 0 : mirror ? 3 : 1;
  return CLOCKWISE[(unturned + rotation / 90) % 4] ?? 'top';
}

function sameRect(a: Rect, b: Rect): boolean {
  return (
    Math.abs(a.x - b.x) < NOISE_MM &&
    Math.abs(a.y - b.y) < NOISE_MM &&
    Math.abs(a.width - b.width) < NOISE_MM &&
    Math.abs(a.height - b.height) < NOISE_MM
  );
}

/** To whole micrometres, never smaller: a box that cut a hair off its text would make it wrap. */
function outward(rect: Rect): Rect {
  const left = toMicrometre(rect.x, Math.floor);
  const top = toMicrometre(rect.y, Math.floor);
  const right = toMicrometre(rect.x + rect.width, Math.ceil);
  const bottom = toMicrometre(rect.y + rect.height, Math.ceil);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function toMicrometre(mm: Mm, round: (value: number) => number): Mm {
  const micrometres = mm * 1000;
  const nearest = Math.round(micrometres);
  return (Math.abs(micrometres - nearest) < MICROMETRE_NOISE ? nearest : round(micrometres)) / 1000;
}

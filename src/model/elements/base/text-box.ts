import type { Point, Rect, Size } from '#model/kernel/geometry.ts';
import { fontUnitsToMm, roundMm, type Mm } from '#model/kernel/units.ts';
import { freeBox, type BoxBehaviour, type SizeLimits } from './box-behaviour.ts';
import { elementBox } from './box.ts';
import { sizeOnCourse } from './course-box.ts';
import type { ElementBase } from './element.ts';
import { hasTwoSides, sideSize, sizeOfSides, type FlagSides } from './flag-sides.ts';
import { changed, sideHandles, withContentSize, withFootprint } from './footprint.ts';
import { CORNER_HANDLES, handleSide, isSideHandle, RESIZE_HANDLES, type ResizeHandle } from './handle.ts';
import { hasCourse, isArc, type TextCourse } from './text-course.ts';
import { fitsBox, FONT_SIZE_LIMITS, keepsLength, type TextStyle } from './text-style.ts';

type Text = ElementBase & TextStyle & TextCourse & FlagSides;

/** A smaller difference between the box and the painted bounds is measuring noise. */
const NOISE_MM = 0.002;
/** A box edge this near to a whole micrometer (in micrometers) is rounded to it. */
const MICROMETRE_NOISE = 0.2;

/**
 * The box of an element that shows one text: its size follows from the text, and dragging it changes the font size. The
 * box of a text that fits it is free.
 */
export function textBox<E extends Text>(): BoxBehaviour<E> {
  return {
    ...freeBox<E>(),
    handles(element) {
      if (fitsBox(element)) return RESIZE_HANDLES;
      return keepsLength(element) ? [...CORNER_HANDLES, ...sideHandles(element, lengthSide(element))] : CORNER_HANDLES;
    },
    keepsProportion: (element, handle) => !changesLength(element, handle),
    sizeLimits,
    resized(element, to, grip) {
      if (fitsBox(element)) return withFootprint(element, to);
      if (grip === null || !changesLength(element, grip.handle)) {
        return withFontSizeFor(element, to, grip?.fixed ?? textAnchor(element));
      }
      const { x, y, width, height } = elementBox(element);
      return withFootprint(element, handleSide(grip.handle, 'x') === 0 ? { ...to, x, width } : { ...to, y, height });
    },
    fieldsChanged,
    fitted,
    drawn: drawnText,
  };
}

/** The box follows the direction of the lines, the course and the sides of a flag. */
function fieldsChanged<E extends Text>(before: E, after: E): E {
  const size = sizeAfter(before, after);
  return size === null ? after : withContentSize(after, size);
}

/** The new size of the box; null where it stays. */
function sizeAfter(before: Text, after: Text): Size | null {
  const turned = before.arrange !== after.arrange && !hasCourse(before) && !hasCourse(after);
  const bent = before.course !== after.course || (isArc(after.course) && before.arcDegrees !== after.arcDegrees);
  const folded = before.flagFold !== after.flagFold || (hasTwoSides(after) && before.flagGapMm !== after.flagGapMm);
  if (!turned && !bent && !folded) return null;
  const { width, height } = sideSize(before);
  const side = { ...before, widthMm: width, heightMm: height };
  const now = bent ? sizeOnCourse(side, after) : turned ? { width: height, height: width } : { width, height };
  return sizeOfSides(after, now);
}

/** The drawn width is the length of its lines; its height follows from them. */
function drawnText<E extends Text>(element: E, from: Point, to: Point): E {
  const { height } = elementBox(element);
  const width = Math.max(fontUnitsToMm(element.fontSize), Math.abs(to.x - from.x));
  const placed = withFootprint(element, { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width, height });
  const style: Partial<TextStyle> = { autoWrap: true };
  return changed<E>(placed, style as Partial<E>);
}

/**
 * Whether resizing changes only the box and not the font size: true for side handles of a text that keeps its length,
 * and always for one that fits its box.
 */
function changesLength(element: Text, handle: ResizeHandle | null): boolean {
  if (fitsBox(element)) return true;
  return handle !== null && isSideHandle(handle) && keepsLength(element);
}

/** The side of the box along which the text runs. */
function lengthSide(style: TextStyle): 'width' | 'height' {
  return style.arrange === 'vertical' ? 'height' : 'width';
}

function sizeLimits(element: Text, handle: ResizeHandle | null): SizeLimits {
  if (changesLength(element, handle)) {
    const shrinks = fitsBox(element) && element.fit !== 'grow';
    const em: Mm = fontUnitsToMm(shrinks ? element.minFontSize : element.fontSize);
    return { least: { width: em, height: em } };
  }
  const box = elementBox(element);
  const factor = FONT_SIZE_LIMITS.min / element.fontSize;
  return {
    least: { width: box.width * factor, height: box.height * factor },
    maxScale: FONT_SIZE_LIMITS.max / element.fontSize,
  };
}

/**
 * Enlarges the text through its font size, which changes in steps: the box follows the font size and not the pointer.
 */
function withFontSizeFor<E extends Text>(element: E, to: Rect, fixed: Point): E {
  const from = elementBox(element);
  const wanted = from.width > 0 ? to.width / from.width : 1;
  const { min, max, step } = FONT_SIZE_LIMITS;
  const stepped = Math.round((element.fontSize * wanted) / step) * step;
  const fontSize = roundMm(Math.min(max, Math.max(min, stepped)));
  const ratio = fontSize / element.fontSize;
  const width = from.width * ratio;
  const height = from.height * ratio;
  const placed = withFootprint(element, {
    x: to.x + (to.width - width) * fixed.x,
    y: to.y + (to.height - height) * fixed.y,
    width,
    height,
  });
  const style: Partial<TextStyle> = { fontSize };
  return changed<E>(placed, style as Partial<E>);
}

/** The point of a text's box that its alignment keeps in place, as fractions of the box on the label. */
function textAnchor(element: Text): Point {
  const along = element.align === 'center' ? 0.5 : element.align === 'right' ? 1 : 0;
  const { x, y } = element.arrange === 'vertical' ? { x: 1, y: along } : { x: along, y: 0 };
  switch (element.rotation) {
    case 0:
      return { x, y };
    case 90:
      return { x: 1 - y, y: x };
    case 180:
      return { x: 1 - x, y: 1 - y };
    case 270:
      return { x: y, y: 1 - x };
  }
}

/**
 * Sets a text's box to its painted bounds, without moving the picture. This also corrects the edge of the box that
 * `align` keeps.
 */
function fitted<E extends Text>(element: E, painted: Rect): E {
  if (painted.width <= 0 || painted.height <= 0 || fitsBox(element)) return element;
  const box = elementBox(element);
  const target = keepsLength(element) ? keptLength(element, box, painted) : outward(painted);
  return sameRect(box, target) ? element : withFootprint(element, target);
}

/**
 * Lines that wrap or are spread over the box keep their length, which other records need, even if this one is longer.
 * The box's other side follows from the lines, starting at the edge of the first line.
 */
function keptLength(element: Text, box: Rect, painted: Rect): Rect {
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

/** The side of the box on the label at which the first line is. */
function firstLineEdge({ arrange, mirror, rotation }: Text): (typeof CLOCKWISE)[number] {
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

/** Rounds outward to whole micrometers: a box slightly smaller than its text would make the text wrap. */
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

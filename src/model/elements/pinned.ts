import type { Rect, Size } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import { elementBox } from './base/box.ts';
import { withFootprint } from './base/footprint.ts';
import type { ResizeHandle } from './base/handle.ts';
import { UNPINNED, type Pin, type Pins } from './base/pins.ts';
import { definitionOf, type LabelElement } from './element.ts';

/** The element on a label of another size, after its pins moved and stretched it. It must have its painted box. */
export function pinned(element: LabelElement, from: Size, to: Size): LabelElement {
  const pins = element.pins ?? UNPINNED;
  const box = elementBox(element);
  const handle = stretchingHandle(pins);
  if (handle === null) return withFootprint(element, placed(box, box, pins, from, to));
  const definition = definitionOf(element.type);
  const isFree = definition.handles(element).includes(handle) && !definition.keepsProportion(element, handle);
  const { least } = definition.sizeLimits(element, handle);
  const stretch = (axis: 'width' | 'height'): Mm =>
    // An element that is already below its limit may keep its size.
    Math.max(Math.min(box[axis], least[axis]), box[axis] + to[axis] - from[axis]);
  const wanted = {
    width: pins.x === 'stretch' ? stretch('width') : box.width,
    height: pins.y === 'stretch' ? stretch('height') : box.height,
  };
  if (isFree && !pins.keepsProportion) {
    const fixed = { x: pins.x === 'stretch' ? 0 : 0.5, y: pins.y === 'stretch' ? 0 : 0.5 };
    return definition.resized(element, placed(wanted, box, pins, from, to), { handle, fixed });
  }
  const factors = [
    ...(pins.x === 'stretch' && box.width > 0 ? [wanted.width / box.width] : []),
    ...(pins.y === 'stretch' && box.height > 0 ? [wanted.height / box.height] : []),
  ];
  const factor = Math.min(...(factors.length === 0 ? [1] : factors));
  const size = { width: box.width * factor, height: box.height * factor };
  return definition.resized(element, placed(size, box, pins, from, to), null);
}

/** The handle that would stretch an element in the same way; null for one that only moves. */
function stretchingHandle({ x, y }: Pins): ResizeHandle | null {
  if (x === 'stretch') return y === 'stretch' ? 'se' : 'e';
  return y === 'stretch' ? 's' : null;
}

/** A box of `size` in the place that the pins give it on the new label. */
function placed(size: Size, before: Rect, pins: Pins, from: Size, to: Size): Rect {
  const at = (axis: 'x' | 'y', side: 'width' | 'height'): Mm => {
    const start = before[axis];
    const end = from[side] - start - before[side];
    return startOf(pins[axis], start, end, to[side] - size[side]);
  };
  return { x: at('x', 'width'), y: at('y', 'height'), width: size.width, height: size.height };
}

/** `start` and `end` are the distances to the edges of the label before; `rest` is what the element leaves free now. */
function startOf(pin: Pin, start: Mm, end: Mm, rest: Mm): Mm {
  switch (pin) {
    case 'start':
      return start;
    case 'end':
      return rest - end;
    case 'center':
    case 'stretch':
      // An element that did not become as long as its pins want is in the middle of that length.
      return (rest + start - end) / 2;
  }
}

/**
 * The longest natively scrolled element, in CSS pixels. Browsers limit an element to 33.5 million (Chromium) or 17.9
 * million (Firefox) physical pixels, which a screen with two pixels per CSS pixel halves.
 */
export const MAX_SPACE_PX = 8_000_000;

/** A place in a long list. */
export interface ScrollPlace {
  /** The scroll offset of the list, in pixels from its top. */
  readonly offset: number;
  /** The scroll bar's position: `scrollTop` of the element. */
  readonly scrollTop: number;
}

/** Heights in pixels: of all rows, and of the visible part. */
export interface ScrollExtent {
  readonly content: number;
  readonly visible: number;
}

/** The height of the scrolled element. */
export function spaceOf({ content }: ScrollExtent): number {
  return Math.min(content, MAX_SPACE_PX);
}

/** Pixels of the list per pixel of the scroll bar; 1 unless the list is longer than the element. */
export function scaleOf(extent: ScrollExtent): number {
  const space = spaceOf(extent);
  return space >= extent.content ? 1 : (extent.content - extent.visible) / (space - extent.visible);
}

/** The place of an offset, limited to the list. */
export function placeAt(offset: number, extent: ScrollExtent): ScrollPlace {
  const within = Math.min(Math.max(0, offset), Math.max(0, extent.content - extent.visible));
  return { offset: within, scrollTop: within / scaleOf(extent) };
}

/**
 * The place after the scroll bar has moved. In a list that is longer than the element, a small step (a finger, an arrow of
 * the bar) moves the list by as much; a large one (dragging the bar) goes to the corresponding part of the list.
 */
export function placeAfterScroll(before: ScrollPlace, scrollTop: number, extent: ScrollExtent): ScrollPlace {
  const scale = scaleOf(extent);
  if (scale === 1) return { offset: scrollTop, scrollTop };
  const step = scrollTop - before.scrollTop;
  const atEnd = scrollTop <= 0 || scrollTop >= spaceOf(extent) - extent.visible - 1;
  const offset = atEnd || Math.abs(step) > extent.visible ? scrollTop * scale : before.offset + step;
  return { offset: placeAt(offset, extent).offset, scrollTop };
}

/** The nearest offset at which a row is completely visible. */
export function offsetToShow(offset: number, visible: number, top: number, height: number): number {
  if (top < offset) return top;
  return top + height > offset + visible ? top + height - visible : offset;
}

/**
 * The longest space that is scrolled natively, in CSS pixels. Browsers cut an element off at 33.5 million (Chromium) or 17.9
 * million (Firefox) physical pixels, which a screen with two pixels for each CSS pixel halves.
 */
export const MAX_SPACE_PX = 8_000_000;

/** A place in a long list. */
export interface ScrollPlace {
  /** How far the list itself has been scrolled, in pixels from its top. */
  readonly offset: number;
  /** What the scroll bar says: `scrollTop` of the element. */
  readonly scrollTop: number;
}

/** Lengths in pixels: of all rows, and of what is seen of them. */
export interface ScrollExtent {
  readonly content: number;
  readonly visible: number;
}

/** The height of the element that is scrolled. */
export function spaceOf({ content }: ScrollExtent): number {
  return Math.min(content, MAX_SPACE_PX);
}

/** How many pixels of the list one pixel of the scroll bar stands for; 1 unless the list is longer than the space. */
export function scaleOf(extent: ScrollExtent): number {
  const space = spaceOf(extent);
  return space >= extent.content ? 1 : (extent.content - extent.visible) / (space - extent.visible);
}

/** The place of an offset, kept within the list. */
export function placeAt(offset: number, extent: ScrollExtent): ScrollPlace {
  const within = Math.min(Math.max(0, offset), Math.max(0, extent.content - extent.visible));
  return { offset: within, scrollTop: within / scaleOf(extent) };
}

/**
 * The place after the scroll bar has moved. In a list that is longer than the space, a small step (a finger, an arrow of the
 * bar) moves the list by as much; a large one (the bar is dragged) goes to the part of the list that it stands for.
 */
export function placeAfterScroll(before: ScrollPlace, scrollTop: number, extent: ScrollExtent): ScrollPlace {
  const scale = scaleOf(extent);
  if (scale === 1) return { offset: scrollTop, scrollTop };
  const step = scrollTop - before.scrollTop;
  const atEnd = scrollTop <= 0 || scrollTop >= spaceOf(extent) - extent.visible - 1;
  const offset = atEnd || Math.abs(step) > extent.visible ? scrollTop * scale : before.offset + step;
  return { offset: placeAt(offset, extent).offset, scrollTop };
}

/** The offset nearest to the present one at which a row is seen whole. */
export function offsetToShow(offset: number, visible: number, top: number, height: number): number {
  if (top < offset) return top;
  return top + height > offset + visible ? top + height - visible : offset;
}

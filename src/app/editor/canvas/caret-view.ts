import type { Point, Rect, Rotation } from '#model/kernel/geometry.ts';

/** The margin between the caret and the edges of the canvas. */
const MARGIN_PX = 24;

/**
 * The movement of the view, in CSS pixels, that makes the caret of a text with these bounds visible. Browsers do not report
 * the caret position of a text field. All characters of its line are assumed to be equally wide, which is exact at both
 * ends of the line and close enough in between.
 */
export function panToCaret(
  bounds: Rect,
  rotation: Rotation,
  caret: { readonly line: string; readonly at: number },
  canvas: { readonly widthPx: number; readonly heightPx: number },
): { readonly dx: number; readonly dy: number } {
  const part = caret.line.length === 0 ? 0.5 : caret.at / caret.line.length;
  const along = rotation === 180 || rotation === 270 ? 1 - part : part;
  const upright = rotation === 0 || rotation === 180;
  const x = bounds.x + bounds.width * (upright ? along : 0.5);
  const y = bounds.y + bounds.height * (upright ? 0.5 : along);
  return panToPoint({ x, y }, canvas);
}

/** The movement of the view that makes this point of the canvas visible. */
export function panToPoint(
  { x, y }: Point,
  canvas: { readonly widthPx: number; readonly heightPx: number },
): { readonly dx: number; readonly dy: number } {
  return { dx: intoView(x, canvas.widthPx), dy: intoView(y, canvas.heightPx) };
}

function intoView(at: number, length: number): number {
  if (at < MARGIN_PX) return MARGIN_PX - at;
  if (at > length - MARGIN_PX) return length - MARGIN_PX - at;
  return 0;
}

/** The line of the caret, and the number of its characters before the caret. */
export function caretLine(text: string, caret: number): { readonly line: string; readonly at: number } {
  const from = text.lastIndexOf('\n', caret - 1) + 1;
  const end = text.indexOf('\n', caret);
  return { line: text.slice(from, end < 0 ? text.length : end), at: caret - from };
}

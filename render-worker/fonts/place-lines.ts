import type { LineMetrics } from 'canvaskit-wasm';
import type { ShapedLine, ShapeRequest } from '#model/elements/base/layout.ts';

/** Extent above and below the baseline, both positive. */
export interface VerticalMetrics {
  readonly ascent: number;
  readonly descent: number;
}

/** A line with its position, in layout units. */
export interface PlacedLine extends VerticalMetrics {
  readonly left: number;
  readonly width: number;
  readonly baseline: number;
  readonly top: number;
  readonly bottom: number;
}

interface Box {
  readonly emUnits: number;
  /** The width in which lines are aligned. */
  readonly width: number;
  /** Letter spacing. Skia counts one too many in each line. */
  readonly spacing: number;
  readonly primary: VerticalMetrics;
  readonly rightToLeft: boolean;
}

/**
 * Places lines below each other. Skia rounds its line heights to whole units and divides a chosen line height by the
 * font's proportions. Here a chosen height is kept exactly, whether or not a line has glyphs of other fonts, and the
 * text is in the middle of it.
 */
export function placeLines(
  request: ShapeRequest,
  metrics: readonly Pick<LineMetrics, 'ascent' | 'descent' | 'width'>[],
  box: Box,
): PlacedLine[] {
  const pitch = request.lineHeight > 0 ? request.lineHeight * box.emUnits : null;
  const source = metrics.length > 0 ? metrics : [{ ...box.primary, width: 0 }];
  let top = 0;
  return source.map((m) => {
    const width = visibleWidth(m, box.spacing);
    const own = pitch === null ? m : box.primary;
    const height = pitch ?? m.ascent + m.descent;
    const lineTop = top;
    const baseline = top + (height - own.ascent - own.descent) / 2 + own.ascent;
    top += height;
    const left = alignedLeft(request.align, box.width - width, box.rightToLeft);
    return { left, width, baseline, ascent: m.ascent, descent: m.descent, top: lineTop, bottom: top };
  });
}

export function visibleWidth(line: { readonly width: number }, spacing: number): number {
  return Math.max(0, line.width - spacing);
}

function alignedLeft(align: ShapeRequest['align'], free: number, rightToLeft: boolean): number {
  if (align === 'center') return free / 2;
  // A line that can't be justified starts where its writing direction begins.
  const right = align === 'right' || (rightToLeft && align !== 'left');
  return right ? free : 0;
}

export function lineInMm(line: PlacedLine, mmPerUnit: number): ShapedLine {
  return {
    leftMm: line.left * mmPerUnit,
    widthMm: line.width * mmPerUnit,
    baselineMm: line.baseline * mmPerUnit,
    ascentMm: line.ascent * mmPerUnit,
    descentMm: line.descent * mmPerUnit,
  };
}

import type { Problem } from '#model/kernel/problem.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { DisplayOp } from './display-op.ts';
import type { ElementLayout } from './layout.ts';

/** Distance from one stripe to the next, along an edge of the box. */
const PITCH_MM = 2;
/**
 * Width of the paper-white stripes. They hide more than half of the symbol, so that no row or finder pattern is whole.
 */
const PAPER_MM = 0.95;
const HATCH_MM = 0.15;

/**
 * Hatching over the default symbol that is shown for content that can't be encoded: it must not look like a real code,
 * and no reader must read it. In mm of the content box.
 */
export function placeholderHatch(widthMm: Mm, heightMm: Mm): readonly DisplayOp[] {
  const lines: string[] = [];
  for (let c = PITCH_MM / 2 - heightMm; c < widthMm; c += PITCH_MM) {
    // A stripe from lower left to upper right, clipped to the box; `c` is the x at which it meets the lower edge.
    const fromX = Math.max(0, c);
    const toX = Math.min(widthMm, c + heightMm);
    if (toX > fromX) lines.push(`M ${fromX} ${heightMm - (fromX - c)} L ${toX} ${heightMm - (toX - c)}`);
  }
  const data = lines.join(' ');
  const edge = `M 0 0 L ${widthMm} 0 L ${widthMm} ${heightMm} L 0 ${heightMm} Z`;
  return [
    { type: 'path', data, ink: 'white', paint: { style: 'stroke', widthMm: PAPER_MM } },
    { type: 'path', data, ink: 'black', paint: { style: 'stroke', widthMm: HATCH_MM } },
    { type: 'path', data: edge, ink: 'black', paint: { style: 'stroke', widthMm: HATCH_MM } },
  ];
}

/** The layout of a code that has no modules: hatching in its box. Sizes in mm of the content box. */
export function hatchOnly(widthMm: Mm, heightMm: Mm, cause: Problem): ElementLayout {
  return {
    ops: placeholderHatch(widthMm, heightMm),
    content: { x: 0, y: 0, width: widthMm, height: heightMm },
    symbols: [],
    problems: [cause],
    warnings: [],
    placeholder: true,
  };
}

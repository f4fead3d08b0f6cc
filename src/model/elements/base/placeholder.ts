import type { Mm } from '#model/kernel/units.ts';
import type { DisplayOp } from './display-op.ts';

/** From one stripe to the next, along an edge of the box. */
const PITCH_MM = 2;
/** More than half of the symbol lies under paper: no reader finds a row or a finder pattern that is whole. */
const PAPER_MM = 0.95;
const HATCH_MM = 0.15;

/**
 * Hatching over the default symbol that stands for content that has none: nobody may take it for a code, and no
 * reader may read it. In mm of the content box.
 */
export function placeholderHatch(widthMm: Mm, heightMm: Mm): readonly DisplayOp[] {
  const lines: string[] = [];
  for (let c = PITCH_MM / 2 - heightMm; c < widthMm; c += PITCH_MM) {
    // Each from lower left to upper right, cut off at the box; `c` is where it would meet the lower edge.
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

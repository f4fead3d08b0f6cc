import type { Ink } from './ink.ts';

/** The image of a scanner's lid, or the shadow at the edge of a copy. */
const THICKEST_MM = 12;
const LEAST_SHARE = 0.5;
/** Thinner strips are borders only where the page is noisy, as scans are. */
const THIN_MM = 0.8;
const SCAN_NOISE = 1;

/** One side of the page: its lines, from the edge inward. */
interface Side {
  readonly lines: number;
  readonly depth: number;
  readonly at: (line: number, depth: number) => number;
}

/**
 * Erases dark strips along the edges. On a page without noise they must have a ragged inner edge: a straight one is
 * printed.
 */
export function withoutScannerBorders(ink: Ink, noise: number): Ink {
  const { width, height, dotsPerMm } = ink;
  const bits = ink.bits.slice();
  const sides: readonly Side[] = [
    { lines: height, depth: width, at: (line, depth) => line * width + depth },
    { lines: height, depth: width, at: (line, depth) => line * width + width - 1 - depth },
    { lines: width, depth: height, at: (line, depth) => depth * width + line },
    { lines: width, depth: height, at: (line, depth) => (height - 1 - depth) * width + line },
  ];
  for (const side of sides) {
    const most = Math.min(side.depth, Math.round(THICKEST_MM * dotsPerMm * 2));
    const runs = Int32Array.from({ length: side.lines }, (_, line) => darkRun(ink.bits, side, line, most));
    const dark = runs.filter((run) => run > 0).toSorted();
    const part = (share: number): number => dark[Math.floor(dark.length * share)] ?? 0;
    const isScan = noise >= SCAN_NOISE;
    if (dark.length < side.lines * LEAST_SHARE || part(0.5) > THICKEST_MM * dotsPerMm) continue;
    if (!isScan && (part(0.5) < THIN_MM * dotsPerMm || part(0.9) - part(0.1) < 1)) continue;
    const cap = part(0.9) + 2;
    for (const [line, run] of runs.entries()) {
      for (let depth = 0; depth < Math.min(cap, run + 2); depth++) bits[side.at(line, depth)] = 0;
    }
  }
  return { ...ink, bits };
}

/** The dark length from the edge, ignoring single light pixels. */
function darkRun(bits: Uint8Array, side: Side, line: number, most: number): number {
  let end = 0;
  for (let depth = 0; depth < most && depth <= end + 1; depth++) if (bits[side.at(line, depth)] === 1) end = depth + 1;
  return end;
}

import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Mm } from '#model/kernel/units.ts';
import { MAX_MOVE_MM, MAX_SCALE_CHANGE, type Calibration } from './calibration.ts';
import type { TestGrid } from './test-grid.ts';

/** Measurements of a printed test grid. */
export interface GridMeasures {
  /** From the first line to the last. */
  readonly acrossMm: Mm;
  readonly alongMm: Mm;
  /** From the paper's left and top edge to the corner mark. */
  readonly leftMm: Mm;
  readonly topMm: Mm;
}

/** The measurements of an exact printer. */
export function trueMeasures({ acrossMm, alongMm, cornerMm }: TestGrid): GridMeasures {
  return { acrossMm, alongMm, leftMm: cornerMm, topMm: cornerMm };
}

/**
 * The calibration that makes the grid exact, measured on a print that was made with `used`. Problems:
 * `calibration.badLength`, `calibration.tooFar` (more than 5 %), `calibration.moved` (beyond the page).
 */
export function measuredCalibration(grid: TestGrid, used: Calibration, measured: GridMeasures): Result<Calibration> {
  const across = axis(grid.acrossMm, grid.cornerMm, used.acrossScale, used.rightMm, measured.acrossMm, measured.leftMm);
  const along = axis(grid.alongMm, grid.cornerMm, used.alongScale, used.downMm, measured.alongMm, measured.topMm);
  if (across === null || along === null) return err(problem('calibration.badLength'));
  if ([across.scale, along.scale].some((scale) => Math.abs(scale - 1) > MAX_SCALE_CHANGE)) {
    return err(problem('calibration.tooFar', { percent: MAX_SCALE_CHANGE * 100 }));
  }
  const [mostRight, mostDown] = [grid.page.width, grid.page.height].map((side) => Math.min(side / 2, MAX_MOVE_MM));
  if (Math.abs(across.moveMm) > (mostRight ?? 0) || Math.abs(along.moveMm) > (mostDown ?? 0)) {
    return err(problem('calibration.moved'));
  }
  return ok({
    acrossScale: across.scale,
    alongScale: along.scale,
    rightMm: across.moveMm,
    downMm: along.moveMm,
  });
}

/**
 * The correction along one axis. A printer prints page position x at `factor` * x + `shift` of the paper. Both follow
 * from the measured grid, and the calibration inverts both. Null for an invalid length.
 */
function axis(
  lengthMm: Mm,
  cornerMm: Mm,
  usedScale: number,
  usedMoveMm: Mm,
  measuredMm: Mm,
  measuredCornerMm: Mm,
): { readonly scale: number; readonly moveMm: Mm } | null {
  if (!(measuredMm > 0) || !Number.isFinite(measuredCornerMm)) return null;
  const factor = measuredMm / (lengthMm * usedScale);
  const shiftMm = measuredCornerMm - factor * (cornerMm * usedScale + usedMoveMm);
  return { scale: rounded(1 / factor), moveMm: rounded(-shiftMm / factor) };
}

/** Finer than any dot of any page, so that the stored number is short. Never a negative zero. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}

import { dotsPerMm } from '#model/kernel/units.ts';
import { NO_CALIBRATION, type Calibration } from './calibration.ts';
import type { SheetGeometry } from './display-list.ts';

/** The dots of a label for a printer and its calibration. */
export interface LabelDots {
  readonly widthDots: number;
  readonly heightDots: number;
  /** Dots per printed millimeter across and along: those of the resolution, times the calibration's scale. */
  readonly acrossPerMm: number;
  readonly alongPerMm: number;
}

/** The dots of a label of a run. */
export function labelDotsOf(
  sheet: SheetGeometry,
  { dpi, calibration = NO_CALIBRATION }: { readonly dpi: number; readonly calibration?: Calibration },
): LabelDots {
  return {
    widthDots: sheet.labelWidthDots,
    heightDots: sheet.labelHeightDots,
    acrossPerMm: dotsPerMm(dpi) * calibration.acrossScale,
    alongPerMm: dotsPerMm(dpi) * calibration.alongScale,
  };
}

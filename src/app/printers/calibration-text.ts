import type { TFunction } from 'i18next';
import { moveInDots, type Calibration } from '#model/page/calibration.ts';

/** What a calibration does to a page, in a line: by how much it is laid out larger, and how many dots it is moved. */
export function calibrationText(
  t: TFunction<['printers']>,
  calibration: Calibration,
  dpi: number,
  language: string,
): string {
  const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  const by = (scale: number): string => percent.format((scale - 1) * 100);
  const isChanged = (scale: number): boolean => Math.abs(scale - 1) >= 0.000_05;
  const { rightDots, downDots } = moveInDots(calibration, dpi);
  const { acrossScale, alongScale } = calibration;
  const parts = [
    ...(isChanged(acrossScale) ? [t('printers:calibrate.across', { percent: by(acrossScale) })] : []),
    ...(isChanged(alongScale) ? [t('printers:calibrate.along', { percent: by(alongScale) })] : []),
    ...(rightDots === 0
      ? []
      : [t(rightDots > 0 ? 'printers:calibrate.right' : 'printers:calibrate.left', { count: Math.abs(rightDots) })]),
    ...(downDots === 0
      ? []
      : [t(downDots > 0 ? 'printers:calibrate.down' : 'printers:calibrate.up', { count: Math.abs(downDots) })]),
  ];
  return parts.length === 0 ? t('printers:calibrate.nothing') : parts.join(' · ');
}

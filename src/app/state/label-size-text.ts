import { contentLengthOf } from '#model/template/length-by-content.ts';
import type { LabelSettings } from '#model/template/template.ts';
import { numberFormat } from './language-formats.ts';
import { formatSize, fromMm, unitMark, type MeasureUnit } from './unit.ts';

/** The size of a label: `100 × 80 mm`, and `100 × 20–300 mm` where its length follows its content. */
export function formatLabelSize(label: LabelSettings, unit: MeasureUnit, language: string): string {
  const length = contentLengthOf(label);
  if (length === null || length.minMm === length.maxMm) {
    return formatSize(label.widthMm, length?.minMm ?? label.heightMm, unit, language);
  }
  const format = numberFormat(language, { maximumFractionDigits: 3, useGrouping: false });
  const [width, least, most] = [label.widthMm, length.minMm, length.maxMm].map((mm) => format.format(fromMm(mm, unit)));
  return `${width} × ${least}–${most} ${unitMark(unit, language)}`;
}

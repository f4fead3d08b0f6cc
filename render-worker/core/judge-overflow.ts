import type { ComposedLabel, SheetGeometry } from '#model/page/display-list.ts';
import type { Template } from '#model/template/template.ts';
import type { RunSetup } from '#protocol/render.ts';
import { NOTHING_OFF, offPageFindings } from '../compose/off-page-findings.ts';
import { textOverflows } from '../compose/text-overflows.ts';
import type { SkiaPainter } from '../paint/skia-painter.ts';

/**
 * The label with a problem for what does not fit, or what the printer's calibration moves off the page; as warnings
 * where the run prints it all the same.
 */
export function judgeOverflow(
  template: Template,
  composed: ComposedLabel,
  on: { readonly setup: RunSetup; readonly sheet: SheetGeometry; readonly cell: number },
  { cutTextMm, offPage }: Pick<SkiaPainter, 'cutTextMm' | 'offPage'>,
): ComposedLabel {
  const { dpi, overflow = 'refuse', calibration } = on.setup;
  const label = { x: 0, y: 0, width: composed.list.widthMm, height: composed.list.heightMm };
  const cut = textOverflows(template, composed, (item) => cutTextMm(item, label, dpi));
  const off =
    calibration === undefined
      ? NOTHING_OFF
      : offPageFindings(template, composed, on.sheet, on.cell, (item, at, page) => offPage(item, at, page, dpi));
  const overflows = [...cut, ...off.texts];
  if (overflows.length + off.symbols.length + off.shapes.length === 0) return composed;
  const [problems, warnings] = overflow === 'refuse' ? [overflows, []] : [[], overflows];
  return {
    ...composed,
    problems: [...composed.problems, ...problems, ...off.symbols],
    warnings: [...composed.warnings, ...warnings, ...off.shapes],
  };
}

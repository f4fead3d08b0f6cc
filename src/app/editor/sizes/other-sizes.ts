import type { ContentMode } from '#model/elements/base/pins.ts';
import type { DataRecord } from '#model/data/record.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { ElementProblem } from '#model/page/display-list.ts';
import type { LabelSettings, Template } from '#model/template/template.ts';
import { atSize, newOverlaps } from '#editor/commands/label-size.ts';
import type { PrintRenderer } from '#services/render/print-renderer.ts';
import type { RenderClient } from '#services/render/render-client.ts';
import { wantedGrade } from '#app/print/print-settings.ts';
import { formFromSettings, settingsFromForm } from '#app/library/new-label/label-form.ts';
import { recentSizes } from '#app/library/new-label/recent-sizes.ts';
import type { StockSize } from '#app/library/new-label/stock-size.ts';
import { STOCK_SIZES } from '#app/library/new-label/stock-sizes.ts';
import type { RunPrinter } from '../session/run-printer.ts';

const MOST_SIZES = 20;
/** The longer side of a picture in pixels: twice its size on the screen. */
const PICTURE_SIDE_PX = 400;

/** Recently used and common sizes of stock, each once, without that of the label. */
export function otherSizes({ widthMm, heightMm }: LabelSettings): readonly StockSize[] {
  const key = ({ numbers }: StockSize): string => `${numbers.width} ${numbers.height}`;
  const distinct = new Map([...recentSizes(), ...STOCK_SIZES].toReversed().map((stock) => [key(stock), stock]));
  const own = `${widthMm} ${heightMm}`;
  return [...distinct.values()]
    .toReversed()
    .filter((stock) => key(stock) !== own)
    .slice(0, MOST_SIZES);
}

/** The settings of the label on other stock. */
export function onStock(label: LabelSettings, { numbers }: StockSize): LabelSettings {
  return settingsFromForm({ ...formFromSettings(label), numbers });
}

/** A label in another size, painted and read back. */
export interface SizeCheck {
  /** A PNG; null if it could not be painted. */
  readonly picture: Uint8Array | null;
  readonly findings: readonly ElementProblem[];
  /** Why it could not be checked; null if it was. */
  readonly problem: Problem | null;
}

export interface SizeCheckParts {
  readonly render: Pick<RenderClient, 'thumbnail'>;
  readonly printRenderer: Pick<PrintRenderer, 'openRun'>;
  readonly printer: RunPrinter;
  readonly record: DataRecord;
}

/** Paints and reads the template in another size, and reports elements that cover each other only there. */
export async function checkSize(
  template: Template,
  label: LabelSettings,
  mode: ContentMode,
  { render, printRenderer, printer, record }: SizeCheckParts,
  signal: AbortSignal,
): Promise<SizeCheck> {
  const sized = atSize(template, label, mode);
  const setup = { template: sized, dpi: printer.dpi, minGrade: wantedGrade() };
  const [picture, opened] = await Promise.all([
    render.thumbnail(sized, record, PICTURE_SIDE_PX, signal),
    printRenderer.openRun(setup, signal),
  ]);
  const png = picture.ok ? picture.value : null;
  if (!opened.ok) return { picture: png, findings: [], problem: opened.error };
  const rows = await opened.value.preflightRecords([record], signal, printer.bare ?? undefined);
  opened.value.close();
  if (!rows.ok) return { picture: png, findings: [], problem: rows.error };
  const overlaps = newOverlaps(template, sized).map(([one, other]): ElementProblem => ({
    elementId: one.id,
    elementName: one.name,
    problem: problem('preflight.coversInSize', { name: other.name }),
  }));
  const found = rows.value.flatMap(({ problems, warnings }) => [...problems, ...warnings]);
  return { picture: png, findings: [...found, ...overlaps], problem: null };
}

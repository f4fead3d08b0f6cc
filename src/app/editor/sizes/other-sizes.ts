import type { ContentMode } from '#model/elements/base/pins.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { DataRecord } from '#model/data/record.ts';
import { ok } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { LabelSettings, Template } from '#model/template/template.ts';
import { preflightLabel, type PreflightRenderer } from '#printing/preflight.ts';
import type { PreflightGroup } from '#printing/preflight-groups.ts';
import { atSize, newOverlaps } from '#editor/commands/label-size.ts';
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

/** A finding about the label in another size. */
export type SizeFinding = Pick<PreflightGroup, 'elementId' | 'elementName'> & {
  readonly problem: Problem;
  /** How many rows have it, and the number of the first; null for one that doesn't depend on the row. */
  readonly rows: { readonly count: number; readonly first: number } | null;
};

/** A label in another size, painted and read back. */
export interface SizeCheck {
  /** A PNG; null if it could not be painted. */
  readonly picture: Uint8Array | null;
  readonly findings: readonly SizeFinding[];
  /** Why it could not be checked; null if it was. */
  readonly problem: Problem | null;
  /** How many rows were checked; null for the shown one alone. */
  readonly rows: number | null;
}

export interface SizeCheckParts {
  readonly render: Pick<RenderClient, 'thumbnail'>;
  readonly renderer: PreflightRenderer;
  readonly printer: RunPrinter;
  readonly record: DataRecord;
  /** All rows, or null to check only the shown one. */
  readonly all: RecordSource | null;
  /** Receives the number of checked rows. */
  onProgress(done: number): void;
}

/** Paints and reads the template in another size, and reports elements that cover each other only there. */
export async function checkSize(
  template: Template,
  label: LabelSettings,
  mode: ContentMode,
  parts: SizeCheckParts,
  signal: AbortSignal,
): Promise<SizeCheck> {
  const { render, renderer, printer, record, all } = parts;
  const sized = atSize(template, label, mode);
  const setup = { template: sized, dpi: printer.dpi, minGrade: wantedGrade() };
  const records: RecordSource = all ?? { count: 1, read: async () => ok([record]) };
  const [picture, checked] = await Promise.all([
    render.thumbnail(sized, record, PICTURE_SIDE_PX, signal),
    preflightLabel(renderer, setup, { records, bare: printer.bare }, signal, ({ done }) => parts.onProgress(done)),
  ]);
  const base = { picture: picture.ok ? picture.value : null, rows: all === null ? null : all.count };
  if (!checked.ok) return { ...base, findings: [], problem: checked.error };
  const { findings, run } = checked.value;
  run.close();
  if (!findings.ok) return { ...base, findings: [], problem: findings.error };
  const found = findings.value.groups.flatMap(({ elementId, elementName, count, rows: [first] }): SizeFinding[] =>
    first === undefined
      ? []
      : [{ elementId, elementName, problem: first.problem, rows: all === null ? null : { count, first: first.row } }],
  );
  const overlaps = newOverlaps(template, sized).map(([one, other]): SizeFinding => ({
    elementId: one.id,
    elementName: one.name,
    problem: problem('preflight.coversInSize', { name: other.name }),
    rows: null,
  }));
  return { ...base, findings: [...found, ...overlaps], problem: null };
}

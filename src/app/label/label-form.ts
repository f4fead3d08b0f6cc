import type { AssetKey } from '#model/kernel/ids.ts';
import { LABEL_LIMITS, nameFault } from '#model/template/label-limits.ts';
import type { LabelSettings, UnknownLabelParts } from '#model/template/template.ts';
import { withoutBackgroundPath } from '#model/template/unknown-label-parts.ts';
import { fromMm, type MeasureUnit } from '#app/state/unit.ts';

/** The number fields of the dialog. Lengths are millimetres whatever unit is shown. */
const NUMBER_FIELDS = [
  'width',
  'height',
  'columns',
  'rows',
  'columnSpacing',
  'rowSpacing',
  'paddingLeft',
  'paddingRight',
  'paddingTop',
  'paddingBottom',
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/**
 * What the dialog holds while it is open. null is a field that the user has emptied and not left yet, NaN one with a
 * text that is no number.
 */
export interface LabelForm {
  readonly name: string;
  readonly numbers: Readonly<Record<NumberField, number | null>>;
  readonly canvases: readonly AssetKey[];
  readonly background: AssetKey | null;
  readonly printBackground: boolean;
  /** What the file says that this version does not know; null for a label without such. */
  readonly unknown: UnknownLabelParts | null;
}

interface FieldRule {
  readonly min: number;
  readonly max: number;
  /** What an emptied field goes back to (specification 1, section 5). */
  readonly fallback: number;
  readonly kind: 'length' | 'count';
}

const SPACING: FieldRule = { min: 0, max: LABEL_LIMITS.maxSpacingMm, fallback: 0, kind: 'length' };
const COUNT: FieldRule = { min: 1, max: LABEL_LIMITS.maxGrid, fallback: 1, kind: 'count' };

export const FIELD_RULES: Readonly<Record<NumberField, FieldRule>> = {
  width: {
    min: LABEL_LIMITS.minSideMm,
    max: LABEL_LIMITS.maxWidthMm,
    fallback: LABEL_LIMITS.defaultWidthMm,
    kind: 'length',
  },
  height: {
    min: LABEL_LIMITS.minSideMm,
    max: LABEL_LIMITS.maxHeightMm,
    fallback: LABEL_LIMITS.defaultHeightMm,
    kind: 'length',
  },
  columns: COUNT,
  rows: COUNT,
  columnSpacing: SPACING,
  rowSpacing: SPACING,
  paddingLeft: SPACING,
  paddingRight: SPACING,
  paddingTop: SPACING,
  paddingBottom: SPACING,
};

export function formFromSettings(settings: LabelSettings): LabelForm {
  return {
    name: settings.name,
    numbers: {
      width: settings.widthMm,
      height: settings.heightMm,
      columns: settings.columns,
      rows: settings.rows,
      columnSpacing: settings.columnSpacingMm,
      rowSpacing: settings.rowSpacingMm,
      paddingLeft: settings.paddingMm.left,
      paddingRight: settings.paddingMm.right,
      paddingTop: settings.paddingMm.top,
      paddingBottom: settings.paddingMm.bottom,
    },
    canvases: settings.canvases,
    background: settings.background,
    printBackground: settings.printBackground,
    unknown: settings.unknown ?? null,
  };
}

/** The settings that the form stands for; emptied fields count as their defaults. */
export function settingsFromForm(form: LabelForm): LabelSettings {
  const number = (field: NumberField): number => form.numbers[field] ?? FIELD_RULES[field].fallback;
  return {
    name: form.name.trim(),
    widthMm: number('width'),
    heightMm: number('height'),
    columns: number('columns'),
    rows: number('rows'),
    columnSpacingMm: number('columnSpacing'),
    rowSpacingMm: number('rowSpacing'),
    paddingMm: {
      left: number('paddingLeft'),
      right: number('paddingRight'),
      top: number('paddingTop'),
      bottom: number('paddingBottom'),
    },
    canvases: form.canvases,
    background: form.background,
    printBackground: form.background !== null && form.printBackground,
    ...(form.unknown === null ? {} : { unknown: form.unknown }),
  };
}

/**
 * The paths that the file gives for backgrounds in place of images, each once. The path of the background itself is not
 * among them once an image has taken its place.
 */
export function backgroundPaths({ background, unknown }: LabelForm): readonly string[] {
  const own = background === null && unknown?.background !== undefined ? [unknown.background] : [];
  return [...new Set([...own, ...(unknown?.canvases ?? [])])];
}

/** Gives up a path that stands for a background. */
export function withoutPath(form: LabelForm, path: string): LabelForm {
  return { ...form, unknown: withoutBackgroundPath(form.unknown ?? {}, path) };
}

/** Adds a background and puts it under the label; it prints unless the one before it did not. */
export function withCanvas(form: LabelForm, key: AssetKey): LabelForm {
  return {
    ...form,
    canvases: [...new Set([...form.canvases, key])],
    background: key,
    printBackground: form.background === null || form.printBackground,
  };
}

/** Removes the background under the label; its neighbour takes its place. */
export function withoutCanvas(form: LabelForm, key: AssetKey): LabelForm {
  const canvases = form.canvases.filter((canvas) => canvas !== key);
  const next = canvases[Math.min(form.canvases.indexOf(key), canvases.length - 1)] ?? null;
  const background = form.background === key ? next : form.background;
  return { ...form, canvases, background, printBackground: background !== null && form.printBackground };
}

export type NumberFault = 'unreadable' | 'range' | 'whole';

/** What is wrong with a number field; null when nothing is, or when it is empty and will take its default. */
export function numberFault(field: NumberField, value: number | null): NumberFault | null {
  if (value === null) return null;
  if (Number.isNaN(value)) return 'unreadable';
  const rule = FIELD_RULES[field];
  if (!(value >= rule.min && value <= rule.max)) return 'range';
  return rule.kind === 'count' && !Number.isInteger(value) ? 'whole' : null;
}

/** The limits as they are shown, in the unit of the dialog: 15.748 and 118.11 for inches. */
export function shownLimits(field: NumberField, unit: MeasureUnit): { readonly min: number; readonly max: number } {
  const rule = FIELD_RULES[field];
  return rule.kind === 'count' ? rule : { min: rule.min, max: fromMm(rule.max, unit) };
}

export function isFormValid(form: LabelForm): boolean {
  return (
    nameFault(form.name) === null && NUMBER_FIELDS.every((field) => numberFault(field, form.numbers[field]) === null)
  );
}

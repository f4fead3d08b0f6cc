import type { AssetKey } from '#model/kernel/ids.ts';
import { LABEL_LIMITS, nameFault } from '#model/template/label-limits.ts';
import type { LabelSettings, UnknownLabelParts } from '#model/template/template.ts';
import { withoutBackgroundPath } from '#model/template/unknown-label-parts.ts';
import { fromMm, type MeasureUnit } from '#app/state/unit.ts';

/** The number fields of the dialog. Lengths are in millimeters, independent of the shown unit. */
export const NUMBER_FIELDS = [
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
/** The fields of labels that share a sheet. */
export const SHEET_FIELDS: readonly NumberField[] = NUMBER_FIELDS.filter(
  (field) => field !== 'width' && field !== 'height',
);

/**
 * The dialog's values while it is open. A number is null while its field is empty, and NaN while its text is not a number.
 */
export interface LabelForm {
  readonly name: string;
  readonly numbers: Readonly<Record<NumberField, number | null>>;
  readonly canvases: readonly AssetKey[];
  readonly background: AssetKey | null;
  readonly printBackground: boolean;
  /** Unknown parts of the file; null if there are none. */
  readonly unknown: UnknownLabelParts | null;
}

interface FieldRule {
  readonly min: number;
  readonly max: number;
  /** The value of an empty field when it is left (specification 1, section 5). */
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

/** The form's values as settings; empty fields get their defaults. */
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
 * Distinct paths that the file has in place of background images. The path of the label's own background is left out after
 * an image has replaced it.
 */
export function backgroundPaths({ background, unknown }: LabelForm): readonly string[] {
  const own = background === null && unknown?.background !== undefined ? [unknown.background] : [];
  return [...new Set([...own, ...(unknown?.canvases ?? [])])];
}

/** Removes a path that the file has in place of a background. */
export function withoutPath(form: LabelForm, path: string): LabelForm {
  return { ...form, unknown: withoutBackgroundPath(form.unknown ?? {}, path) };
}

/** Adds a background and selects it. It is printed, unless it replaces one that is not. */
export function withCanvas(form: LabelForm, key: AssetKey): LabelForm {
  return {
    ...form,
    canvases: [...new Set([...form.canvases, key])],
    background: key,
    printBackground: form.background === null || form.printBackground,
  };
}

/** Removes the selected background and selects its neighbor. */
export function withoutCanvas(form: LabelForm, key: AssetKey): LabelForm {
  const canvases = form.canvases.filter((canvas) => canvas !== key);
  const next = canvases[Math.min(form.canvases.indexOf(key), canvases.length - 1)] ?? null;
  const background = form.background === key ? next : form.background;
  return { ...form, canvases, background, printBackground: background !== null && form.printBackground };
}

export type NumberFault = 'unreadable' | 'range' | 'whole';

/** The problem with a number field; null for none, and for an empty field, which gets its default. */
export function numberFault(field: NumberField, value: number | null): NumberFault | null {
  if (value === null) return null;
  if (Number.isNaN(value)) return 'unreadable';
  const rule = FIELD_RULES[field];
  if (!(value >= rule.min && value <= rule.max)) return 'range';
  return rule.kind === 'count' && !Number.isInteger(value) ? 'whole' : null;
}

/** A field's limits in the dialog's unit, as shown: such as 15.748 and 118.11 for inches. */
export function shownLimits(field: NumberField, unit: MeasureUnit): { readonly min: number; readonly max: number } {
  const rule = FIELD_RULES[field];
  return rule.kind === 'count' ? rule : { min: rule.min, max: fromMm(rule.max, unit) };
}

export function isFormValid(form: LabelForm): boolean {
  return (
    nameFault(form.name) === null && NUMBER_FIELDS.every((field) => numberFault(field, form.numbers[field]) === null)
  );
}

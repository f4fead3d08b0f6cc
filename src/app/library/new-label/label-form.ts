import type { AssetKey } from '#model/kernel/ids.ts';
import { LABEL_LIMITS, nameFault } from '#model/template/label-limits.ts';
import { LENGTH_LIMITS } from '#model/template/length-by-content.ts';
import type { LabelSettings, LengthByContent, UnknownLabelParts } from '#model/template/template.ts';
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

/** The fields of a label as long as its content. */
export const LENGTH_FIELDS = ['lengthMin', 'lengthMax', 'lengthStep', 'lengthMargin'] as const;
export type LengthField = (typeof LENGTH_FIELDS)[number];
export type FormField = NumberField | LengthField;

const LENGTH_PARTS = {
  lengthMin: 'minMm',
  lengthMax: 'maxMm',
  lengthStep: 'stepMm',
  lengthMargin: 'marginMm',
} as const satisfies Record<LengthField, keyof LengthByContent>;

/**
 * The dialog's values while it is open. A number is null while its field is empty, and NaN while its text is not a number.
 */
export interface LabelForm {
  readonly name: string;
  readonly numbers: Readonly<Record<NumberField, number | null>>;
  /** Whether the label is as long as its content, within `length`. */
  readonly followsContent: boolean;
  readonly length: Readonly<Record<LengthField, number | null>>;
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

const lengthRule = (part: keyof LengthByContent): FieldRule => {
  const { min, max, usual: fallback } = LENGTH_LIMITS[part];
  return { min, max, fallback, kind: 'length' };
};
const LENGTH_RULES: Readonly<Record<LengthField, FieldRule>> = {
  lengthMin: lengthRule('minMm'),
  lengthMax: lengthRule('maxMm'),
  lengthStep: lengthRule('stepMm'),
  lengthMargin: lengthRule('marginMm'),
};

export function ruleOf(field: FormField): FieldRule {
  return { ...FIELD_RULES, ...LENGTH_RULES }[field];
}

function isLengthField(field: FormField): field is LengthField {
  return (LENGTH_FIELDS as readonly string[]).includes(field);
}

export function numberOf(form: LabelForm, field: FormField): number | null {
  return isLengthField(field) ? form.length[field] : form.numbers[field];
}

export function withNumber(form: LabelForm, field: FormField, value: number | null): LabelForm {
  return isLengthField(field)
    ? { ...form, length: { ...form.length, [field]: value } }
    : { ...form, numbers: { ...form.numbers, [field]: value } };
}

/** Labels of one sheet have one size. */
export function sharesSheet({ numbers: { columns, rows } }: LabelForm): boolean {
  return (columns ?? 1) * (rows ?? 1) > 1;
}

/** Turns the length by content on or off. Its usual limits include the label's height. */
export function withContentLength(form: LabelForm, followsContent: boolean): LabelForm {
  const height = numberFault('height', form.numbers.height) === null ? form.numbers.height : null;
  if (!followsContent || height === null) return { ...form, followsContent };
  const { lengthMin, lengthMax } = form.length;
  const least = Math.min(lengthMin ?? LENGTH_RULES.lengthMin.fallback, height);
  const most = Math.max(lengthMax ?? LENGTH_RULES.lengthMax.fallback, height);
  return { ...form, followsContent, length: { ...form.length, lengthMin: least, lengthMax: most } };
}

/** False for a minimum above the maximum. */
export function isLengthOrdered({ length: { lengthMin, lengthMax } }: LabelForm): boolean {
  return !((lengthMin ?? LENGTH_RULES.lengthMin.fallback) > (lengthMax ?? LENGTH_RULES.lengthMax.fallback));
}

function lengthFromForm(form: LabelForm): LengthByContent | undefined {
  const { followsContent, length } = form;
  if (!followsContent || !isLengthOrdered(form)) return undefined;
  // A number that is not shown may be wrong.
  const number = (field: LengthField): number =>
    numberFault(field, length[field]) === null
      ? (length[field] ?? LENGTH_RULES[field].fallback)
      : LENGTH_RULES[field].fallback;
  return {
    minMm: number('lengthMin'),
    maxMm: number('lengthMax'),
    stepMm: number('lengthStep'),
    marginMm: number('lengthMargin'),
  };
}

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
    followsContent: settings.lengthByContent !== undefined,
    length: Object.fromEntries(
      LENGTH_FIELDS.map((field) => [field, settings.lengthByContent?.[LENGTH_PARTS[field]] ?? ruleOf(field).fallback]),
    ) as LabelForm['length'],
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
    lengthByContent: lengthFromForm(form),
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
export function numberFault(field: FormField, value: number | null): NumberFault | null {
  if (value === null) return null;
  if (Number.isNaN(value)) return 'unreadable';
  const rule = ruleOf(field);
  if (!(value >= rule.min && value <= rule.max)) return 'range';
  return rule.kind === 'count' && !Number.isInteger(value) ? 'whole' : null;
}

/** A field's limits in the dialog's unit, as shown: such as 15.748 and 118.11 for inches. */
export function shownLimits(field: FormField, unit: MeasureUnit): { readonly min: number; readonly max: number } {
  const rule = ruleOf(field);
  return rule.kind === 'count' ? rule : { min: rule.min, max: fromMm(rule.max, unit) };
}

export function isFormValid(form: LabelForm): boolean {
  const isLengthValid =
    !form.followsContent ||
    sharesSheet(form) ||
    (isLengthOrdered(form) && LENGTH_FIELDS.every((field) => numberFault(field, form.length[field]) === null));
  return (
    nameFault(form.name) === null &&
    isLengthValid &&
    NUMBER_FIELDS.every((field) => numberFault(field, form.numbers[field]) === null)
  );
}

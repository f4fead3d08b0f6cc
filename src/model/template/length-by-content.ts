import type { FieldReader } from '#model/elements/base/fields.ts';
import type { Mm } from '#model/kernel/units.ts';
import { LABEL_LIMITS } from './label-limits.ts';
import type { LabelSettings, LengthByContent } from './template.ts';

export const LENGTH_FIELDS = ['minMm', 'maxMm', 'stepMm', 'marginMm'] as const;

/** In mm. */
export const LENGTH_LIMITS: {
  readonly [K in keyof LengthByContent]: { readonly min: Mm; readonly max: Mm; readonly usual: Mm };
} = {
  minMm: { min: LABEL_LIMITS.minSideMm, max: LABEL_LIMITS.maxHeightMm, usual: 20 },
  maxMm: { min: LABEL_LIMITS.minSideMm, max: LABEL_LIMITS.maxHeightMm, usual: 300 },
  stepMm: { min: 0.01, max: 100, usual: 1 },
  marginMm: { min: 0, max: 100, usual: 2 },
};

type Grid = Pick<LabelSettings, 'rows' | 'columns' | 'lengthByContent'>;

/** The setting where it has an effect. Labels that share a sheet have one size. */
export function contentLengthOf({ rows, columns, lengthByContent }: Grid): LengthByContent | null {
  return lengthByContent === undefined || rows * columns > 1 ? null : lengthByContent;
}

/** The label at its longest: what a run has to be prepared for. The same object if its length is fixed. */
export function longestLabel(label: LabelSettings): LabelSettings {
  const length = contentLengthOf(label);
  return length === null ? label : { ...label, heightMm: length.maxMm };
}

/** Attributes of our own (docs/develop/adr/0163). */
const ATTRIBUTES = {
  minMm: 'LengthMin',
  maxMm: 'LengthMax',
  stepMm: 'LengthStep',
  marginMm: 'LengthMargin',
} as const satisfies Record<keyof LengthByContent, string>;

export const LENGTH_ATTRIBUTES: readonly string[] = Object.values(ATTRIBUTES);

/** Older programs ignore the attributes: all labels have the height of the design. */
export function writeLengthByContent({ lengthByContent }: Pick<LabelSettings, 'lengthByContent'>): object {
  if (lengthByContent === undefined) return {};
  return Object.fromEntries(LENGTH_FIELDS.map((field) => [ATTRIBUTES[field], lengthByContent[field]]));
}

/** A minimum above the maximum is kept, and the label has the length of its design. */
export function readLengthByContent(fields: FieldReader): Pick<LabelSettings, 'lengthByContent'> {
  if (!fields.has(ATTRIBUTES.minMm) && !fields.has(ATTRIBUTES.maxMm)) return {};
  const read = (field: keyof LengthByContent): Mm => {
    const { usual, min, max } = LENGTH_LIMITS[field];
    return fields.number(ATTRIBUTES[field], usual, min, max);
  };
  const length = { minMm: read('minMm'), maxMm: read('maxMm'), stepMm: read('stepMm'), marginMm: read('marginMm') };
  if (length.minMm <= length.maxMm) return { lengthByContent: length };
  for (const field of LENGTH_FIELDS) fields.keep(ATTRIBUTES[field]);
  return {};
}

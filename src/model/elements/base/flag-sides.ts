import type { Affine, Rect, Size } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import { codeOf, type ElementFields, type FieldReader } from './fields.ts';
import type { ElementLayout } from './layout.ts';

/**
 * The fold of a flag that is printed on both sides. `below`: it runs along the lines below the text, and the second
 * text is upside down. `right`: it runs across the lines after the text, and the second text is upright.
 */
export const FLAG_FOLDS = ['none', 'below', 'right'] as const;
export type FlagFold = (typeof FLAG_FOLDS)[number];

/** A text that is printed twice, so that a label folded around a cable is legible from both sides. */
export interface FlagSides {
  readonly flagFold: FlagFold;
  /** The space between both texts, which goes around the cable. */
  readonly flagGapMm: Mm;
}

export const FLAG_GAP_LIMITS = { min: 0, max: 200, step: 1 };
/** Around a cable of 4 mm. */
const DEFAULT_GAP_MM = 12;
export const ONE_SIDE: FlagSides = { flagFold: 'none', flagGapMm: DEFAULT_GAP_MM };

const FOLD_CODES: Readonly<Record<string, FlagFold>> = { None: 'none', Below: 'below', Right: 'right' };

interface Sided extends FlagSides {
  readonly widthMm: Mm;
  readonly heightMm: Mm;
}

export function readFlagSides(fields: FieldReader): FlagSides {
  return {
    flagFold: fields.code<FlagFold>('FlagFold', FOLD_CODES, 'none'),
    flagGapMm: fields.number('FlagGap', DEFAULT_GAP_MM, FLAG_GAP_LIMITS.min, FLAG_GAP_LIMITS.max),
  };
}

/** Older programs ignore these attributes and print the text once, so only those that differ are written. */
export function writeFlagSides({ flagFold, flagGapMm }: FlagSides): ElementFields['attributes'] {
  return {
    ...(flagFold === 'none' ? {} : { FlagFold: codeOf(FOLD_CODES, flagFold) }),
    ...(flagGapMm === DEFAULT_GAP_MM ? {} : { FlagGap: flagGapMm }),
  };
}

/** Whether the text is printed twice. Texts of tables are not. */
export function hasTwoSides({ flagFold }: Partial<FlagSides>): boolean {
  return flagFold !== undefined && flagFold !== 'none';
}

/** The part of the box for one of the texts. */
export function sideSize({ widthMm, heightMm, flagFold, flagGapMm }: Sided): Size {
  const side = (length: Mm): Mm => Math.max(0, (length - flagGapMm) / 2);
  return {
    width: flagFold === 'right' ? side(widthMm) : widthMm,
    height: flagFold === 'below' ? side(heightMm) : heightMm,
  };
}

/** The box for both texts, each with a box of this size. */
export function sizeOfSides({ flagFold, flagGapMm }: FlagSides, { width, height }: Size): Size {
  return {
    width: flagFold === 'right' ? 2 * width + flagGapMm : width,
    height: flagFold === 'below' ? 2 * height + flagGapMm : height,
  };
}

/** Lays out the text in its part of the box, and once more beyond the fold. */
export function layoutSides<E extends Sided>(element: E, layoutSide: (side: E) => ElementLayout): ElementLayout {
  if (element.flagFold === 'none') return layoutSide(element);
  const { width, height } = sideSize(element);
  const layout = layoutSide({ ...element, widthMm: width, heightMm: height });
  const transform = acrossFold(element, layout.content);
  const { x, y } = layout.content;
  const content = { ...sizeOfSides(element, layout.content), x, y };
  if (layout.placeholder) return { ...layout, content };
  // Texts have no dots, which no group can hold.
  const ops = layout.ops.filter((op) => op.type !== 'dots');
  return { ...layout, ops: [...ops, { type: 'group', transform, ops }], content };
}

/** The map from the text to the one on the other side: half a turn around the fold below it, or a move to the right. */
function acrossFold({ flagFold, flagGapMm }: FlagSides, { x, y, width, height }: Rect): Affine {
  if (flagFold === 'right') return { a: 1, b: 0, c: 0, d: 1, e: width + flagGapMm, f: 0 };
  return { a: -1, b: 0, c: 0, d: -1, e: 2 * x + width, f: 2 * (y + height) + flagGapMm };
}

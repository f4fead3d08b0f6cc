import type { Size } from '#model/kernel/geometry.ts';
import { roundMm, type Mm } from '#model/kernel/units.ts';
import { LABEL_LIMITS } from '#model/template/label-limits.ts';
import type { DeskLabel } from './desk-document.ts';

/** As large as the first label's part of its page, or as large as the user says. */
export type SizeChoice =
  | { readonly type: 'part' }
  | { readonly type: 'own'; readonly widthMm: Mm; readonly heightMm: Mm };

/** Of a print without any label. */
const NO_LABEL: Size = { width: LABEL_LIMITS.defaultWidthMm, height: LABEL_LIMITS.defaultHeightMm };

/** The size of the labels that are printed. */
export function labelSize(choice: SizeChoice, labels: readonly DeskLabel[]): Size {
  if (choice.type === 'own') return { width: choice.widthMm, height: choice.heightMm };
  const { width, height } = labels[0]?.size ?? NO_LABEL;
  return {
    width: roundMm(Math.min(LABEL_LIMITS.maxWidthMm, width)),
    height: roundMm(Math.min(LABEL_LIMITS.maxHeightMm, height)),
  };
}

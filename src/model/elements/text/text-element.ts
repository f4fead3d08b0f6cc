import type { DataSource } from '../base/content.ts';
import type { ElementBase } from '../base/element.ts';

export const TEXT_ALIGNS = ['center', 'left', 'right', 'justify'] as const;
export type TextAlign = (typeof TEXT_ALIGNS)[number];

/**
 * Text. With `autoWrap` lines break at `widthMm` (the file's BoxWidth); without it a line is as long as it is
 * and `align` says which edge (or the middle) of the box it keeps. The height always follows from the lines.
 */
export interface TextElement extends ElementBase {
  readonly type: 'text';
  readonly sources: readonly DataSource[];
  readonly prefix: string;
  readonly suffix: string;
  readonly align: TextAlign;
  readonly fontFamily: string;
  /** In quarters of a millimetre of em height, 1 to 100 in steps of 0.2. */
  readonly fontSize: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikeThrough: boolean;
  /** In font-size units (quarters of a millimetre), -1 to 12. */
  readonly letterSpacing: number;
  /** Line pitch as a multiple of the em height, 0 to 12; 0 is the font's own. */
  readonly lineHeight: number;
  readonly autoWrap: boolean;
  /** White text on a black box. */
  readonly antiMirror: boolean;
}

import type { LabelKit } from './label-kit.ts';
import type { Words } from './words.ts';

/** A ready design of one industry, in the languages of the product. */
export interface IndustryDesign {
  /** Lower-case words and hyphens; part of addresses, so that it never changes. */
  readonly id: string;
  readonly name: Words;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly draw: (label: LabelKit) => void;
}

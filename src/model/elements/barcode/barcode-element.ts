import type { LinearSymbology, SymbolOptions } from '#model/symbology/types.ts';
import type { DataSource } from '../base/content.ts';
import type { ElementBase } from '../base/element.ts';

export const NUMBER_POSITIONS = ['none', 'below', 'above'] as const;
export type NumberPosition = (typeof NUMBER_POSITIONS)[number];

/** A linear symbol. Its modules are whole dots wide, as many as fit into the box. */
export interface BarcodeElement extends ElementBase {
  readonly type: 'barcode';
  readonly sources: readonly DataSource[];
  readonly symbology: LinearSymbology;
  readonly options: SymbolOptions;
  readonly numberPosition: NumberPosition;
  /** The symbol's place in a box that is wider than the symbol. */
  readonly align: 'center' | 'left' | 'right';
  readonly fontFamily: string;
  /** Size of the human-readable text, in quarters of a millimetre. */
  readonly fontSize: number;
}

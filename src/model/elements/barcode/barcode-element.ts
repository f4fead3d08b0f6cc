import type { LinearSymbology, SymbolOptions } from '#model/symbology/types.ts';
import type { DataSource } from '../base/content.ts';
import type { ElementBase } from '../base/element.ts';
import type { SymbolNumber } from '../base/symbol-number.ts';

/** A linear symbol. Its modules are as many whole dots wide as fit into the box. */
export interface BarcodeElement extends ElementBase, SymbolNumber {
  readonly type: 'barcode';
  readonly sources: readonly DataSource[];
  readonly symbology: LinearSymbology;
  readonly options: SymbolOptions;
}

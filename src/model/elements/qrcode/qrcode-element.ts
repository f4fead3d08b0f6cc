import type { MatrixSymbology, SymbolOptions } from '#model/symbology/types.ts';
import type { DataSource } from '../base/content.ts';
import type { ElementBase } from '../base/element.ts';
import type { SymbolNumber } from '../base/symbol-number.ts';

/** A matrix symbol. Its modules are whole dots wide, as many as fit into the box. */
export interface QrcodeElement extends ElementBase, SymbolNumber {
  readonly type: 'qrcode';
  readonly sources: readonly DataSource[];
  readonly symbology: MatrixSymbology;
  readonly options: SymbolOptions;
}

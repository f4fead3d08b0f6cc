import type { MatrixSymbology, SymbolOptions } from '#model/symbology/types.ts';
import type { DataSource } from '../base/content.ts';
import type { ElementBase } from '../base/element.ts';

/** A matrix symbol, laid out in whole dots as large as fits into the box. */
export interface QrcodeElement extends ElementBase {
  readonly type: 'qrcode';
  readonly sources: readonly DataSource[];
  readonly symbology: MatrixSymbology;
  readonly options: SymbolOptions;
}

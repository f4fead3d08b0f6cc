import type { MatrixSymbology, SymbolOptions } from '#model/symbology/types.ts';
import type { DataSource } from '../base/content.ts';
import type { ElementBase } from '../base/element.ts';
import type { NumberPosition } from '../base/number-position.ts';

/** A matrix symbol, laid out in whole dots as large as fits into the box beside its text. */
export interface QrcodeElement extends ElementBase {
  readonly type: 'qrcode';
  readonly sources: readonly DataSource[];
  readonly symbology: MatrixSymbology;
  readonly options: SymbolOptions;
  /** The content in plain text; none unless asked for (specification 2, section 9). */
  readonly numberPosition: NumberPosition;
  readonly fontFamily: string;
  /** Of the text, in quarters of a millimetre. */
  readonly fontSize: number;
}

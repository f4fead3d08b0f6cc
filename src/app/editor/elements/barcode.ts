import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import { BarcodePanel } from '../panels/BarcodePanel.tsx';
import { SymbolSizeSection } from '../panels/SymbolSizeSection.tsx';
import type { ElementDescriptor } from '../session/element-descriptor.ts';

export const barcode: ElementDescriptor<BarcodeElement> = {
  icon: { f: 'M3 4h1.5v12H3zM6 4h1v12H6zM8.5 4h2.5v12H8.5zM12.5 4h1v12h-1zM15 4h2v12h-2z' },
  chords: [{ code: 'KeyB' }],
  Panel: BarcodePanel,
  Measures: SymbolSizeSection,
};

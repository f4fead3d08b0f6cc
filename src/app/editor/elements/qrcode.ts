import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import { QrcodePanel } from '../panels/QrcodePanel.tsx';
import { SymbolSizeSection } from '../panels/SymbolSizeSection.tsx';
import type { ElementDescriptor } from '../session/element-descriptor.ts';

export const qrcode: ElementDescriptor<QrcodeElement> = {
  icon: {
    d: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5z',
    f: 'M5.4 5.4h1.2v1.2H5.4zM13.4 5.4h1.2v1.2h-1.2zM5.4 13.4h1.2v1.2H5.4zM11 11h2v2h-2zM15 11h2v2h-2zM13 13h2v2h-2zM11 15h2v2h-2zM15 15h2v2h-2z',
  },
  chords: [{ code: 'KeyQ' }],
  Panel: QrcodePanel,
  Measures: SymbolSizeSection,
};

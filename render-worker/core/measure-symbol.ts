import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import type { LabelSize, TextMeasure } from '#model/elements/base/layout.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import { elementSymbolSize, type ElementSymbolSize } from '#model/elements/symbol-size.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import type { Result } from '#model/kernel/result.ts';
import type { FontStore } from '../fonts/font-store.ts';
import { withFonts } from '../fonts/with-fonts.ts';

/** The size of one element's symbol at `dpi` with this content. */
export async function measureSymbol(
  { fonts, measure }: { readonly fonts: FontStore; readonly measure: TextMeasure },
  element: BarcodeElement | QrcodeElement,
  content: string,
  dpi: number,
  label: LabelSize,
): Promise<Result<ElementSymbolSize>> {
  const context = { measure, dpi, label, imageSize: () => null, now: localTimeAt() };
  const size = await withFonts(fonts, () => elementSymbolSize(element, content, context));
  return size.ok ? size.value : size;
}

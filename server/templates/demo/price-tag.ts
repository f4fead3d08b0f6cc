import { fixedText } from '#model/elements/base/content.ts';
import type { Template } from '#model/template/template.ts';
import { createLabel } from '../../content/drawing/label-builder.ts';

/** A shelf label, 60 x 40 mm. The number is of GS1's own range for examples: no product has it. */
export function priceTag(name: string): Template {
  return createLabel(name, 60, 40)
    .text(3, 2.4, 36, 17, 'Arabica Coffee Beans', { bold: true })
    .text(3, 7.8, 36, 11, 'Medium roast · 250 g')
    .text(41, 8, 16, 10, 'SKU 20417', { align: 'right' })
    .rule(3, 12.4, 54, 0.3)
    .text(3, 14.2, 10, 18, '$', { bold: true })
    .text(7.4, 13.2, 30, 46, '8.90', { bold: true, fontFamily: 'Roboto Condensed' })
    .text(3, 28.6, 20, 11, '$ 35.60 / kg')
    .text(3, 32.4, 20, 9, 'incl. VAT · 03/2026')
    .add(
      'barcode',
      { x: 26, y: 27, width: 30, height: 10.5 },
      { sources: [fixedText('9501101530003')], symbology: 'ean13', numberPosition: 'below', fontSize: 10 },
    )
    .build();
}

import { fixedText } from '#model/elements/base/content.ts';
import type { Template } from '#model/template/template.ts';
import { createLabel } from '../../content/drawing/label-builder.ts';

const TRACKING_NUMBER = 'LW4821977305DE';
/** Serial shipping container code of GS1's range for examples, with its check digit. */
const SSCC = '(00)395011010000001238';

/** A parcel label, 100 x 150 mm. */
export function shippingLabel(name: string): Template {
  return createLabel(name, 100, 150)
    .text(5, 4, 60, 34, 'NORTHWIND', { bold: true, fontFamily: 'Inter' })
    .text(5, 13.4, 60, 13, 'Parcel service', { fontFamily: 'Inter' })
    .add('rectangle', { x: 73, y: 4, width: 22, height: 13 }, { filled: true })
    .text(73, 4.6, 22, 38, '2D', { align: 'center', bold: true, antiMirror: true, fontFamily: 'Inter' })
    .rule(5, 19, 90, 0.5)

    .text(5, 21, 40, 10, 'FROM', { bold: true })
    .text(5, 24.2, 60, 12, 'Lindgren & Söhne GmbH')
    .text(5, 27.8, 60, 12, 'Hafenstraße 12, 20359 Hamburg, DE')
    .text(72, 21, 23, 10, 'WEIGHT', { bold: true, align: 'right' })
    .text(72, 24.2, 23, 18, '4.35 kg', { align: 'right' })
    .rule(5, 33, 90, 0.3)

    .text(5, 35, 40, 10, 'SHIP TO', { bold: true })
    .text(5, 38.6, 90, 24, 'María Fernández López', { bold: true })
    .text(5, 46, 90, 18, 'Calle de Alcalá 118, 3.º B')
    .text(5, 51.6, 90, 18, '28009 Madrid')
    .text(5, 57.2, 90, 18, 'SPAIN', { bold: true })
    .rule(5, 64.5, 90, 0.5)

    .text(5, 66.5, 40, 10, 'TRACKING NUMBER', { bold: true })
    .add(
      'barcode',
      { x: 10, y: 71, width: 80, height: 24 },
      { sources: [fixedText(TRACKING_NUMBER)], symbology: 'code128', numberPosition: 'below', fontSize: 15 },
    )
    .rule(5, 98, 90, 0.3)

    .add(
      'qrcode',
      { x: 8, y: 102, width: 24, height: 24 },
      { sources: [fixedText(`https://example.com/t/${TRACKING_NUMBER}`)], options: {} },
    )
    .text(40, 101, 55, 10, 'REFERENCE', { bold: true })
    .text(40, 104.4, 55, 14, 'PO 2026-03317', { fontFamily: 'Roboto Mono' })
    .text(40, 110.4, 55, 10, 'PIECES', { bold: true })
    .text(40, 113.8, 55, 14, '1 / 2', { fontFamily: 'Roboto Mono' })
    .text(40, 119.8, 55, 10, 'NOTE', { bold: true })
    .text(40, 123.2, 55, 13, 'Leave with a neighbour')
    .rule(5, 129, 90, 0.3)

    .add(
      'barcode',
      { x: 10, y: 131.5, width: 80, height: 16 },
      { sources: [fixedText(SSCC)], symbology: 'gs1-128', numberPosition: 'below', fontSize: 12 },
    )
    .build();
}

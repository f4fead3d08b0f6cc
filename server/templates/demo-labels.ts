import { fixedText } from '#model/elements/base/content.ts';
import type { Template } from '#model/template/template.ts';
import { createLabel } from '../content/designs/label-builder.ts';

const ASSET_NUMBER = 'ZC-2026-00417';

/** An inventory label in Chinese, 70 x 40 mm. */
export function assetTag(name: string): Template {
  const family = { fontFamily: 'Noto Sans SC' };
  return createLabel(name, 70, 40)
    .add('rectangle', { x: 1.5, y: 1.5, width: 67, height: 37 }, { filled: false, penWidthMm: 0.4 })
    .text(4, 3.2, 62, 20, '固定资产标签', { ...family, bold: true, align: 'center' })
    .rule(1.5, 10, 67, 0.3)
    .text(4, 12, 40, 13, '资产名称：激光打印机', family)
    .text(4, 18, 40, 13, `资产编号：${ASSET_NUMBER}`, family)
    .text(4, 24, 40, 13, '使用部门：信息技术部', family)
    .text(4, 30, 40, 13, '购置日期：2026-03-15', family)
    .add(
      'qrcode',
      { x: 48.5, y: 14.5, width: 15, height: 15 },
      { sources: [fixedText(ASSET_NUMBER)], options: { level: 'Q' } },
    )
    .text(46, 33, 20, 10, '扫码盘点', { ...family, align: 'center' })
    .build();
}

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
    .text(40, 123.2, 55, 13, 'Leave with a neighbor')
    .rule(5, 129, 90, 0.3)

    .add(
      'barcode',
      { x: 10, y: 131.5, width: 80, height: 16 },
      { sources: [fixedText(SSCC)], symbology: 'gs1-128', numberPosition: 'below', fontSize: 12 },
    )
    .build();
}

/** A price tag, 60 x 40 mm. The number is an example of GS1: no product has it. */
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

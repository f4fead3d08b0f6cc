import { type IndustryDesign, blank, following, running } from '../label-kit.ts';
import { WORDS, type Words } from '../words.ts';

/** Numbers of GS1's range for examples, with their check digits. */
const SSCC = '395011010000001238';
const GTIN = '19501101530000';
const CONTENT: Words = ['内容商品', 'Content', 'Conteúdo', 'Contenido', 'Содержимое'];
const SSCC_NAME: Words = ['系列货运包装箱代码', 'SSCC', 'SSCC', 'SSCC', 'SSCC'];
const PIECES: Words = ['件数', 'Pieces', 'Volumes', 'Bultos', 'Места'];
const ROUTE: Words = ['路线', 'Route', 'Rota', 'Ruta', 'Маршрут'];

export const LOGISTICS: readonly IndustryDesign[] = [
  {
    id: 'logistics-pallet-102x152',
    name: [
      'GS1 物流标签',
      'GS1 logistic label',
      'Etiqueta logística GS1',
      'Etiqueta logística GS1',
      'Логистическая этикетка GS1',
    ],
    widthMm: 102,
    heightMm: 152,
    draw(k) {
      k.text(5, 4, 46, 8.4, WORDS.from, { bold: true })
        .text(5, 6.8, 46, 14, 'Northwind Foods S.p.A.', { bold: true })
        .text(5, 11.2, 46, 12, 'Via Emilia 240')
        .text(5, 15, 46, 12, '43121 Parma, IT')
        .upright(52.5, 4, 15.4)
        .text(55, 4, 42, 8.4, WORDS.to, { bold: true })
        .text(55, 6.8, 42, 14, 'Lindgren & Söhne GmbH', { bold: true })
        .text(55, 11.2, 42, 12, 'Hafenstraße 12')
        .text(55, 15, 42, 12, '20359 Hamburg, DE')
        .rule(5, 21, 92, 0.5)
        .field(5, 22.4, 92, SSCC_NAME, '3 9501101 000000123 8', 26, { bold: true })
        .field(5, 34, 58, CONTENT, GTIN, 19, { bold: true })
        .field(67, 34, 30, WORDS.count, '48', 19, { bold: true })
        .field(5, 43.4, 29, WORDS.bestBefore, '2027-09-30', 16, { bold: true })
        .field(36, 43.4, 29, WORDS.batch, 'P6031A', 16, { bold: true })
        .field(67, 43.4, 30, WORDS.grossWeight, '412.5 kg', 16, { bold: true })
        .rule(5, 52.4, 92, 0.5)
        .barcode(6, 54.6, 90, 29, 'gs1-128', `(02)${GTIN}(37)48`, { numberSize: 12 })
        .barcode(6, 86.6, 90, 29, 'gs1-128', '(15)270930(3301)004125(10)P6031A', { numberSize: 12 })
        .barcode(6, 118.6, 90, 30, 'gs1-128', `(00)${SSCC}`, { numberSize: 14 });
    },
  },
  {
    id: 'logistics-parcel-100x150',
    name: ['快递面单', 'Parcel label', 'Etiqueta de encomenda', 'Etiqueta de paquete', 'Этикетка посылки'],
    widthMm: 100,
    heightMm: 150,
    draw(k) {
      k.text(5, 3.6, 60, 32, 'NORTHWIND', { bold: true, family: 'Inter' })
        .text(5, 12.8, 60, 12, [
          '次日达',
          'Next-day delivery',
          'Entrega no dia seguinte',
          'Entrega al día siguiente',
          'Доставка завтра',
        ])
        .banner(71, 4, 24, 13, 38, '2D', { family: 'Inter' })
        .rule(5, 19, 90, 0.5)
        .text(5, 20.2, 40, 8.4, WORDS.from, { bold: true })
        .text(5, 23, 60, 12, 'Lindgren & Söhne GmbH')
        .text(5, 26.6, 60, 12, 'Hafenstraße 12, 20359 Hamburg, DE')
        .field(70, 20.2, 25, WORDS.weight, '4.35 kg', 17, { align: 'right', bold: true })
        .rule(5, 32, 90)
        .text(5, 33.4, 40, 8.4, WORDS.to, { bold: true })
        .text(5, 36.2, 90, 24, blank(k.say(WORDS.to), 'María Fernández López'), { bold: true })
        .text(5, 43.6, 90, 18, blank(k.say(WORDS.address), 'Calle de Alcalá 118, 3.º B'))
        .text(5, 49.2, 90, 18, '28009 Madrid')
        .text(5, 54.8, 90, 18, ['西班牙', 'SPAIN', 'ESPANHA', 'ESPAÑA', 'ИСПАНИЯ'], { bold: true })
        .rule(5, 62, 90, 0.5)
        .text(
          5,
          63.4,
          60,
          8.4,
          ['运单号', 'Tracking number', 'Código de rastreio', 'N.º de seguimiento', 'Номер отправления'],
          { bold: true },
        )
        .barcode(10, 67.4, 80, 27, 'code128', 'LW4821977305DE', { numberSize: 15 })
        .rule(5, 97, 90, 0.5)
        .matrix(8, 101.4, 24, 'qr', 'https://example.com/t/LW4821977305DE')
        .field(40, 100, 26, WORDS.order, 'PO 2026-03317', 14, { bold: true })
        .field(70, 100, 25, PIECES, '1 / 2', 14, { bold: true })
        .field(40, 109, 26, ROUTE, 'HAM–MAD 7', 14, { bold: true })
        .field(70, 109, 25, WORDS.date, '2026-03-15', 14)
        .field(
          40,
          118,
          55,
          ['备注', 'Note', 'Observação', 'Nota', 'Примечание'],
          [
            '可放邻居处',
            'Leave with a neighbour',
            'Deixar com o vizinho',
            'Dejar con un vecino',
            'Можно оставить соседям',
          ],
          13,
        )
        .rule(5, 128, 90, 0.5)
        .barcode(10, 130.4, 80, 16.6, 'gs1-128', `(00)${SSCC}`, { numberSize: 12 });
    },
  },
  {
    id: 'logistics-carton-100x60',
    name: ['外箱唛头', 'Carton mark', 'Marca de caixa', 'Marca de caja', 'Маркировка короба'],
    widthMm: 100,
    heightMm: 60,
    draw(k) {
      k.banner(3, 3, 94, 8, 20, 'NORTHWIND TRADING', { family: 'Inter' })
        .line(4, 13, 62, 20, WORDS.order, 'PO 2026-03317', 12)
        .line(4, 17.8, 62, 20, ['货号', 'Item', 'Artigo', 'Artículo', 'Артикул'], 'MUG-350-WHT', 12)
        .line(4, 22.6, 62, 20, WORDS.quantity, '24', 12)
        .line(4, 27.4, 62, 20, WORDS.grossWeight, '9.8 kg', 12)
        .line(4, 32.2, 62, 20, ['尺寸', 'Dimensions', 'Dimensões', 'Medidas', 'Размеры'], '480 × 320 × 260 mm', 12)
        .text(70, 13, 26, 8.4, ['箱号', 'Carton', 'Caixa', 'Caja', 'Короб'], { align: 'right' })
        .text(70, 15, 26, 48, running('001'), { bold: true, family: 'Oswald', align: 'right' })
        .icons(68, 29.8, 7.4, 9.8, ['handling/fragile', 'handling/this-way-up', 'handling/keep-dry'])
        .rule(4, 38.4, 92)
        .barcode(8, 40.4, 84, 16.6, 'code128', 'PO202603317-MUG350', { numberSize: 11 });
    },
  },
  {
    id: 'logistics-itf-100x50',
    name: [
      'ITF-14 外箱条码',
      'ITF-14 case code',
      'Código de caixa ITF-14',
      'Código de caja ITF-14',
      'Код короба ITF-14',
    ],
    widthMm: 100,
    heightMm: 50,
    draw(k) {
      k.text(
        4,
        2.4,
        70,
        15,
        [
          '陶瓷马克杯 350 毫升 · 24 只',
          'Ceramic mug 350 ml · 24 pcs',
          'Caneca de cerâmica 350 ml · 24 un.',
          'Taza de cerámica 350 ml · 24 uds.',
          'Кружка керамическая 350 мл · 24 шт.',
        ],
        { bold: true },
      )
        .text(76, 2.8, 20, 12, 'MUG-350', { align: 'right' })
        .rule(4, 8.2, 92)
        .barcode(5, 10.6, 90, 36, 'itf14', GTIN, {
          numberSize: 15,
          options: { bearerBars: 'frame', wideRatio: '2.5' },
        });
    },
  },
  {
    id: 'logistics-location-100x40',
    name: [
      '货位标签',
      'Rack location label',
      'Etiqueta de endereço de estoque',
      'Etiqueta de ubicación',
      'Этикетка ячейки',
    ],
    widthMm: 100,
    heightMm: 40,
    draw(k) {
      k.text(4, 1, 60, 68, 'A-07-3', { bold: true, family: 'Oswald' })
        .text(4, 21.4, 14, 9, ['通道', 'Aisle', 'Corredor', 'Pasillo', 'Ряд'])
        .text(20, 21.4, 14, 9, ['货架', 'Rack', 'Estante', 'Estante', 'Стеллаж'])
        .text(36, 21.4, 14, 9, ['层', 'Level', 'Nível', 'Nivel', 'Ярус'])
        .barcode(4, 26, 56, 11.6, 'code128', 'LOC-A-07-3', { number: 'none' })
        .matrix(68, 6.6, 26, 'qr', 'LOC-A-07-3', { options: { level: 'H' } });
    },
  },
  {
    id: 'logistics-pick-62x100',
    name: ['拣货标签', 'Pick label', 'Etiqueta de separação', 'Etiqueta de preparación', 'Этикетка подбора'],
    widthMm: 62,
    heightMm: 100,
    draw(k) {
      k.banner(3, 3, 56, 8, 18, ['拣货单', 'PICK', 'SEPARAR', 'PREPARAR', 'ПОДБОР'])
        .field(4, 13, 26, WORDS.order, 'SO-40718', 16, { bold: true })
        .field(34, 13, 24, ROUTE, 'R-07', 16, { bold: true })
        .rule(4, 21.4, 54)
        .text(4, 22.4, 54, 9, WORDS.location)
        .text(4, 23.6, 54, 60, 'A-07-3', { bold: true, family: 'Oswald', align: 'center' })
        .rule(4, 43, 54)
        .text(
          4,
          44.4,
          54,
          14,
          [
            '陶瓷马克杯 350 毫升',
            'Ceramic mug 350 ml',
            'Caneca de cerâmica 350 ml',
            'Taza de cerámica 350 ml',
            'Кружка керамическая 350 мл',
          ],
          { bold: true },
        )
        .text(4, 49.2, 54, 11, 'MUG-350-WHT')
        .field(4, 54.6, 24, WORDS.quantity, blank(k.say(WORDS.quantity), '24'), 26, { bold: true, key: 'quantity' })
        .field(34, 54.6, 24, WORDS.operator, blank(k.say(WORDS.operator), 'M. López', false), 13)
        .rule(4, 66.4, 54)
        .matrix(19, 70, 24, 'datamatrix', following('quantity', 'SO-40718;A-07-3;MUG-350-WHT;'))
        .text(4, 95, 54, 9, 'SO-40718 · A-07-3', { align: 'center' });
    },
  },
  {
    id: 'logistics-return-100x75',
    name: [
      '退货物流单',
      'Return shipment label',
      'Etiqueta de devolução',
      'Etiqueta de devolución',
      'Этикетка возвратной отправки',
    ],
    widthMm: 100,
    heightMm: 75,
    draw(k) {
      k.banner(3, 3, 94, 9, 24, ['退货', 'RETURN', 'DEVOLUÇÃO', 'DEVOLUCIÓN', 'ВОЗВРАТ'], { letterSpacing: 1.4 })
        .text(4, 14, 44, 8.4, WORDS.to, { bold: true })
        .text(4, 16.8, 56, 15, 'Northwind Returns', { bold: true })
        .text(4, 21.2, 56, 12, 'Hafenstraße 12, Tor 4')
        .text(4, 25, 56, 12, '20359 Hamburg, DE')
        .field(66, 14, 30, ['退货号', 'RMA', 'RMA', 'RMA', 'RMA'], 'RMA-26-00418', 14, { bold: true })
        .field(
          66,
          22.4,
          30,
          ['邮资', 'Postage', 'Porte', 'Franqueo', 'Доставка'],
          ['已付', 'Paid', 'Pago', 'Pagado', 'Оплачена'],
          14,
          { bold: true },
        )
        .rule(4, 31.6, 92)
        .text(4, 32.8, 92, 9.4, [
          '请将此标签贴在包裹上，并遮盖旧条码。',
          'Stick this label on the parcel and cover all old barcodes.',
          'Cole esta etiqueta no pacote e cubra os códigos antigos.',
          'Pegue esta etiqueta en el paquete y tape los códigos antiguos.',
          'Наклейте этикетку на посылку и закройте старые штрихкоды.',
        ])
        .barcode(8, 38.6, 84, 32, 'code128', 'RMA2600418LW', { numberSize: 15 });
    },
  },
];

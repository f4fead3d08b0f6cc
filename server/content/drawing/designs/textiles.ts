import { type IndustryDesign, blank } from '../label-kit.ts';
import { WORDS, type Words } from '../words.ts';

const COTTON: Words = ['棉', 'cotton', 'algodão', 'algodón', 'хлопок'];
const ELASTANE: Words = ['氨纶', 'elastane', 'elastano', 'elastano', 'эластан'];
const WOOL: Words = ['羊毛', 'wool', 'lã', 'lana', 'шерсть'];
const SILK: Words = ['桑蚕丝', 'silk', 'seda', 'seda', 'шёлк'];
const POLYESTER: Words = ['聚酯纤维', 'polyester', 'poliéster', 'poliéster', 'полиэстер'];
const MADE_IN_PORTUGAL: Words = [
  '葡萄牙制造',
  'Made in Portugal',
  'Fabricado em Portugal',
  'Hecho en Portugal',
  'Сделано в Португалии',
];
const SIMILAR_COLOURS: Words = [
  '与相似颜色同洗',
  'Wash with similar colours',
  'Lavar com cores similares',
  'Lavar con colores similares',
  'Стирать с похожими цветами',
];

export const TEXTILES: readonly IndustryDesign[] = [
  {
    id: 'textiles-care-40x60',
    name: ['水洗标', 'Care label', 'Etiqueta de conservação', 'Etiqueta de composición', 'Этикетка по уходу'],
    widthMm: 40,
    heightMm: 60,
    draw(k) {
      k.text(3, 2.6, 34, 16, 'NORTHWIND', { bold: true, align: 'center', family: 'Inter', letterSpacing: 1 })
        .rule(3, 9, 34)
        .text(3, 10.4, 34, 26, 'M', { bold: true, align: 'center' })
        .text(3, 17.6, 34, 9, 'EU 40 · UK 12 · US 10', { align: 'center' })
        .rule(3, 22, 34)
        .text(3, 23.2, 34, 12, `95 % ${k.say(COTTON)}`, { align: 'center', bold: true })
        .text(3, 27, 34, 12, `5 % ${k.say(ELASTANE)}`, { align: 'center', bold: true })
        .icons(2.6, 33, 6.6, 7.1, [
          'care/wash-30',
          'care/do-not-bleach',
          'care/tumble-dry-low',
          'care/iron-2',
          'care/do-not-dry-clean',
        ])
        .text(3, 41.6, 34, 9, SIMILAR_COLOURS, { align: 'center' })
        .text(
          3,
          45,
          34,
          9,
          ['反面熨烫', 'Iron inside out', 'Passar pelo avesso', 'Planchar del revés', 'Гладить с изнанки'],
          { align: 'center' },
        )
        .rule(3, 49.4, 34)
        .text(3, 50.6, 34, 9, MADE_IN_PORTUGAL, { align: 'center' })
        .text(3, 54, 34, 9, 'RN 20417 · 26/03', { align: 'center' });
    },
  },
  {
    id: 'textiles-wool-40x50',
    name: ['羊毛护理标', 'Wool care label', 'Etiqueta de lã', 'Etiqueta de lana', 'Этикетка шерсти'],
    widthMm: 40,
    heightMm: 50,
    draw(k) {
      k.text(3, 2.4, 34, 15, `100 % ${k.say(WOOL)}`, { bold: true, align: 'center' })
        .text(
          3,
          7.4,
          34,
          9.4,
          [
            '美利奴 · 17.5 微米',
            'Merino · 17.5 micron',
            'Merino · 17,5 micra',
            'Merino · 17,5 micras',
            'Меринос · 17,5 мкм',
          ],
          { align: 'center' },
        )
        .rule(3, 11.6, 34)
        .icons(3.4, 13.4, 9, 12, ['care/hand-wash', 'care/do-not-bleach', 'care/flat-dry'])
        .icons(3.4, 24.4, 9, 12, ['care/do-not-tumble-dry', 'care/iron-1', 'care/dry-clean-p'])
        .rule(3, 35.6, 34)
        .text(
          3,
          36.8,
          34,
          9,
          ['平铺晾干', 'Dry flat', 'Secar na horizontal', 'Secar en plano', 'Сушить горизонтально'],
          { align: 'center' },
        )
        .text(3, 40.2, 34, 9, MADE_IN_PORTUGAL, { align: 'center' })
        .text(3, 44, 34, 9.4, 'KN-2041 · L', { align: 'center', bold: true });
    },
  },
  {
    id: 'textiles-hangtag-50x80',
    name: ['服装吊牌', 'Garment hang tag', 'Etiqueta de preço de roupa', 'Etiqueta colgante', 'Навесной ярлык'],
    widthMm: 50,
    heightMm: 80,
    draw(k) {
      const price = k.language === 'zh' || k.language === 'en' ? '49.90' : '49,90';
      k.disc(22.5, 3, 5, 0.3)
        .text(4, 9.6, 42, 20, 'NORTHWIND', { align: 'center', family: 'Inter', bold: true, letterSpacing: 1.4 })
        .rule(4, 17, 42)
        .text(4, 18.4, 42, 15, ['亚麻衬衫', 'Linen shirt', 'Camisa de linho', 'Camisa de lino', 'Рубашка льняная'], {
          bold: true,
          align: 'center',
        })
        .field(4, 24.4, 20, WORDS.size, 'M', 28, { bold: true })
        .field(26, 24.4, 20, WORDS.colour, ['海军蓝', 'Navy', 'Marinho', 'Marino', 'Синий'], 15, { bold: true })
        .line(4, 36, 42, 17, WORDS.model, 'LS-2041', 10)
        .line(
          4,
          39.8,
          42,
          17,
          WORDS.material,
          ['100% 亚麻', '100 % linen', '100 % linho', '100 % lino', '100 % лён'],
          10,
        )
        .rule(4, 44.4, 42)
        .amount(46, 45.2, 42, 44, k.say(['¥', '$', 'R$', '€', '₽']), price)
        .barcode(8, 59.6, 34, 17.4, 'ean13', '9501101530065', { numberSize: 9 });
    },
  },
  {
    id: 'textiles-size-25x25',
    name: ['尺码贴', 'Size sticker', 'Etiqueta de tamanho', 'Etiqueta de talla', 'Наклейка размера'],
    widthMm: 25,
    heightMm: 25,
    draw(k) {
      k.disc(1.5, 1.5, 22, 0.5)
        .text(4, 5.6, 17, 6, WORDS.size, { align: 'center' })
        .text(4, 6.6, 17, 40, blank(k.say(WORDS.size), 'XL'), { bold: true, align: 'center', family: 'Inter' })
        .text(5, 18, 15, 8.4, 'EU 44', { align: 'center' });
    },
  },
  {
    id: 'textiles-shoe-100x50',
    name: [
      '鞋盒标签',
      'Shoe box label',
      'Etiqueta de caixa de sapato',
      'Etiqueta de caja de zapatos',
      'Этикетка обувной коробки',
    ],
    widthMm: 100,
    heightMm: 50,
    draw(k) {
      k.text(4, 2.4, 58, 20, 'Northwind Trail 3', { bold: true })
        .text(4, 8.8, 58, 12, [
          '越野跑鞋 · 石墨灰',
          'Trail shoe · graphite',
          'Tênis de trilha · grafite',
          'Zapatilla de trail · grafito',
          'Кроссовки · графит',
        ])
        .rule(4, 14.2, 58)
        .table(
          4,
          16,
          {
            size: 10,
            columns: [14.4, 14.4, 14.4, 14.4],
            rowHeight: 5.4,
            bold: (row) => row === 0,
            align: () => 'center',
          },
          [
            ['EU', 'UK', 'US', 'CM'],
            ['42', '8', '9', '26.5'],
          ],
        )
        .line(4, 29.4, 58, 22, WORDS.model, 'TR3-0417-GR', 10.4)
        .line(4, 33.4, 58, 22, WORDS.material, POLYESTER, 10.4)
        .line(4, 37.4, 58, 22, WORDS.madeIn, ['越南', 'Vietnam', 'Vietnã', 'Vietnam', 'Вьетнам'], 10.4)
        .icons(4, 42, 6, 7.6, ['recycling/recyclable', 'recycling/20-pap', 'handling/keep-dry'])
        .text(66, 0.4, 30, 70, '42', { bold: true, family: 'Oswald', align: 'right' })
        .barcode(62, 27, 34, 19.4, 'ean13', '9501101530072', { numberSize: 9 });
    },
  },
  {
    id: 'textiles-roll-100x70',
    name: [
      '布卷标签',
      'Fabric roll label',
      'Etiqueta de rolo de tecido',
      'Etiqueta de rollo de tela',
      'Этикетка рулона ткани',
    ],
    widthMm: 100,
    heightMm: 70,
    draw(k) {
      k.text(
        4,
        2.4,
        92,
        21,
        [
          '棉质斜纹布 240 克',
          'Cotton twill 240 g/m²',
          'Sarja de algodão 240 g/m²',
          'Sarga de algodón 240 g/m²',
          'Саржа хлопок 240 г/м²',
        ],
        { bold: true },
      )
        .rule(4, 9.6, 92)
        .field(
          4,
          11,
          28,
          ['长度', 'Length', 'Comprimento', 'Longitud', 'Длина'],
          blank(k.say(['长度', 'Length', 'Comprimento', 'Longitud', 'Длина']), '52.4 m'),
          24,
          { bold: true },
        )
        .field(36, 11, 28, ['幅宽', 'Width', 'Largura', 'Ancho', 'Ширина'], '150 cm', 24, { bold: true })
        .field(68, 11, 28, WORDS.netWeight, '18.9 kg', 24, { bold: true })
        .rule(4, 21.6, 92)
        .field(4, 23, 28, WORDS.colour, ['藏青 4071', 'Navy 4071', 'Marinho 4071', 'Marino 4071', 'Синий 4071'], 14)
        .field(
          36,
          23,
          28,
          ['缸号', 'Dye lot', 'Lote de tingimento', 'Lote de tinte', 'Партия крашения'],
          'D26-0417',
          14,
          { bold: true },
        )
        .field(68, 23, 28, ['卷号', 'Roll', 'Rolo', 'Rollo', 'Рулон'], '017', 14, { bold: true })
        .rule(4, 31.6, 92)
        .icons(4, 33.4, 7.4, 8.6, [
          'care/wash-40',
          'care/bleach-oxygen',
          'care/tumble-dry-normal',
          'care/iron-3',
          'care/dry-clean-p',
        ])
        .text(50, 34, 46, 13, `97 % ${k.say(COTTON)} · 3 % ${k.say(ELASTANE)}`, { align: 'right' })
        .barcode(4, 43.4, 92, 23, 'code128', 'ROLL-D260417-017', { numberSize: 13 });
    },
  },
  {
    id: 'textiles-silk-60x30',
    name: ['丝绸洗护标', 'Silk care label', 'Etiqueta de seda', 'Etiqueta de seda', 'Этикетка шёлка'],
    widthMm: 60,
    heightMm: 30,
    draw(k) {
      k.text(3, 1.8, 54, 15, `100 % ${k.say(SILK)}`, { bold: true, family: 'Roboto Slab' })
        .text(3, 6.8, 54, 9.4, [
          '姆米 19 · 女士围巾',
          '19 momme · scarf',
          '19 momme · lenço',
          '19 momme · pañuelo',
          '19 момме · платок',
        ])
        .rule(3, 11, 54)
        .icons(3, 12.6, 8.4, 9.2, [
          'care/do-not-wash',
          'care/do-not-bleach',
          'care/do-not-tumble-dry',
          'care/iron-1',
          'care/dry-clean-p-gentle',
        ])
        .text(3, 22, 46, 9, [
          '仅限专业干洗',
          'Professional dry cleaning only',
          'Somente limpeza a seco',
          'Solo limpieza en seco',
          'Только химчистка',
        ])
        .text(3, 25.2, 46, 9, MADE_IN_PORTUGAL)
        .text(50, 14, 7, 8, WORDS.size, { align: 'right' })
        .text(46, 16.2, 11, 12, '70×70', { align: 'right', bold: true });
    },
  },
];

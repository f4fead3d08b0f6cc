import { type IndustryDesign, blank, following, type LabelKit } from '../label-kit.ts';
import { WORDS } from '../words.ts';

/** An example number of GS1: no product has it. */
const EAN = '9501101530003';

/** A price in the currency of the language. */
function price(label: LabelKit, whole: string, cents: string): { readonly sign: string; readonly digits: string } {
  const sign = label.say(['¥', '$', 'R$', '€', '₽']);
  const comma = label.language === 'zh' || label.language === 'en' ? '.' : ',';
  return { sign, digits: `${whole}${comma}${cents}` };
}

const COFFEE = [
  '阿拉比卡咖啡豆',
  'Arabica coffee beans',
  'Café arábica em grão',
  'Café arábica en grano',
  'Кофе арабика в зёрнах',
] as const;
const PER_KILO = ['每千克', 'per kg', 'por kg', 'por kg', 'за кг'] as const;

export const RETAIL: readonly IndustryDesign[] = [
  {
    id: 'retail-shelf-60x40',
    name: ['货架价签', 'Shelf price label', 'Etiqueta de prateleira', 'Etiqueta de estante', 'Ценник на полку'],
    widthMm: 60,
    heightMm: 40,
    draw(k) {
      const { sign, digits } = price(k, '35', '60');
      const unit = price(k, '8', '90');
      k.text(3, 2, 54, 16, COFFEE, { bold: true })
        .text(3, 6.8, 38, 10, [
          '中度烘焙 · 250 克',
          'Medium roast · 250 g',
          'Torra média · 250 g',
          'Tueste medio · 250 g',
          'Средняя обжарка · 250 г',
        ])
        .text(41, 6.8, 16, 10, 'SKU 20417', { align: 'right' })
        .rule(3, 10.6, 54)
        .amount(57, 10, 54, 44, sign, unit.digits)
        .text(3, 27.4, 20, 11, `${sign} ${digits}`, { bold: true })
        .text(3, 30.4, 20, 9, PER_KILO)
        .text(3, 33.8, 20, 8.6, ['含税', 'incl. VAT', 'impostos incl.', 'IVA incluido', 'вкл. НДС'])
        .barcode(24, 24.2, 33, 14, 'ean13', EAN, { numberSize: 9 });
    },
  },
  {
    id: 'retail-sale-60x40',
    name: ['促销价签', 'Sale price label', 'Etiqueta de promoção', 'Etiqueta de oferta', 'Ценник со скидкой'],
    widthMm: 60,
    heightMm: 40,
    draw(k) {
      const now = price(k, '14', '90');
      const before = price(k, '19', '90');
      k.banner(2, 2, 56, 8.4, 24, ['特价', 'SALE', 'OFERTA', 'OFERTA', 'СКИДКА'], {
        letterSpacing: 2,
        family: 'Oswald',
      })
        .text(
          3,
          11.6,
          54,
          13,
          [
            '陶瓷马克杯 350 毫升',
            'Ceramic mug 350 ml',
            'Caneca de cerâmica 350 ml',
            'Taza de cerámica 350 ml',
            'Кружка керамическая 350 мл',
          ],
          { bold: true },
        )
        .text(3, 15.8, 25, 10, ['原价', 'Was', 'De', 'Antes', 'Было'])
        .text(3, 18.4, 20, 15, `${before.sign} ${before.digits}`, { strike: true })
        .amount(57, 13.6, 36, 36, now.sign, now.digits)
        .banner(3, 25.6, 18, 7, 17, '−25 %')
        .text(3, 34, 20, 9, ['至12月31日', 'until 31 Dec', 'até 31/12', 'hasta el 31/12', 'до 31.12'])
        .barcode(25, 24.8, 33, 13.2, 'ean13', '9501101530010', { numberSize: 9 });
    },
  },
  {
    id: 'retail-jar-40x30',
    name: [
      '小型价签',
      'Small price label',
      'Etiqueta de preço pequena',
      'Etiqueta de precio pequeña',
      'Маленький ценник',
    ],
    widthMm: 40,
    heightMm: 30,
    draw(k) {
      const { sign, digits } = price(k, '4', '50');
      k.text(
        2,
        1.8,
        36,
        12,
        [
          '有机蜂蜜 120 克',
          'Organic honey 120 g',
          'Mel orgânico 120 g',
          'Miel ecológica 120 g',
          'Мёд органический 120 г',
        ],
        { bold: true },
      )
        .amount(38, 4.6, 34, 30, sign, digits)
        .barcode(3, 14.6, 34, 13.6, 'ean13', '9501101530027', { numberSize: 9 });
    },
  },
  {
    id: 'retail-promo-100x60',
    name: [
      '大号促销卡',
      'Large offer card',
      'Cartaz de oferta grande',
      'Cartel de oferta grande',
      'Большой ценник акции',
    ],
    widthMm: 100,
    heightMm: 60,
    draw(k) {
      const now = price(k, '249', '00');
      k.banner(
        3,
        3,
        94,
        11,
        32,
        ['本周特惠', 'OFFER OF THE WEEK', 'OFERTA DA SEMANA', 'OFERTA DE LA SEMANA', 'ПРЕДЛОЖЕНИЕ НЕДЕЛИ'],
        { family: 'Oswald', letterSpacing: 1 },
      )
        .text(
          4,
          16,
          92,
          21,
          [
            '无线降噪耳机',
            'Wireless noise-cancelling headphones',
            'Fones sem fio com cancelamento de ruído',
            'Auriculares inalámbricos con cancelación',
            'Беспроводные наушники с шумоподавлением',
          ],
          { bold: true },
        )
        .text(4, 22.4, 92, 13, [
          '蓝牙 5.3 · 续航 38 小时 · 两年保修',
          'Bluetooth 5.3 · 38 h battery · 2-year warranty',
          'Bluetooth 5.3 · bateria 38 h · 2 anos de garantia',
          'Bluetooth 5.3 · batería 38 h · 2 años de garantía',
          'Bluetooth 5.3 · 38 ч работы · гарантия 2 года',
        ])
        .rule(4, 27.4, 92)
        .text(4, 29.4, 40, 14, ['会员价', 'Member price', 'Preço para membros', 'Precio de socio', 'Цена по карте'])
        .amount(96, 28.2, 66, 80, now.sign, now.digits)
        .barcode(4.5, 41, 34, 16, 'ean13', '9501101530041', { align: 'left', numberSize: 10 })
        .text(
          46,
          53.2,
          50,
          10,
          [
            '售完即止 · 每人限购两件',
            'While stocks last · 2 per customer',
            'Enquanto durar o estoque · 2 por cliente',
            'Hasta agotar existencias · 2 por cliente',
            'Пока есть в наличии · 2 в одни руки',
          ],
          { align: 'right' },
        );
    },
  },
  {
    id: 'retail-fresh-58x40',
    name: [
      '散装称重标签',
      'Weighed goods label',
      'Etiqueta de produto pesado',
      'Etiqueta de producto a peso',
      'Этикетка весового товара',
    ],
    widthMm: 58,
    heightMm: 40,
    draw(k) {
      const total = price(k, '7', '36');
      const kilo = price(k, '18', '40');
      k.text(
        2.5,
        1.8,
        53,
        17,
        ['熟成切达奶酪', 'Mature cheddar', 'Queijo cheddar curado', 'Queso cheddar curado', 'Сыр чеддер выдержанный'],
        { bold: true },
      )
        .rule(2.5, 7.4, 53)
        .field(2.5, 8.4, 16, WORDS.weight, blank(k.say(WORDS.weight), '0.400 kg'), 13, { bold: true })
        .field(20, 8.4, 17, PER_KILO, `${kilo.sign} ${kilo.digits}`, 13, { bold: true })
        .upright(37.5, 8.4, 14.2)
        .text(39, 8.4, 16.5, 8, WORDS.price, { align: 'right' })
        .amount(55.5, 10.4, 17, 33, total.sign, total.digits)
        .text(2.5, 15.4, 17, 8, WORDS.packed)
        .day(2.5, 17.6, 17, 11)
        .text(20, 15.4, 17, 8, WORDS.useBy)
        .day(20, 17.6, 17, 11, 14, { bold: true })
        .rule(2.5, 23.4, 53)
        .barcode(2.5, 24.4, 53, 13.6, 'ean13', '2204170007366', { numberSize: 9 });
    },
  },
  {
    id: 'retail-return-62x29',
    name: ['退货标签', 'Returns label', 'Etiqueta de devolução', 'Etiqueta de devolución', 'Этикетка возврата'],
    widthMm: 62,
    heightMm: 29,
    draw(k) {
      k.banner(2, 2, 58, 5.6, 15, [
        '客户退货',
        'CUSTOMER RETURN',
        'DEVOLUÇÃO DE CLIENTE',
        'DEVOLUCIÓN DE CLIENTE',
        'ВОЗВРАТ ПОКУПАТЕЛЯ',
      ])
        .line(2.5, 8.8, 39, 14, WORDS.order, blank(k.say(WORDS.order), 'LW-40718'), 10, { key: 'order' })
        .line(2.5, 12.6, 39, 14, WORDS.date, '2026-03-15')
        .line(
          2.5,
          16.4,
          39,
          14,
          ['原因', 'Reason', 'Motivo', 'Motivo', 'Причина'],
          ['尺码不合', 'Wrong size', 'Tamanho errado', 'Talla incorrecta', 'Не тот размер'],
        )
        .line(
          2.5,
          20.2,
          39,
          14,
          ['状态', 'Condition', 'Estado', 'Estado', 'Состояние'],
          ['完好', 'As new', 'Como novo', 'Como nuevo', 'Как новый'],
        )
        .line(
          2.5,
          24,
          39,
          14,
          ['去向', 'Next', 'Destino', 'Destino', 'Куда'],
          ['重新上架', 'Back to shelf', 'Voltar à loja', 'Volver a tienda', 'На полку'],
        )
        .matrix(44, 10, 15, 'qr', following('order', 'https://example.com/r/'));
    },
  },
  {
    id: 'retail-loyalty-54x25',
    name: ['会员优惠券', 'Loyalty coupon', 'Cupom de fidelidade', 'Cupón de fidelidad', 'Купон лояльности'],
    widthMm: 54,
    heightMm: 25,
    draw(k) {
      k.frame(1.5, 1.5, 51, 22, 0.4, 2)
        .text(3.5, 2.4, 28, 32, '−15 %', { bold: true, family: 'Oswald' })
        .text(
          3.5,
          12,
          29,
          11,
          [
            '下次购物可用',
            'on your next purchase',
            'na próxima compra',
            'en su próxima compra',
            'на следующую покупку',
          ],
          { bold: true },
        )
        .text(3.5, 15.6, 29, 9, [
          '每单限用一张',
          'One coupon per purchase',
          'Um cupom por compra',
          'Un cupón por compra',
          'Один купон на покупку',
        ])
        .text(3.5, 18.8, 12, 9, ['有效期至', 'Valid to', 'Válido até', 'Válido hasta', 'Действует до'])
        .day(17, 18.8, 15, 9, 60, { bold: true })
        .matrix(35, 5.4, 14.2, 'qr', 'COUPON-8H2K-77QD', { options: { level: 'M' } });
    },
  },
];

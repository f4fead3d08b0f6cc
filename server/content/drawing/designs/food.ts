import { type IndustryDesign, blank } from '../label-kit.ts';
import { WORDS } from '../words.ts';
import { FOOD_TRADE } from './food-trade.ts';
import {
  ENERGY,
  FAT,
  SATURATES,
  CARBOHYDRATE,
  SUGARS,
  FIBRE,
  PROTEIN,
  SALT,
  PER_100_G,
  NUTRITION,
  COOL,
  CONTAINS,
  figure,
} from './food-words.ts';

/** Food for counters, kitchens and shops. */
export const FOOD: readonly IndustryDesign[] = [
  {
    id: 'food-product-100x60',
    name: [
      '预包装食品标签',
      'Packed food label',
      'Rótulo de alimento embalado',
      'Etiqueta de alimento envasado',
      'Этикетка продукта',
    ],
    widthMm: 100,
    heightMm: 60,
    draw(k) {
      k.text(
        3,
        2.4,
        60,
        21,
        [
          '燕麦榛子饼干',
          'Oat & hazelnut biscuits',
          'Biscoitos de aveia e avelã',
          'Galletas de avena y avellana',
          'Печенье овсяное с фундуком',
        ],
        { bold: true },
      )
        .rule(3, 9, 58)
        .text(3, 9.8, 58, 8.4, WORDS.ingredients, { bold: true })
        .text(
          3,
          12.4,
          58,
          9.6,
          [
            '燕麦片（42%）、小麦粉、黄油、蔗糖、榛子（12%）、鸡蛋、蜂蜜、膨松剂（碳酸氢钠）、食用盐。',
            'OAT flakes (42 %), WHEAT flour, BUTTER, cane sugar, HAZELNUTS (12 %), EGG, honey, raising agent (sodium bicarbonate), salt.',
            'Flocos de AVEIA (42 %), farinha de TRIGO, MANTEIGA, açúcar de cana, AVELÃS (12 %), OVO, mel, levedante (bicarbonato de sódio), sal.',
            'Copos de AVENA (42 %), harina de TRIGO, MANTEQUILLA, azúcar de caña, AVELLANAS (12 %), HUEVO, miel, gasificante (bicarbonato sódico), sal.',
            'Хлопья ОВСЯНЫЕ (42 %), мука ПШЕНИЧНАЯ, МАСЛО сливочное, сахар, ФУНДУК (12 %), ЯЙЦО, мёд, разрыхлитель (гидрокарбонат натрия), соль.',
          ],
          { wrap: true },
        )
        .banner(3, 26, 58, 5, 11, [
          '过敏原：麸质 · 乳 · 蛋 · 坚果',
          'ALLERGENS: GLUTEN · MILK · EGG · NUTS',
          'ALÉRGENOS: GLÚTEN · LEITE · OVO · NOZES',
          'ALÉRGENOS: GLUTEN · LECHE · HUEVO · NUECES',
          'АЛЛЕРГЕНЫ: ГЛЮТЕН · МОЛОКО · ЯЙЦО · ОРЕХИ',
        ])
        .field(3, 33, 28, WORDS.netWeight, '200 g', 22, { bold: true })
        .field(33, 33, 28, WORDS.bestBefore, '2026-11-30', 15, { bold: true })
        .rule(3, 42.4, 58)
        .line(3, 43.2, 26, 10, WORDS.batch, 'L2403-7', 9)
        .text(3, 46.6, 26, 8.4, [
          '阴凉干燥处保存',
          'Store cool and dry',
          'Guardar em local seco',
          'Conservar en lugar seco',
          'Хранить в сухом месте',
        ])
        .text(3, 49.6, 26, 8.4, 'Lindgren & Söhne GmbH')
        .text(3, 52.6, 26, 8.4, 'DE-20359 Hamburg')
        .barcode(30, 43.6, 31, 14, 'ean13', '9501101530058', { numberSize: 9 })
        .banner(63, 3, 34, 5.4, 12, NUTRITION)
        .table(
          63,
          8.4,
          { size: 9.4, columns: [21, 12.7], rowHeight: 5.4, bold: (row, column) => row === 0 && column === 1 },
          [
            ['', PER_100_G],
            [`${k.say(ENERGY)} (kJ)`, '1982'],
            [`${k.say(ENERGY)} (kcal)`, '474'],
            [FAT, figure(k, '22.4 g')],
            [SATURATES, figure(k, '9.8 g')],
            [CARBOHYDRATE, figure(k, '58.0 g')],
            [SUGARS, figure(k, '24.1 g')],
            [PROTEIN, figure(k, '8.6 g')],
            [SALT, figure(k, '0.55 g')],
          ],
        );
    },
  },
  {
    id: 'food-nutrition-50x80',
    name: ['营养成分表', 'Nutrition facts', 'Tabela nutricional', 'Tabla nutricional', 'Таблица пищевой ценности'],
    widthMm: 50,
    heightMm: 80,
    draw(k) {
      k.frame(2, 2, 46, 76, 0.4)
        .text(4, 3, 42, 24, NUTRITION, { bold: true })
        .text(4, 10.2, 42, 10, [
          '每份 30 克 · 每包 8 份',
          'Serving 30 g · 8 per pack',
          'Porção 30 g · 8 por embalagem',
          'Ración 30 g · 8 por envase',
          'Порция 30 г · 8 в упаковке',
        ])
        .block(4, 14.2, 42, 1.2)
        .table(4, 16.6, { size: 10, columns: [21.7, 10, 10], rowHeight: 5.7, bold: (row) => row === 0 }, [
          ['', '100 g', '30 g'],
          [`${k.say(ENERGY)} kJ`, '1620', '486'],
          [`${k.say(ENERGY)} kcal`, '386', '116'],
          [`${k.say(FAT)} g`, figure(k, '9.2'), figure(k, '2.8')],
          [`${k.say(SATURATES)} g`, figure(k, '1.7'), figure(k, '0.5')],
          [`${k.say(CARBOHYDRATE)} g`, figure(k, '62.0'), figure(k, '18.6')],
          [`${k.say(SUGARS)} g`, figure(k, '14.5'), figure(k, '4.4')],
          [`${k.say(FIBRE)} g`, figure(k, '8.4'), figure(k, '2.5')],
          [`${k.say(PROTEIN)} g`, figure(k, '10.1'), figure(k, '3.0')],
          [`${k.say(SALT)} g`, figure(k, '0.32'), figure(k, '0.10')],
        ])
        .text(
          4,
          75,
          42,
          8,
          [
            '每日参考摄入量：8400 千焦',
            'Reference intake: 8400 kJ a day',
            'Ingestão de referência: 8400 kJ por dia',
            'Ingesta de referencia: 8400 kJ al día',
            'Суточная норма: 8400 кДж',
          ],
          { align: 'center' },
        );
    },
  },
  {
    id: 'food-prep-50x30',
    name: [
      '厨房备餐标签',
      'Kitchen prep label',
      'Etiqueta de preparo',
      'Etiqueta de elaboración',
      'Этикетка заготовки',
    ],
    widthMm: 50,
    heightMm: 30,
    draw(k) {
      k.text(
        2.5,
        1.6,
        45,
        17,
        blank(
          k.say(WORDS.name),
          k.say(['番茄罗勒酱', 'Tomato basil sauce', 'Molho de tomate', 'Salsa de tomate', 'Соус томатный']),
        ),
        { bold: true },
      )
        .rule(2.5, 7.4, 45)
        .text(2.5, 8.4, 20, 10, WORDS.produced)
        .day(24, 8.2, 23, 12, 0, { bold: true, align: 'right' })
        .block(2, 12.6, 46, 7.6)
        .text(3.5, 14.4, 20, 11, WORDS.useBy, { white: true, bold: true })
        .day(24, 13.5, 22.5, 15, 3, { bold: true, align: 'right', white: true })
        .text(2.5, 21.4, 22, 10, COOL)
        .text(26, 21.4, 21.5, 10, blank(k.say(WORDS.operator), 'M. López'), { align: 'right' })
        .text(
          2.5,
          25,
          45,
          10,
          [
            `含有：乳、芹菜`,
            'Contains: milk, celery',
            'Contém: leite, aipo',
            'Contiene: leche, apio',
            'Содержит: молоко, сельдерей',
          ],
          { bold: true },
        );
    },
  },
  {
    id: 'food-freezer-40x30',
    name: [
      '冷冻日期标签',
      'Freezer date label',
      'Etiqueta de congelado',
      'Etiqueta de congelado',
      'Этикетка заморозки',
    ],
    widthMm: 40,
    heightMm: 30,
    draw(k) {
      k.banner(2, 2, 36, 6.4, 15, [
        '冷冻 −18 °C',
        'FROZEN −18 °C',
        'CONGELADO −18 °C',
        'CONGELADO −18 °C',
        'ЗАМОРОЖЕНО −18 °C',
      ])
        .text(
          2.5,
          9.6,
          35,
          14,
          blank(
            k.say(WORDS.name),
            k.say(['牛肉高汤', 'Beef stock', 'Caldo de carne', 'Caldo de carne', 'Бульон говяжий']),
          ),
          { bold: true },
        )
        .rule(2.5, 14.8, 35)
        .text(2.5, 15.8, 16, 9.4, ['入库', 'Frozen on', 'Congelado', 'Congelado', 'Дата'])
        .day(19, 15.6, 18.5, 10, 0, { align: 'right' })
        .text(2.5, 19.6, 16, 9.4, WORDS.useBy)
        .day(19, 19.4, 18.5, 10, 90, { align: 'right', bold: true })
        .text(2.5, 23.6, 16, 9.4, WORDS.weight)
        .text(19, 23.4, 18.5, 10, blank(k.say(WORDS.weight), '2.5 kg'), { align: 'right' });
    },
  },
  {
    id: 'food-counter-62x29',
    name: ['柜台商品牌', 'Counter ticket', 'Placa de balcão', 'Cartel de mostrador', 'Ценник витрины'],
    widthMm: 62,
    heightMm: 29,
    draw(k) {
      k.text(3, 1.6, 56, 19, ['黑麦酸面包', 'Rye sourdough', 'Pão de centeio', 'Pan de centeno', 'Хлеб ржаной'], {
        bold: true,
      })
        .text(3, 7.6, 38, 9.4, [
          '黑麦粉、小麦粉、水、盐',
          'Rye flour, wheat flour, water, salt',
          'Farinha de centeio e trigo, água, sal',
          'Harina de centeno y trigo, agua, sal',
          'Мука ржаная и пшеничная, вода, соль',
        ])
        .rule(3, 11.6, 56)
        .text(3, 13.2, 10, 9.4, CONTAINS)
        .banner(3, 17, 18, 5.2, 11, ['麸质', 'GLUTEN', 'GLÚTEN', 'GLUTEN', 'ГЛЮТЕН'])
        .text(3, 23.6, 20, 10, '750 g')
        .amount(59, 11.4, 38, 50, k.say(['¥', '$', 'R$', '€', '₽']), figure(k, '4.80'));
    },
  },
  ...FOOD_TRADE,
];

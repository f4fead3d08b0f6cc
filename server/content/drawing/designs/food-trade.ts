import type { IndustryDesign } from '../label-kit.ts';
import { WORDS, type Words } from '../words.ts';
import { CONTAINS, GTIN, COOL } from './food-words.ts';

/** Food on its way to shops. */
export const FOOD_TRADE: readonly IndustryDesign[] = [
  {
    id: 'food-meat-100x70',
    name: [
      '肉类追溯标签',
      'Meat traceability label',
      'Etiqueta de rastreio de carne',
      'Etiqueta de trazabilidad de carne',
      'Этикетка прослеживаемости мяса',
    ],
    widthMm: 100,
    heightMm: 70,
    draw(k) {
      k.text(
        4,
        2.6,
        66,
        23,
        ['牛里脊', 'Beef tenderloin', 'Filé mignon bovino', 'Solomillo de ternera', 'Говяжья вырезка'],
        { bold: true },
      )
        .text(4, 9.4, 66, 11, [
          '鲜肉 · 真空包装',
          'Fresh · vacuum packed',
          'Fresco · embalado a vácuo',
          'Fresco · envasado al vacío',
          'Охлаждённая · в вакууме',
        ])
        .disc(77, 2.6, 19, 0.4)
        .text(79, 4.6, 15, 9, 'DE', { align: 'center' })
        .text(78, 7.6, 17, 12, 'BY 10042', { align: 'center', bold: true })
        .text(79, 12.2, 15, 9, ['欧盟', 'EC', 'CE', 'CE', 'ЕС'], { align: 'center' })
        .rule(4, 23, 92)
        .field(
          4,
          24.2,
          21,
          ['出生地', 'Born in', 'Nascido em', 'Nacido en', 'Родился'],
          ['德国', 'Germany', 'Alemanha', 'Alemania', 'Германия'],
          12,
          { bold: true },
        )
        .field(
          28,
          24.2,
          21,
          ['饲养地', 'Reared in', 'Criado em', 'Criado en', 'Выращен'],
          ['德国', 'Germany', 'Alemanha', 'Alemania', 'Германия'],
          12,
          { bold: true },
        )
        .field(52, 24.2, 21, ['屠宰地', 'Slaughtered in', 'Abatido em', 'Sacrificado en', 'Забит'], 'DE BY-10042', 12, {
          bold: true,
        })
        .field(76, 24.2, 20, ['分割地', 'Cut in', 'Desmanchado em', 'Despiezado en', 'Разделан'], 'DE BY-10877', 12, {
          bold: true,
        })
        .rule(4, 32, 92)
        .field(4, 33.2, 21, WORDS.packed, '2026-03-15', 13)
        .field(28, 33.2, 21, WORDS.useBy, '2026-03-29', 13, { bold: true })
        .field(52, 33.2, 21, WORDS.batch, 'R2603-118', 13)
        .field(76, 33.2, 20, WORDS.netWeight, '1.842 kg', 15, { bold: true })
        .text(4, 15, 66, 11, COOL, { bold: true })
        .rule(4, 41.6, 92)
        .barcode(4, 44, 92, 22, 'gs1-128', '(01)99501101530051(3103)001842(17)260329(10)R2603118', { numberSize: 10 });
    },
  },
  {
    id: 'food-case-100x100',
    name: [
      '食品外箱标签',
      'Food case label',
      'Etiqueta de caixa de alimentos',
      'Etiqueta de caja de alimentos',
      'Этикетка короба',
    ],
    widthMm: 100,
    heightMm: 100,
    draw(k) {
      k.text(
        4,
        3,
        92,
        22,
        [
          '意大利番茄酱 400 克',
          'Tomato passata 400 g',
          'Polpa de tomate 400 g',
          'Tomate triturado 400 g',
          'Пассата томатная 400 г',
        ],
        { bold: true },
      )
        .text(4, 9.6, 92, 12, 'Northwind Foods S.p.A. · Parma')
        .rule(4, 15, 92, 0.5)
        .field(4, 16.6, 56, GTIN, '19501101530000', 20, { bold: true })
        .field(66, 16.6, 30, WORDS.count, '12', 20, { bold: true, align: 'right' })
        .field(4, 27, 30, WORDS.bestBefore, '2027-09-30', 17, { bold: true })
        .field(38, 27, 28, WORDS.batch, 'P6031A', 17, { bold: true })
        .field(70, 27, 26, WORDS.grossWeight, '5.3 kg', 17, { align: 'right' })
        .rule(4, 36, 92, 0.5)
        .barcode(4, 39, 92, 27, 'gs1-128', '(01)19501101530000(15)270930', { numberSize: 12 })
        .barcode(4, 70, 92, 26, 'gs1-128', '(10)P6031A', { numberSize: 12 });
    },
  },
  {
    id: 'food-jar-58x40',
    name: ['果酱瓶标签', 'Jam jar label', 'Rótulo de geleia', 'Etiqueta de mermelada', 'Этикетка варенья'],
    widthMm: 58,
    heightMm: 40,
    draw(k) {
      k.frame(1.5, 1.5, 55, 37, 0.5, 3)
        .frame(2.5, 2.5, 53, 35, 0.3, 2.4)
        .text(5, 3.6, 48, 9, ['手工熬制', 'HANDMADE', 'ARTESANAL', 'ARTESANAL', 'РУЧНАЯ РАБОТА'], {
          align: 'center',
          letterSpacing: 1.4,
          family: 'Inter',
        })
        .text(5, 6.2, 48, 28, ['杏子果酱', 'Apricot jam', 'Geleia de damasco', 'Mermelada', 'Варенье'], {
          align: 'center',
          bold: true,
          family: 'Roboto Slab',
        })
        .rule(19, 16, 20, 0.4)
        .text(
          5,
          17,
          48,
          9.4,
          [
            '杏（60%）、蔗糖、柠檬汁、果胶',
            'Apricots (60 %), sugar, lemon juice, pectin',
            'Damascos (60 %), açúcar, limão, pectina',
            'Albaricoque (60 %), azúcar, limón, pectina',
            'Абрикосы (60 %), сахар, сок лимона, пектин',
          ],
          { align: 'center' },
        )
        .text(5, 23, 22, 8.4, WORDS.netWeight, { align: 'center' })
        .text(5, 25.4, 22, 15, '340 g', { align: 'center', bold: true })
        .upright(29, 23.4, 8.4)
        .text(31, 23, 22, 8.4, WORDS.bestBefore, { align: 'center' })
        .day(31, 25.8, 22, 12, 540, { align: 'center', bold: true })
        .text(
          5,
          32.6,
          48,
          9,
          [
            '开封后冷藏',
            'Refrigerate after opening',
            'Após aberto, refrigerar',
            'Una vez abierto, refrigerar',
            'После вскрытия — в холодильник',
          ],
          { align: 'center' },
        );
    },
  },
  {
    id: 'food-allergens-60x40',
    name: ['过敏原标签', 'Allergen label', 'Etiqueta de alérgenos', 'Etiqueta de alérgenos', 'Этикетка аллергенов'],
    widthMm: 60,
    heightMm: 40,
    draw(k) {
      const allergens: readonly (readonly [icon: string, name: Words])[] = [
        ['gluten', ['麸质', 'Gluten', 'Glúten', 'Gluten', 'Глютен']],
        ['milk', ['乳', 'Milk', 'Leite', 'Leche', 'Молоко']],
        ['eggs', ['蛋', 'Eggs', 'Ovos', 'Huevos', 'Яйца']],
        ['nuts', ['坚果', 'Nuts', 'Nozes', 'Nueces', 'Орехи']],
      ];
      k.text(3, 1.8, 54, 16, ['千层面', 'Lasagne', 'Lasanha', 'Lasaña', 'Лазанья'], { bold: true })
        .text(3, 6.8, 36, 9.4, [
          '餐厅自制 · 每日新鲜',
          'Made here, fresh every day',
          'Feita aqui todos os dias',
          'Hecha aquí cada día',
          'Готовим каждый день',
        ])
        .day(39, 6.8, 18, 9.4, 0, { align: 'right' })
        .rule(3, 10.8, 54)
        .banner(3, 12.4, 54, 5, 12, CONTAINS);
      for (const [i, [icon, name]] of allergens.entries()) {
        k.icon(4.6 + i * 13.6, 19.2, 10, `allergens/${icon}`).text(3 + i * 13.6, 30, 13.2, 9, name, {
          align: 'center',
          bold: true,
        });
      }
      k.text(
        3,
        34.8,
        54,
        9,
        [
          '可能含有微量芝麻',
          'May contain traces of sesame',
          'Pode conter vestígios de gergelim',
          'Puede contener trazas de sésamo',
          'Возможны следы кунжута',
        ],
        { align: 'center' },
      );
    },
  },
];

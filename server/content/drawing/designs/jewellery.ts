import { type IndustryDesign, following, running } from '../label-kit.ts';
import { WORDS, type Words } from '../words.ts';

const GOLD: Words = ['18K 黄金', '18 ct gold', 'Ouro 18 k', 'Oro 18 k', 'Золото 750'];
const SILVER: Words = ['925 银', 'Silver 925', 'Prata 925', 'Plata 925', 'Серебро 925'];
const RING: Words = ['钻石戒指', 'Diamond ring', 'Anel de diamante', 'Anillo de diamante', 'Кольцо с бриллиантом'];
const CLARITY: Words = ['净度', 'Clarity', 'Pureza', 'Pureza', 'Чистота'];
const CARAT: Words = ['克拉', 'Carat', 'Quilates', 'Quilates', 'Караты'];

/** The two ends of a rat-tail tag are folded onto each other around a tail that stays empty. */
export const JEWELLERY: readonly IndustryDesign[] = [
  {
    id: 'jewellery-tail-72x10',
    name: [
      '首饰尾标',
      'Jewellery tail tag',
      'Etiqueta de joia com cauda',
      'Etiqueta de joya con cola',
      'Бирка-хвостик',
    ],
    widthMm: 72,
    heightMm: 10,
    draw(k) {
      k.text(2, 1.2, 13.6, 8, GOLD, { bold: true })
        .text(2, 4, 13.6, 8, '3.42 g')
        .text(2, 6.6, 13.6, 8, '0.25 ct')
        .matrix(17.4, 1.9, 6.2, 'datamatrix', 'RG18042')
        .text(26, 1, 18, 14, '1 890', { bold: true, align: 'center' })
        .text(26, 5.8, 18, 8, 'RG-18042', { align: 'center' });
    },
  },
  {
    id: 'jewellery-dumbbell-68x26',
    name: ['哑铃形首饰标', 'Dumbbell tag', 'Etiqueta tipo haltere', 'Etiqueta tipo mancuerna', 'Бирка-гантель'],
    widthMm: 68,
    heightMm: 26,
    draw(k) {
      k.text(2, 1.6, 21, 10, RING, { bold: true })
        .text(2, 5.4, 21, 9.4, GOLD)
        .text(2, 8.8, 21, 9.4, '3.42 g · 0.25 ct')
        .text(2, 12.2, 21, 9.4, 'G · VS1 · EX')
        .text(2, 16, 21, 18, '1 890', { bold: true })
        .matrix(50, 3, 11, 'datamatrix', 'RG-18042-VS1')
        .text(45, 15.4, 21, 9.4, 'RG-18042', { align: 'center' })
        .text(45, 18.8, 21, 9.4, WORDS.size, { align: 'center' })
        .text(45, 21.4, 21, 11, '54', { align: 'center', bold: true });
    },
  },
  {
    id: 'jewellery-gem-50x30',
    name: ['宝石鉴定卡', 'Gem data card', 'Cartão de gema', 'Ficha de gema', 'Карточка камня'],
    widthMm: 50,
    heightMm: 30,
    draw(k) {
      k.text(
        2.5,
        1.6,
        45,
        14,
        ['天然蓝宝石', 'Natural sapphire', 'Safira natural', 'Zafiro natural', 'Природный сапфир'],
        { bold: true, family: 'Roboto Slab' },
      )
        .rule(2.5, 6.8, 45)
        .line(2.5, 8, 29, 13, CARAT, '2.04 ct')
        .line(2.5, 11.8, 29, 13, WORDS.colour, ['皇家蓝', 'Royal blue', 'Azul real', 'Azul real', 'Синий'])
        .line(2.5, 15.6, 29, 13, CLARITY, 'VVS')
        .line(
          2.5,
          19.4,
          29,
          13,
          ['切工', 'Cut', 'Lapidação', 'Talla', 'Огранка'],
          ['椭圆形', 'Oval', 'Oval', 'Oval', 'Овал'],
        )
        .line(2.5, 23.2, 29, 13, ['证书', 'Report', 'Laudo', 'Informe', 'Отчёт'], '6204-1187')
        .matrix(33.6, 10.6, 12.6, 'qr', 'GEM:62041187');
    },
  },
  {
    id: 'jewellery-watch-40x20',
    name: ['腕表标签', 'Watch tag', 'Etiqueta de relógio', 'Etiqueta de reloj', 'Бирка часов'],
    widthMm: 40,
    heightMm: 20,
    draw(k) {
      k.text(2, 1.2, 36, 13, 'Northwind Marina 38', { bold: true, family: 'Roboto Slab' })
        .text(2, 5.6, 22, 9, [
          '自动机械 · 钢',
          'Automatic · steel',
          'Automático · aço',
          'Automático · acero',
          'Автомат · сталь',
        ])
        .text(2, 8.8, 22, 9, 'Ref. 38-1042')
        .text(2, 12.2, 22, 20, '2 450', { bold: true })
        .matrix(27, 7, 10, 'datamatrix', '381042-07719');
    },
  },
  {
    id: 'jewellery-silver-30x20',
    name: ['银饰小标签', 'Small silver tag', 'Etiqueta de prata', 'Etiqueta de plata', 'Бирка серебра'],
    widthMm: 30,
    heightMm: 20,
    draw(k) {
      k.text(1.8, 1.4, 26.4, 10, SILVER, { bold: true })
        .text(1.8, 4.8, 26.4, 9, ['项链 45 厘米', 'Necklace 45 cm', 'Colar 45 cm', 'Collar 45 cm', 'Колье 45 см'])
        .text(1.8, 8.6, 15, 22, '79', { bold: true })
        .text(1.8, 15.4, 15, 9, '12.6 g')
        .matrix(18.4, 9, 8.6, 'datamatrix', 'SN925045');
    },
  },
  {
    id: 'jewellery-bag-60x40',
    name: ['首饰包装袋标签', 'Gift bag label', 'Etiqueta de embalagem', 'Etiqueta de estuche', 'Этикетка упаковки'],
    widthMm: 60,
    heightMm: 40,
    draw(k) {
      k.frame(1.5, 1.5, 57, 37, 0.5)
        .text(4, 3.4, 52, 22, 'NORTHWIND', { align: 'center', family: 'Roboto Slab', letterSpacing: 2 })
        .text(4, 10, 52, 9, ['珠宝工坊', 'JEWELLERS', 'JOALHERIA', 'JOYERÍA', 'ЮВЕЛИРНЫЙ ДОМ'], {
          align: 'center',
          letterSpacing: 1.6,
        })
        .rule(20, 14.4, 20)
        .text(4, 16, 33, 13, RING, { bold: true })
        .text(4, 20.6, 33, 10.4, GOLD)
        .text(4, 24.2, 33, 10.4, '0.25 ct · G · VS1')
        .text(4, 29.4, 33, 9, [
          '终身保养',
          'Lifetime care',
          'Cuidado vitalício',
          'Cuidado de por vida',
          'Пожизненный уход',
        ])
        .matrix(40, 18.6, 14.4, 'qr', 'https://example.com/j/18042');
    },
  },
  {
    id: 'jewellery-repair-50x25',
    name: ['维修收件标签', 'Repair ticket', 'Etiqueta de conserto', 'Resguardo de reparación', 'Квитанция ремонта'],
    widthMm: 50,
    heightMm: 25,
    draw(k) {
      k.text(2.5, 1.2, 20, 9, ['维修单', 'Repair', 'Conserto', 'Reparación', 'Ремонт'])
        .text(2.5, 3.2, 30, 22, running('2041', 'R-'), { bold: true, key: 'number' })
        .rule(2.5, 10.4, 29)
        .text(2.5, 11.2, 29, 10, ['更换表带', 'Replace strap', 'Trocar pulseira', 'Cambiar correa', 'Замена ремешка'], {
          bold: true,
        })
        .text(2.5, 14.8, 14, 9, ['取件日', 'Ready on', 'Pronto em', 'Listo el', 'Готово'])
        .day(17, 14.8, 14.5, 9, 7, { bold: true })
        .text(2.5, 18.4, 29, 9, 'Lindgren · 0171 55 02')
        .matrix(34.6, 5, 12.4, 'qr', following('number'), { options: { level: 'Q' } });
    },
  },
];

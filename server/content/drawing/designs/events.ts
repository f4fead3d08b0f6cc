import { type IndustryDesign, blank, following, running } from '../label-kit.ts';
import { WORDS, type Words } from '../words.ts';

const SUMMIT: Words = [
  '北风设计峰会 2026',
  'Northwind Design Summit 2026',
  'Northwind Design Summit 2026',
  'Northwind Design Summit 2026',
  'Northwind Design Summit 2026',
];
const VISITOR: Words = ['访客', 'VISITOR', 'VISITANTE', 'VISITANTE', 'ПОСЕТИТЕЛЬ'];
const SPEAKER: Words = ['演讲嘉宾', 'SPEAKER', 'PALESTRANTE', 'PONENTE', 'СПИКЕР'];
const SEAT: Words = ['座位', 'Seat', 'Assento', 'Asiento', 'Место'];
const ROW: Words = ['排', 'Row', 'Fila', 'Fila', 'Ряд'];
const GATE: Words = ['入口', 'Gate', 'Portão', 'Puerta', 'Вход'];

export const EVENTS: readonly IndustryDesign[] = [
  {
    id: 'events-badge-90x54',
    name: ['参会胸牌', 'Name badge', 'Crachá', 'Acreditación', 'Бейдж участника'],
    widthMm: 90,
    heightMm: 54,
    draw(k) {
      k.text(5, 3.4, 80, 11, SUMMIT, { letterSpacing: 0.4 })
        .rule(5, 8, 80, 0.4)
        .text(5, 9.6, 80, 44, blank(k.say(WORDS.person), 'María Fernández'), { bold: true, family: 'Inter' })
        .text(
          5,
          24.4,
          58,
          17,
          blank(k.say(['公司', 'Company', 'Empresa', 'Empresa', 'Компания']), 'Lindgren & Söhne GmbH'),
        )
        .text(
          5,
          30.4,
          58,
          12,
          blank(
            k.say(['职务', 'Role', 'Cargo', 'Cargo', 'Должность']),
            k.say([
              '产品设计师',
              'Product designer',
              'Designer de produto',
              'Diseñadora de producto',
              'Дизайнер продукта',
            ]),
            false,
          ),
        )
        .banner(5, 40, 50, 9.6, 22, SPEAKER, { letterSpacing: 1 })
        .matrix(66.4, 29.4, 17.6, 'qr', 'https://example.com/b/70417');
    },
  },
  {
    id: 'events-visitor-62x100',
    name: ['访客证', 'Visitor pass', 'Passe de visitante', 'Pase de visitante', 'Пропуск посетителя'],
    widthMm: 62,
    heightMm: 100,
    draw(k) {
      k.banner(3, 3, 56, 13, 34, VISITOR)
        .text(4, 19, 54, 30, blank(k.say(WORDS.person), 'Anna Lindgren'), { bold: true, align: 'center' })
        .text(4, 28.4, 54, 15, blank(k.say(['公司', 'Company', 'Empresa', 'Empresa', 'Компания']), 'Northwind Foods'), {
          align: 'center',
        })
        .rule(10, 35, 42)
        .field(
          5,
          37,
          26,
          ['接待人', 'Host', 'Anfitrião', 'Anfitrión', 'Принимает'],
          blank(k.say(['接待人', 'Host', 'Anfitrião', 'Anfitrión', 'Принимает']), 'M. López'),
          13,
          { bold: true },
        )
        .field(
          33,
          37,
          25,
          ['区域', 'Area', 'Área', 'Área', 'Зона'],
          ['三楼', 'Floor 3', '3.º andar', 'Planta 3', 'Этаж 3'],
          13,
          { bold: true },
        )
        .text(5, 45, 26, 8, ['有效日期', 'Valid on', 'Válido em', 'Válido el', 'Действует'])
        .day(5, 47.4, 26, 14, 0, { bold: true })
        .field(33, 45, 25, ['编号', 'No.', 'N.º', 'N.º', '№'], running('0417'), 14, { bold: true, key: 'number' })
        .matrix(19, 57.4, 24, 'qr', following('number', 'VISIT-2026-'))
        .text(
          4,
          86,
          54,
          10,
          ['请佩戴于明显处', 'Please wear visibly', 'Use em local visível', 'Llévelo visible', 'Носите на виду'],
          { align: 'center', bold: true },
        )
        .text(
          4,
          90.4,
          54,
          10,
          ['离开时请归还', 'Return when leaving', 'Devolver na saída', 'Devolver al salir', 'Верните при выходе'],
          { align: 'center' },
        );
    },
  },
  {
    id: 'events-ticket-150x55',
    name: ['演出门票', 'Event ticket', 'Ingresso', 'Entrada', 'Билет'],
    widthMm: 150,
    heightMm: 55,
    draw(k) {
      k.text(5, 3.4, 96, 12, [
        '北风音乐厅',
        'Northwind Concert Hall',
        'Sala Northwind',
        'Auditorio Northwind',
        'Концертный зал Northwind',
      ])
        .text(
          5,
          8,
          96,
          36,
          ['夏夜交响音乐会', 'Midsummer Symphony', 'Sinfonia de Verão', 'Sinfonía de verano', 'Летняя симфония'],
          { bold: true, family: 'Roboto Slab' },
        )
        .text(
          5,
          19.6,
          96,
          15,
          [
            '2026年6月20日 19:30',
            '20 June 2026, 19:30',
            '20/06/2026, 19:30',
            '20/06/2026, 19:30',
            '20 июня 2026, 19:30',
          ],
          { bold: true },
        )
        .rule(5, 26, 96, 0.4)
        .field(5, 28, 22, ['区', 'Block', 'Setor', 'Sector', 'Сектор'], 'B', 34, { bold: true })
        .field(30, 28, 22, ROW, '12', 34, { bold: true })
        .field(55, 28, 22, SEAT, running('14'), 34, { bold: true, key: 'seat' })
        .field(80, 28, 21, GATE, '3', 34, { bold: true })
        .text(5, 43.4, 60, 10, [
          '票价 48.00 · 恕不退换',
          '48.00 · no refund or exchange',
          '48,00 · sem troca nem devolução',
          '48,00 · sin cambios ni devolución',
          '48,00 · обмену не подлежит',
        ])
        .text(5, 47.6, 60, 10, 'T-2606-20417')
        .upright(104, 4, 47)
        .matrix(112.6, 8, 28, 'qr', following('seat', 'T-2606-20417-B-12-'), { options: { level: 'Q' } })
        .text(108, 40.6, 37, 17, following('seat', 'B · 12 · '), { bold: true, align: 'center' })
        .text(108, 46.4, 37, 10, ['副券', 'Admit one', 'Vale uma pessoa', 'Válido para uno', 'На одно лицо'], {
          align: 'center',
        });
    },
  },
  {
    id: 'events-cloakroom-50x30',
    name: [
      '衣帽寄存牌',
      'Cloakroom ticket',
      'Senha de guarda-volumes',
      'Resguardo de guardarropa',
      'Номерок гардероба',
    ],
    widthMm: 50,
    heightMm: 30,
    draw(k) {
      k.text(2.5, 1.6, 30, 10, ['衣帽间', 'Cloakroom', 'Guarda-volumes', 'Guardarropa', 'Гардероб'], { bold: true })
        .text(2.5, 2.8, 29, 68, running('417'), { bold: true, family: 'Oswald', key: 'number' })
        .text(2.5, 24.2, 29, 9.4, [
          '凭票领取',
          'Keep this ticket',
          'Guarde esta senha',
          'Conserve el resguardo',
          'Сохраните номерок',
        ])
        .matrix(34, 8.6, 12, 'datamatrix', following('number', 'CLOAK-'));
    },
  },
  {
    id: 'events-table-100x60',
    name: ['桌牌', 'Table place card', 'Cartão de mesa', 'Tarjeta de mesa', 'Карточка гостя'],
    widthMm: 100,
    heightMm: 60,
    draw(k) {
      k.frame(2, 2, 96, 56, 0.4, 3)
        .frame(3.2, 3.2, 93.6, 53.6, 0.3, 2.2)
        .text(8, 8, 84, 11, ['婚礼晚宴', 'WEDDING DINNER', 'JANTAR DE CASAMENTO', 'CENA DE BODA', 'СВАДЕБНЫЙ УЖИН'], {
          align: 'center',
          letterSpacing: 1.6,
          family: 'Inter',
        })
        .rule(38, 13.4, 24)
        .text(8, 17, 84, 58, blank(k.say(WORDS.person), 'Anna & Erik'), { align: 'center', family: 'Roboto Slab' })
        .rule(38, 38, 24)
        .text(8, 41, 84, 18, ['第七桌', 'Table 7', 'Mesa 7', 'Mesa 7', 'Стол 7'], { align: 'center', bold: true })
        .text(8, 49.4, 84, 10, '20 · 06 · 2026', { align: 'center' });
    },
  },
  {
    id: 'events-wristband-150x25',
    name: ['活动手环', 'Event wristband', 'Pulseira de evento', 'Pulsera de evento', 'Браслет мероприятия'],
    widthMm: 150,
    heightMm: 25,
    draw(k) {
      k.banner(4, 3, 34, 19, 38, 'VIP', { family: 'Inter', letterSpacing: 2 })
        .text(42, 2.6, 62, 20, 'NORTHWIND FESTIVAL', { bold: true, family: 'Inter' })
        .text(42, 9.4, 62, 13, [
          '2026年6月19–21日 · 三日通票',
          '19–21 June 2026 · 3 days',
          '19–21/06/2026 · 3 dias',
          '19–21/06/2026 · 3 días',
          '19–21 июня 2026 · 3 дня',
        ])
        .text(42, 15.4, 62, 13, running('20417', 'V-'), { bold: true, family: 'Roboto Mono', key: 'number' })
        .matrix(108, 5, 15, 'qr', following('number', 'NWF26-'), { options: { level: 'Q' } })
        .text(128, 7, 18, 9, ['不可转让', 'Not transferable', 'Intransferível', 'Intransferible', 'Не передавать'])
        .text(128, 10.6, 18, 9, ['损坏无效', 'Void if cut', 'Nula se cortada', 'Nula si se corta', 'Не разрезать']);
    },
  },
  {
    id: 'events-parking-80x50',
    name: ['停车证', 'Parking permit', 'Cartão de estacionamento', 'Permiso de aparcamiento', 'Парковочный пропуск'],
    widthMm: 80,
    heightMm: 50,
    draw(k) {
      k.block(3, 3, 18, 18)
        .text(3.6, 4, 16.8, 54, 'P', { bold: true, white: true, align: 'center', family: 'Inter' })
        .text(24, 3.4, 52, 18, ['停车证', 'Parking permit', 'Estacionamento', 'Aparcamiento', 'Парковка'], {
          bold: true,
        })
        .text(24, 9.8, 52, 12, SUMMIT)
        .text(24, 14.6, 52, 12, [
          '北区 2 号停车场',
          'Car park North 2',
          'Pátio Norte 2',
          'Zona Norte 2',
          'Стоянка «Север 2»',
        ])
        .rule(3, 23.4, 74, 0.4)
        .field(
          4,
          25,
          44,
          ['车牌', 'Plate', 'Placa', 'Matrícula', 'Гос. номер'],
          blank(k.say(['车牌', 'Plate', 'Placa', 'Matrícula', 'Гос. номер']), 'HH-NW 417'),
          32,
          { bold: true, key: 'plate' },
        )
        .text(4, 38.4, 22, 8, ['有效日期', 'Valid on', 'Válido em', 'Válido el', 'Действует'])
        .day(4, 40.6, 30, 15, 0, { bold: true })
        .matrix(55, 26.6, 18.4, 'qr', following('plate', 'PARK:N2:'));
    },
  },
];

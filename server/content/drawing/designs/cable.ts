import { type IndustryDesign, following, running } from '../label-kit.ts';
import type { Words } from '../words.ts';

const FROM: Words = ['起点', 'From', 'De', 'Desde', 'Откуда'];
const TO: Words = ['终点', 'To', 'Para', 'Hasta', 'Куда'];
const CABLE: Words = ['线缆', 'Cable', 'Cabo', 'Cable', 'Кабель'];
const PANEL: Words = ['配线架', 'Patch panel', 'Patch panel', 'Panel de parcheo', 'Патч-панель'];

/**
 * Cable labels. A flag is folded around its cable: both halves have the same content, and the fold between them stays
 * empty.
 */
export const CABLE_LABELS: readonly IndustryDesign[] = [
  {
    id: 'cable-flag-80x25',
    name: ['线缆旗标', 'Cable flag', 'Bandeira de cabo', 'Bandera de cable', 'Флажок кабеля'],
    widthMm: 80,
    heightMm: 25,
    draw(k) {
      for (const x of [2.5, 46.5]) {
        k.text(x, 1.4, 19, 17, 'C-0417', { bold: true })
          .text(x, 7.2, 6.6, 8.4, FROM)
          .text(x + 7, 7, 12.4, 9.4, 'A07-U12-P03', { bold: true })
          .text(x, 11, 6.6, 8.4, TO)
          .text(x + 7, 10.8, 12.4, 9.4, 'B02-U40-P17', { bold: true })
          .text(x, 15.2, 19, 8.4, 'Cat 6A · 15 m')
          .text(x, 18.6, 19, 8.4, '2026-03-15')
          .matrix(x + 21, 6, 8.6, 'datamatrix', 'C-0417');
      }
      k.dashes(37.2, 12.2, 6);
    },
  },
  {
    id: 'cable-flag-50x25',
    name: ['小型旗标', 'Small cable flag', 'Bandeira pequena', 'Bandera pequeña', 'Малый флажок'],
    widthMm: 50,
    heightMm: 25,
    draw(k) {
      for (const x of [1.8, 28.4]) {
        k.text(x, 1.6, 19.8, 22, 'NET-12', { bold: true, align: 'center', family: 'Oswald' })
          .text(x, 9.6, 19.8, 9.4, 'SW-03 / 24', { align: 'center', bold: true })
          .text(
            x,
            13.2,
            19.8,
            9.4,
            ['会议室 2', 'Meeting room 2', 'Sala de reunião 2', 'Sala de juntas 2', 'Переговорная 2'],
            { align: 'center' },
          )
          .text(x, 18.4, 19.8, 9.4, 'Cat 6A · 20 m', { align: 'center' });
      }
    },
  },
  {
    id: 'cable-wrap-25x38',
    name: ['缠绕式线标', 'Wrap-around label', 'Etiqueta de enrolar', 'Etiqueta envolvente', 'Обёрточная этикетка'],
    widthMm: 25,
    heightMm: 38,
    draw(k) {
      k.text(1.6, 1.2, 21.8, 22, running('0417', 'W'), { bold: true, align: 'center' })
        .rule(1.6, 8.2, 21.8)
        .text(1.6, 8.8, 21.8, 9, 'A07-U12 → B02-U40', { align: 'center' })
        .text(
          1.6,
          12.4,
          21.8,
          9,
          ['覆膜缠绕区', 'clear wrap below', 'área transparente', 'zona transparente', 'прозрачная зона'],
          { align: 'center' },
        );
    },
  },
  {
    id: 'cable-fibre-70x24',
    name: ['光纤旗标', 'Fibre flag', 'Bandeira de fibra', 'Bandera de fibra', 'Флажок оптики'],
    widthMm: 70,
    heightMm: 24,
    draw(k) {
      for (const x of [2, 40]) {
        k.banner(x, 2, 28, 5, 12, 'OM4 · LC–LC')
          .text(x, 7.8, 17, 15, 'F-1108', { bold: true })
          .text(x, 12.8, 17, 9, 'ODF1-24', { bold: true })
          .text(x, 16, 17, 9, '→ SW2-49', { bold: true })
          .text(x, 19.4, 17, 8.4, ['小心激光', 'Laser class 1', 'Laser classe 1', 'Láser clase 1', 'Лазер кл. 1'])
          .matrix(x + 18.4, 9.4, 8.6, 'datamatrix', 'F-1108');
      }
    },
  },
  {
    id: 'cable-power-76x25',
    name: ['电源线标签', 'Power cable flag', 'Bandeira de energia', 'Bandera de alimentación', 'Флажок питания'],
    widthMm: 76,
    heightMm: 25,
    draw(k) {
      for (const x of [2.5, 43]) {
        k.banner(x, 2, 30.5, 5.8, 14, ['电源 A 路', 'FEED A', 'FONTE A', 'FUENTE A', 'ВВОД A'])
          .text(x, 8.6, 30.5, 20, 'PDU-A · 14', { bold: true, align: 'center' })
          .text(x, 15.2, 30.5, 10, '230 V · 16 A', { align: 'center' })
          .text(x, 18.8, 30.5, 10, 'SRV-DB-02', { align: 'center', bold: true });
      }
    },
  },
  {
    id: 'cable-panel-100x12',
    name: ['配线架条形标签', 'Patch panel strip', 'Tira de patch panel', 'Tira de panel', 'Полоса патч-панели'],
    widthMm: 100,
    heightMm: 12,
    draw(k) {
      const columns = Array.from({ length: 12 }, () => 8);
      k.table(1.5, 1.4, { size: 10, columns, rowHeight: 4.5, align: () => 'center', bold: (row) => row === 0 }, [
        columns.map((_, i) => String(i + 1).padStart(2, '0')),
        columns.map((_, i) => `2.${String(i + 14)}`),
      ]);
    },
  },
  {
    id: 'cable-port-62x29',
    name: ['机柜标签', 'Rack label', 'Etiqueta de rack', 'Etiqueta de armario', 'Этикетка шкафа'],
    widthMm: 62,
    heightMm: 29,
    draw(k) {
      k.text(2.5, 1.4, 37, 9, ['机柜', 'Rack', 'Rack', 'Armario', 'Шкаф'])
        .text(2.5, 1.6, 37, 48, 'B-02', { bold: true, family: 'Oswald' })
        .rule(2.5, 16.4, 37)
        .line(2.5, 17.2, 37, 17, PANEL, 'PP-24 / U40', 9.4)
        .line(2.5, 20.6, 37, 17, CABLE, 'Cat 6A', 9.4)
        .line(2.5, 24, 37, 17, ['线路', 'Circuit', 'Circuito', 'Circuito', 'Линия'], 'L3-17', 9.4)
        .matrix(43, 7.4, 15, 'qr', 'https://example.com/rack/B02');
    },
  },
  {
    id: 'cable-tag-40x12',
    name: [
      '小型线缆标签',
      'Slim cable tag',
      'Etiqueta estreita de cabo',
      'Etiqueta estrecha de cable',
      'Узкая бирка кабеля',
    ],
    widthMm: 40,
    heightMm: 12,
    draw(k) {
      k.text(1.8, 0.6, 26, 16, running('0417', 'C-'), { bold: true, key: 'number' })
        .text(1.8, 5.4, 26, 8.4, 'A07-U12 → B02-U40', { bold: true })
        .text(1.8, 8.2, 26, 8.4, 'Cat 6A · 15 m')
        .matrix(29.6, 1.8, 8.4, 'datamatrix', following('number'));
    },
  },
];

import { type IndustryDesign, blank, following, running } from '../label-kit.ts';
import { WORDS, type Words } from '../words.ts';

const SAMPLE: Words = ['样本', 'Sample', 'Amostra', 'Muestra', 'Образец'];
const TAKEN: Words = ['采样', 'Collected', 'Coletado', 'Tomada', 'Взят'];
const SOLVENT: Words = ['溶剂', 'Solvent', 'Solvente', 'Disolvente', 'Растворитель'];
const CONCENTRATION: Words = ['浓度', 'Concentration', 'Concentração', 'Concentración', 'Концентрация'];
const PASSAGE: Words = ['代数', 'Passage', 'Passagem', 'Pase', 'Пассаж'];

export const LABORATORY: readonly IndustryDesign[] = [
  {
    id: 'laboratory-tube-50x25',
    name: ['试管标签', 'Tube label', 'Etiqueta de tubo', 'Etiqueta de tubo', 'Этикетка пробирки'],
    widthMm: 50,
    heightMm: 25,
    draw(k) {
      k.text(2, 1.2, 33, 13, blank(k.say(WORDS.person), 'LINDGREN, Anna'), { bold: true })
        .text(2, 5.4, 33, 9.4, '1984-06-21 · F · 4471-902')
        .barcode(2.6, 9.4, 33.4, 11.4, 'code128', '26031504', { number: 'none' })
        .text(2, 21, 24, 9.4, '26031504', { bold: true })
        .text(38, 1.4, 10.4, 9, 'EDTA', { align: 'right', bold: true })
        .text(38, 21, 10.4, 9.4, '09:30', { align: 'right' })
        .matrix(38.6, 9.6, 9, 'datamatrix', '26031504');
    },
  },
  {
    id: 'laboratory-cryo-38x13',
    name: ['冻存管标签', 'Cryo vial label', 'Etiqueta de criotubo', 'Etiqueta de criotubo', 'Этикетка криопробирки'],
    widthMm: 38,
    heightMm: 13,
    draw(k) {
      k.text(1.8, 0.9, 24, 11, 'HEK293 P12', { bold: true })
        .text(1.8, 4.4, 24, 8.4, '1×10⁶ / ml · DMSO 10 %')
        .text(1.8, 7.2, 12, 8.4, 'B04-R2-17', { bold: true })
        .day(14.4, 7.2, 11.6, 8.4)
        .text(1.8, 9.6, 24, 8.4, '−196 °C')
        .matrix(27.8, 2.2, 8, 'datamatrix', 'HEK293-P12-B04R217');
    },
  },
  {
    id: 'laboratory-slide-25x20',
    name: [
      '载玻片标签',
      'Microscope slide label',
      'Etiqueta de lâmina',
      'Etiqueta de portaobjetos',
      'Этикетка предметного стекла',
    ],
    widthMm: 25,
    heightMm: 20,
    draw(k) {
      k.text(1.4, 1.2, 22.2, 13, 'H26-04417', { bold: true })
        .rule(1.4, 5.6, 22.2)
        .text(1.4, 6.2, 12, 10, 'A2-1', { bold: true })
        .text(1.4, 9.6, 12, 9.4, 'H&E')
        .text(1.4, 12.8, 12, 8.4, '26-03-15')
        .text(1.4, 16, 12, 8.4, 'NW Lab')
        .matrix(13.8, 8, 9, 'datamatrix', 'H26-04417-A21');
    },
  },
  {
    id: 'laboratory-sample-60x40',
    name: ['样本标签', 'Sample label', 'Etiqueta de amostra', 'Etiqueta de muestra', 'Этикетка пробы'],
    widthMm: 60,
    heightMm: 40,
    draw(k) {
      k.text(3, 1.6, 30, 9, SAMPLE)
        .text(3, 3.4, 38, 26, running('0417', 'W26-'), { bold: true, key: 'number' })
        .rule(3, 11.8, 54)
        .line(
          3,
          13,
          36,
          15,
          ['类型', 'Type', 'Tipo', 'Tipo', 'Тип'],
          ['饮用水', 'Drinking water', 'Água potável', 'Agua potable', 'Питьевая вода'],
        )
        .line(
          3,
          17,
          36,
          15,
          WORDS.location,
          blank(k.say(WORDS.location), k.say(['二号井', 'Well 2', 'Poço 2', 'Pozo 2', 'Скважина 2'])),
        )
        .line(3, 21, 36, 15, ['容量', 'Volume', 'Volume', 'Volumen', 'Объём'], '500 ml')
        .line(3, 25, 36, 15, WORDS.operator, blank(k.say(WORDS.operator), 'M. López'))
        .text(3, 29, 14, 10, TAKEN)
        .day(18, 29, 21, 10, 0, { bold: true })
        .text(3, 34, 36, 9.4, [
          '4 °C 避光保存',
          'Keep at 4 °C in the dark',
          'Guardar a 4 °C no escuro',
          'Guardar a 4 °C a oscuras',
          'Хранить при 4 °C в темноте',
        ])
        .matrix(42, 15, 14.6, 'qr', following('number'), { options: { level: 'Q' } });
    },
  },
  {
    id: 'laboratory-solution-70x50',
    name: ['溶液标签', 'Solution label', 'Etiqueta de solução', 'Etiqueta de disolución', 'Этикетка раствора'],
    widthMm: 70,
    heightMm: 50,
    draw(k) {
      k.text(
        3,
        2,
        64,
        20,
        ['磷酸盐缓冲液', 'Phosphate buffer', 'Tampão fosfato', 'Tampón fosfato', 'Фосфатный буфер'],
        { bold: true },
      )
        .text(3, 8.2, 64, 11, 'Na₂HPO₄ / KH₂PO₄ · pH 7.4')
        .rule(3, 12.8, 64)
        .field(3, 14, 20, CONCENTRATION, '0.1 mol/l', 14, { bold: true })
        .field(26, 14, 19, SOLVENT, 'H₂O', 14, { bold: true })
        .field(48, 14, 19, WORDS.batch, '26-0417', 14, { bold: true })
        .rule(3, 21.6, 64)
        .text(3, 22.6, 20, 8, ['配制', 'Prepared', 'Preparado', 'Preparada', 'Приготовлен'])
        .day(3, 24.8, 20, 12)
        .text(26, 22.6, 19, 8, WORDS.useBy)
        .day(26, 24.8, 19, 12, 180, { bold: true })
        .field(3, 30.4, 20, WORDS.operator, blank(k.say(WORDS.operator), 'M. López'), 12)
        .field(26, 30.4, 19, WORDS.storage, '4 °C', 12, { bold: true })
        .rule(3, 38.6, 42)
        .text(3, 39.8, 42, 9.4, [
          '非危险品 · 用后盖紧',
          'Not hazardous · close after use',
          'Não perigoso · fechar após o uso',
          'No peligroso · cerrar tras el uso',
          'Не опасен · закрыть после работы',
        ])
        .text(3, 43.4, 42, 9.4, 'Northwind Lab · R 2.14')
        .matrix(50, 27, 15, 'qr', 'SOL-26-0417;PBS;0.1M');
    },
  },
  {
    id: 'laboratory-culture-60x20',
    name: ['培养皿标签', 'Culture plate label', 'Etiqueta de placa', 'Etiqueta de placa', 'Этикетка чашки'],
    widthMm: 60,
    heightMm: 20,
    draw(k) {
      k.text(2.4, 1.2, 40, 14, 'E. coli DH5α · LB + Amp', { bold: true })
        .rule(2.4, 6, 40)
        .line(2.4, 7, 20, 11, PASSAGE, '12', 9.4)
        .line(23, 7, 20, 9, ['温度', 'Temp.', 'Temp.', 'Temp.', 'Темп.'], '37 °C', 9.4)
        .text(2.4, 10.6, 11, 9.4, WORDS.date)
        .day(13.4, 10.6, 17, 9.4, 0, { bold: true })
        .text(2.4, 14.2, 40, 9.4, blank(k.say(WORDS.operator), 'M. López'))
        .matrix(46, 4, 11, 'datamatrix', 'ECDH5A-LBAMP-12-0417');
    },
  },
  {
    id: 'laboratory-rack-100x25',
    name: [
      '样本架标签',
      'Sample rack label',
      'Etiqueta de rack de amostras',
      'Etiqueta de gradilla',
      'Этикетка штатива',
    ],
    widthMm: 100,
    heightMm: 25,
    draw(k) {
      k.text(3, 1, 32, 44, 'R-17', { bold: true, family: 'Oswald' })
        .text(3, 15, 32, 10, [
          '血清 · 96 位',
          'Serum · 96 places',
          'Soro · 96 posições',
          'Suero · 96 posiciones',
          'Сыворотка · 96 мест',
        ])
        .text(3, 19, 32, 10, '−80 °C · F2-S4', { bold: true })
        .barcode(38, 3, 44, 18.6, 'code128', 'RACK17F2S4', { numberSize: 11 })
        .matrix(86, 6.4, 10.6, 'datamatrix', 'RACK17F2S4');
    },
  },
];

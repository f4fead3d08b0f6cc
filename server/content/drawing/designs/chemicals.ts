import { type IndustryDesign, blank, following } from '../label-kit.ts';
import { WORDS, type Words } from '../words.ts';

const DANGER: Words = ['危险', 'DANGER', 'PERIGO', 'PELIGRO', 'ОПАСНО'];
const WARNING: Words = ['警告', 'WARNING', 'ATENÇÃO', 'ATENCIÓN', 'ОСТОРОЖНО'];
const EMERGENCY: Words = ['应急电话', 'Emergency', 'Emergência', 'Emergencias', 'Экстренный тел.'];
const ACETONE: Words = ['丙酮', 'Acetone', 'Acetona', 'Acetona', 'Ацетон'];
const ETHANOL: Words = ['乙醇 96%', 'Ethanol 96 %', 'Etanol 96 %', 'Etanol 96 %', 'Этанол 96 %'];
const SULPHURIC: Words = [
  '硫酸 96%',
  'Sulphuric acid 96 %',
  'Ácido sulfúrico 96 %',
  'Ácido sulfúrico 96 %',
  'Серная кислота 96 %',
];
const CLEANER: Words = [
  '强力清洁剂',
  'Heavy-duty cleaner',
  'Limpador concentrado',
  'Limpiador concentrado',
  'Моющее средство',
];
const H225: Words = [
  '高度易燃液体和蒸气。',
  'Highly flammable liquid and vapour.',
  'Líquido e vapores altamente inflamáveis.',
  'Líquido y vapores muy inflamables.',
  'Легковоспламеняющаяся жидкость и пар.',
];
const H319: Words = [
  '造成严重眼刺激。',
  'Causes serious eye irritation.',
  'Provoca irritação ocular grave.',
  'Provoca irritación ocular grave.',
  'Вызывает серьёзное раздражение глаз.',
];
const H336: Words = [
  '可引起昏睡或眩晕。',
  'May cause drowsiness or dizziness.',
  'Pode provocar sonolência ou vertigem.',
  'Puede provocar somnolencia o vértigo.',
  'Может вызвать сонливость или головокружение.',
];
const H314: Words = [
  '造成严重皮肤灼伤和眼损伤。',
  'Causes severe skin burns and eye damage.',
  'Provoca queimaduras graves na pele e lesões oculares.',
  'Provoca quemaduras graves en la piel y lesiones oculares.',
  'Вызывает серьёзные ожоги кожи и повреждения глаз.',
];
const P210: Words = [
  '远离热源、火花和明火。禁止吸烟。',
  'Keep away from heat, sparks and open flames. No smoking.',
  'Manter afastado do calor, faíscas e chamas. Não fumar.',
  'Mantener alejado del calor, chispas y llamas. No fumar.',
  'Беречь от тепла, искр и открытого огня. Не курить.',
];
const P280: Words = [
  '戴防护手套和护目镜。',
  'Wear protective gloves and eye protection.',
  'Usar luvas e proteção ocular.',
  'Llevar guantes y protección ocular.',
  'Носить защитные перчатки и очки.',
];
const P305: Words = [
  '如进入眼睛：用水小心冲洗几分钟。',
  'IF IN EYES: rinse cautiously with water for several minutes.',
  'SE ENTRAR NOS OLHOS: enxaguar com água por vários minutos.',
  'EN CASO DE CONTACTO CON LOS OJOS: aclarar con agua varios minutos.',
  'ПРИ ПОПАДАНИИ В ГЛАЗА: осторожно промыть водой.',
];
const POISON_CENTRE = '+49 40 5550 4170';

export const CHEMICALS: readonly IndustryDesign[] = [
  {
    id: 'chemicals-drum-100x150',
    name: ['GHS 桶装标签', 'GHS drum label', 'Rótulo GHS de tambor', 'Etiqueta GHS de bidón', 'Этикетка GHS для бочки'],
    widthMm: 100,
    heightMm: 150,
    draw(k) {
      k.text(5, 4, 90, 44, ACETONE, { bold: true })
        .text(5, 17.6, 60, 13, 'CAS 67-64-1 · EC 200-662-2')
        .text(67, 17.6, 28, 15, 'UN 1090', { bold: true, align: 'right' })
        .rule(5, 23.4, 90, 0.5)
        .icon(6, 27, 40, 'ghs/flammable')
        .icon(54, 27, 40, 'ghs/harmful')
        .banner(5, 70.4, 90, 10, 28, DANGER, { letterSpacing: 2 })
        .text(5, 83, 90, 12, `H225 ${k.say(H225)} H319 ${k.say(H319)} H336 ${k.say(H336)}`, { wrap: true, bold: true })
        .text(5, 97.4, 90, 11, `P210 ${k.say(P210)} P280 ${k.say(P280)} P305+P351 ${k.say(P305)}`, { wrap: true })
        .rule(5, 114, 90, 0.5)
        .field(5, 115.4, 28, WORDS.netWeight, '158 kg', 20, { bold: true })
        .field(36, 115.4, 28, WORDS.batch, 'C2603-41', 16, { bold: true })
        .field(68, 115.4, 27, WORDS.produced, '2026-03-15', 16)
        .rule(5, 125, 90)
        .text(5, 126.4, 60, 12, 'Northwind Chemie GmbH', { bold: true })
        .text(5, 130.4, 60, 11, 'Hafenstraße 12, 20359 Hamburg, DE')
        .text(5, 134.4, 60, 11, `${k.say(EMERGENCY)} ${POISON_CENTRE}`, { bold: true })
        .text(5, 139.6, 60, 10, [
          '见安全技术说明书',
          'See safety data sheet',
          'Ver ficha de segurança',
          'Véase la ficha de seguridad',
          'См. паспорт безопасности',
        ])
        .matrix(76, 128, 18, 'qr', 'https://example.com/sds/67-64-1');
    },
  },
  {
    id: 'chemicals-bottle-100x60',
    name: [
      'GHS 试剂瓶标签',
      'GHS bottle label',
      'Rótulo GHS de frasco',
      'Etiqueta GHS de botella',
      'Этикетка GHS для бутыли',
    ],
    widthMm: 100,
    heightMm: 60,
    draw(k) {
      k.text(4, 2.4, 62, 24, ETHANOL, { bold: true })
        .text(4, 9.8, 62, 10, 'CAS 64-17-5 · EC 200-578-6 · UN 1170')
        .rule(4, 13.8, 62)
        .text(4, 15, 62, 9.4, `H225 ${k.say(H225)} H319 ${k.say(H319)}`, { wrap: true, bold: true })
        .text(4, 24, 62, 9, `P210 ${k.say(P210)} P280 ${k.say(P280)} P305+P351 ${k.say(P305)}`, { wrap: true })
        .rule(4, 39.4, 62)
        .line(4, 40.6, 32, 15, ['容量', 'Content', 'Conteúdo', 'Contenido', 'Объём'], '2.5 l', 10)
        .line(4, 44.4, 32, 15, WORDS.batch, 'E2603-17', 10)
        .line(4, 48.2, 32, 15, WORDS.useBy, '2028-03', 10)
        .text(4, 53, 62, 9, `Northwind Chemie GmbH · ${POISON_CENTRE}`)
        .icon(69, 3, 28, 'ghs/flammable')
        .icon(69, 31, 16, 'ghs/harmful')
        .banner(69, 49, 28, 7, 15, DANGER)
        .matrix(87.4, 33.4, 8.6, 'datamatrix', '64-17-5;E2603')
        .icons(40, 41.4, 8, 9.4, ['warnings/no-open-flame', 'warnings/wear-gloves', 'warnings/wear-eye-protection']);
    },
  },
  {
    id: 'chemicals-acid-74x52',
    name: [
      '腐蚀品标签',
      'Corrosive substance label',
      'Rótulo de corrosivo',
      'Etiqueta de corrosivo',
      'Этикетка коррозионного вещества',
    ],
    widthMm: 74,
    heightMm: 52,
    draw(k) {
      k.text(3, 2, 68, 19, SULPHURIC, { bold: true })
        .text(3, 7.8, 68, 9.4, 'H₂SO₄ · CAS 7664-93-9 · UN 1830')
        .rule(3, 11.6, 68)
        .icon(3, 13.4, 24, 'ghs/corrosive')
        .banner(30, 13.4, 41, 7, 17, DANGER)
        .text(30, 21.8, 41, 9.4, `H314 ${k.say(H314)}`, { wrap: true, bold: true })
        .text(3, 38.6, 68, 8.4, `P280 ${k.say(P280)}`)
        .text(3, 41.6, 68, 8.4, `P305+P351 ${k.say(P305)}`)
        .rule(3, 45.2, 68)
        .text(3, 46.2, 50, 9, `Northwind Chemie GmbH · ${POISON_CENTRE}`)
        .text(54, 46.2, 17, 9.4, '2.5 l', { bold: true, align: 'right' });
    },
  },
  {
    id: 'chemicals-spray-52x74',
    name: [
      '清洁剂喷瓶标签',
      'Spray bottle label',
      'Rótulo de borrifador',
      'Etiqueta de pulverizador',
      'Этикетка распылителя',
    ],
    widthMm: 52,
    heightMm: 74,
    draw(k) {
      k.text(3, 2.4, 46, 17, CLEANER, { bold: true })
        .text(3, 7.6, 46, 9.4, ['稀释比例 1:20', 'Dilution 1:20', 'Diluição 1:20', 'Dilución 1:20', 'Разведение 1:20'])
        .rule(3, 11.8, 46)
        .icon(5, 13.6, 18, 'ghs/harmful')
        .icon(29, 13.6, 18, 'ghs/environment')
        .banner(3, 34, 46, 7, 17, WARNING)
        .text(3, 42.6, 46, 9.4, `H319 ${k.say(H319)}`, { wrap: true, bold: true })
        .text(3, 49.8, 46, 9, `P280 ${k.say(P280)}`, { wrap: true })
        .rule(3, 57.4, 46)
        .line(
          3,
          58.6,
          46,
          18,
          ['配制人', 'Filled by', 'Envasado por', 'Rellenado por', 'Наполнил'],
          blank(k.say(WORDS.operator), 'M. López'),
          10,
        )
        .text(3, 62.4, 18, 10, WORDS.date)
        .day(21, 62.4, 28, 10, 0, { bold: true })
        .text(3, 67.4, 46, 9, `${k.say(EMERGENCY)} ${POISON_CENTRE}`);
    },
  },
  {
    id: 'chemicals-small-40x30',
    name: [
      'GHS 小瓶标签',
      'GHS vial label',
      'Rótulo GHS de frasco pequeno',
      'Etiqueta GHS de vial',
      'Этикетка GHS для флакона',
    ],
    widthMm: 40,
    heightMm: 30,
    draw(k) {
      k.text(2, 1.4, 36, 13, ['甲醇', 'Methanol', 'Metanol', 'Metanol', 'Метанол'], { bold: true })
        .text(2, 5.4, 36, 8.4, 'CAS 67-56-1 · 50 ml')
        .icons(2, 9, 11.4, 12.2, ['ghs/flammable', 'ghs/toxic', 'ghs/health-hazard'])
        .text(2, 21, 16, 10.4, DANGER, { bold: true })
        .text(19, 21, 19, 9, 'H225 H301 H311', { align: 'right' })
        .text(19, 24.2, 19, 9, 'H331 H370', { align: 'right' })
        .day(2, 25, 16, 9);
    },
  },
  {
    id: 'chemicals-waste-100x70',
    name: [
      '危险废物标签',
      'Hazardous waste label',
      'Rótulo de resíduo perigoso',
      'Etiqueta de residuo peligroso',
      'Этикетка опасных отходов',
    ],
    widthMm: 100,
    heightMm: 70,
    draw(k) {
      k.banner(3, 3, 94, 10, 26, [
        '危险废物',
        'HAZARDOUS WASTE',
        'RESÍDUO PERIGOSO',
        'RESIDUO PELIGROSO',
        'ОПАСНЫЕ ОТХОДЫ',
      ])
        .field(
          4,
          15,
          60,
          ['废物名称', 'Waste', 'Resíduo', 'Residuo', 'Отходы'],
          blank(
            k.say(WORDS.name),
            k.say([
              '含卤有机溶剂',
              'Halogenated organic solvents',
              'Solventes orgânicos halogenados',
              'Disolventes orgánicos halogenados',
              'Галогенированные растворители',
            ]),
          ),
          15,
          { bold: true },
        )
        .field(4, 23.4, 28, ['废物代码', 'Waste code', 'Código', 'Código LER', 'Код'], '14 06 02*', 14, { bold: true })
        .field(
          36,
          23.4,
          28,
          ['物态', 'State', 'Estado', 'Estado', 'Состояние'],
          ['液体', 'Liquid', 'Líquido', 'Líquido', 'Жидкость'],
          14,
        )
        .field(
          4,
          31.8,
          28,
          ['开始日期', 'Started', 'Início', 'Inicio', 'Начато'],
          blank(k.say(WORDS.date), '2026-03-15'),
          14,
        )
        .field(36, 31.8, 28, WORDS.weight, blank(k.say(WORDS.weight), '18.4 kg', false), 14)
        .rule(4, 40.4, 60)
        .text(4, 41.8, 60, 11, 'Northwind Lab · R 2.14', { bold: true })
        .text(4, 45.6, 60, 10, 'Hafenstraße 12, 20359 Hamburg')
        .text(4, 49.4, 60, 10, `${k.say(EMERGENCY)} ${POISON_CENTRE}`)
        .icon(68, 15, 28, 'ghs/toxic')
        .icon(68, 43, 14, 'ghs/health-hazard')
        .icon(82, 43, 14, 'ghs/environment')
        .barcode(4, 54.6, 60, 12.6, 'code128', 'HW2604170017', { numberSize: 11 })
        .text(68, 60, 28, 12, DANGER, { bold: true, align: 'center' });
    },
  },
  {
    id: 'chemicals-gas-80x50',
    name: [
      '气瓶标签',
      'Gas cylinder label',
      'Rótulo de cilindro de gás',
      'Etiqueta de botella de gas',
      'Этикетка газового баллона',
    ],
    widthMm: 80,
    heightMm: 50,
    draw(k) {
      k.text(3, 2.4, 48, 24, ['压缩氮气', 'Nitrogen', 'Nitrogênio', 'Nitrógeno', 'Азот'], { bold: true })
        .text(3, 9.8, 48, 11, [
          '压缩的 · 99.999%',
          'compressed · 99.999 %',
          'comprimido · 99,999 %',
          'comprimido · 99,999 %',
          'сжатый · 99,999 %',
        ])
        .text(3, 14, 48, 13, 'UN 1066 · N₂', { bold: true })
        .rule(3, 19.4, 48)
        .banner(3, 21, 48, 7, 17, WARNING)
        .text(
          3,
          29.4,
          48,
          9.4,
          [
            'H280 含压力下气体；遇热可能爆炸。',
            'H280 Contains gas under pressure; may explode if heated.',
            'H280 Contém gás sob pressão; pode explodir se aquecido.',
            'H280 Contiene gas a presión; peligro de explosión si se calienta.',
            'H280 Содержит газ под давлением; при нагреве возможен взрыв.',
          ],
          { wrap: true, bold: true },
        )
        .rule(3, 38.6, 74)
        .line(3, 39.8, 40, 16, ['容积', 'Volume', 'Volume', 'Volumen', 'Объём'], '50 l · 200 bar', 10)
        .line(3, 43.6, 40, 16, WORDS.serial, blank(k.say(WORDS.serial), 'N5-20417'), 10, { key: 'number' })
        .icon(52, 5, 26, 'ghs/compressed-gas')
        .matrix(67.4, 40.4, 8, 'datamatrix', following('number'));
    },
  },
];

import { type IndustryDesign, blank } from '../label-kit.ts';
import { WORDS, type Words } from '../words.ts';

const EXPIRES: Words = ['有效期', 'EXP', 'VAL', 'CAD', 'Годен до'];
const LOT: Words = ['批号', 'LOT', 'LOTE', 'LOTE', 'Серия'];
const PATIENT: Words = ['患者', 'Patient', 'Paciente', 'Paciente', 'Пациент'];
const BORN: Words = ['出生日期', 'Born', 'Nascimento', 'Nacimiento', 'Дата рожд.'];
const DOSE: Words = ['剂量', 'Dose', 'Dose', 'Dosis', 'Доза'];

export const PHARMA: readonly IndustryDesign[] = [
  {
    id: 'pharma-pack-60x35',
    name: [
      '药品包装序列码',
      'Serialised medicine pack',
      'Medicamento serializado',
      'Medicamento serializado',
      'Упаковка с маркировкой',
    ],
    widthMm: 60,
    heightMm: 35,
    draw(k) {
      k.text(3, 2, 54, 18, 'Amlodipin Northwind', { bold: true })
        .text(3, 7.4, 54, 11, [
          '5 毫克 · 30 片',
          '5 mg · 30 tablets',
          '5 mg · 30 comprimidos',
          '5 mg · 30 comprimidos',
          '5 мг · 30 таблеток',
        ])
        .rule(3, 11.6, 54)
        .line(3, 13, 32, 11, ['PC', 'PC', 'PC', 'CN', 'PC'], '09501101530058', 10.4)
        .line(3, 17.4, 32, 11, ['SN', 'SN', 'SN', 'NS', 'SN'], '7K2M90QX4T', 10.4)
        .line(3, 21.8, 32, 11, LOT, 'P6031A', 10.4)
        .line(3, 26.2, 32, 11, EXPIRES, '2028-03', 10.4)
        .matrix(38.4, 13.2, 18.4, 'gs1-datamatrix', '(01)09501101530058(21)7K2M90QX4T(17)280300(10)P6031A');
    },
  },
  {
    id: 'pharma-dispensing-70x36',
    name: ['发药标签', 'Dispensing label', 'Etiqueta de dispensação', 'Etiqueta de dispensación', 'Аптечная этикетка'],
    widthMm: 70,
    heightMm: 36,
    draw(k) {
      k.text(3, 2, 46, 13, blank(k.say(PATIENT), 'Anna Lindgren'), { bold: true })
        .day(49, 2.4, 18, 10, 0, { align: 'right' })
        .rule(3, 6.8, 64)
        .text(
          3,
          7.8,
          64,
          14,
          blank(
            k.say(WORDS.name),
            k.say([
              '阿莫西林胶囊 500 毫克',
              'Amoxicillin 500 mg capsules',
              'Amoxicilina 500 mg cápsulas',
              'Amoxicilina 500 mg cápsulas',
              'Амоксициллин 500 мг капсулы',
            ]),
          ),
          { bold: true },
        )
        .banner(3, 13.4, 64, 7.6, 13, [
          '每日三次，每次一粒',
          'Take ONE capsule THREE times a day',
          'Tomar UMA cápsula TRÊS vezes ao dia',
          'Tomar UNA cápsula TRES veces al día',
          'По ОДНОЙ капсуле ТРИ раза в день',
        ])
        .text(3, 22.4, 64, 10, [
          '饭前一小时服用，请服完整个疗程。',
          'An hour before food. Finish the course.',
          'Uma hora antes das refeições. Completar o tratamento.',
          'Una hora antes de comer. Completar el tratamiento.',
          'За час до еды. Пройти полный курс.',
        ])
        .rule(3, 26.8, 64)
        .text(3, 27.8, 42, 9, 'Northwind Apotheke · Hafenstraße 12')
        .text(3, 31, 42, 9, [
          '请放在儿童接触不到的地方',
          'Keep out of reach of children',
          'Manter fora do alcance das crianças',
          'Mantener fuera del alcance de los niños',
          'Хранить в недоступном для детей месте',
        ])
        .text(47, 28.4, 20, 13, '21 ×', { align: 'right', bold: true });
    },
  },
  {
    id: 'pharma-syringe-60x20',
    name: ['注射器标签', 'Syringe label', 'Etiqueta de seringa', 'Etiqueta de jeringa', 'Этикетка шприца'],
    widthMm: 60,
    heightMm: 20,
    draw(k) {
      k.banner(2, 2, 40, 6.6, 16, ['盐酸吗啡', 'MORPHINE', 'MORFINA', 'MORFINA', 'МОРФИН'])
        .text(2.5, 9, 39, 13, ['1 毫克/毫升', '1 mg/ml', '1 mg/ml', '1 mg/ml', '1 мг/мл'], { bold: true })
        .text(2.5, 13.8, 9, 9, DOSE)
        .text(11, 13.8, 10, 9, blank(k.say(DOSE), '10 ml'), { bold: true })
        .day(22, 13.8, 19.5, 9, 0, { align: 'right' })
        .matrix(45, 4, 12, 'datamatrix', 'MOR-1-10;2026-03-15;4471');
    },
  },
  {
    id: 'pharma-wristband-100x25',
    name: ['患者腕带', 'Patient wristband', 'Pulseira do paciente', 'Pulsera del paciente', 'Браслет пациента'],
    widthMm: 100,
    heightMm: 25,
    draw(k) {
      k.text(4, 1.8, 58, 20, blank(k.say(PATIENT), 'LINDGREN, Anna Maria'), { bold: true })
        .field(4, 8.4, 22, BORN, '1984-06-21', 14, { bold: true })
        .field(28, 8.4, 20, ['病历号', 'Patient no.', 'Prontuário', 'N.º historia', '№ карты'], '4471-902', 14, {
          bold: true,
        })
        .field(50, 8.4, 14, ['血型', 'Blood', 'Sangue', 'Sangre', 'Кровь'], 'A Rh+', 14, { bold: true })
        .text(
          4,
          17.6,
          60,
          10,
          ['过敏：青霉素', 'ALLERGY: penicillin', 'ALERGIA: penicilina', 'ALERGIA: penicilina', 'АЛЛЕРГИЯ: пенициллин'],
          { bold: true },
        )
        .matrix(68, 5, 14.6, 'qr', '4471-902|LINDGREN|19840621')
        .matrix(86.4, 7.4, 10, 'datamatrix', '4471-902');
    },
  },
  {
    id: 'pharma-blood-bag-100x80',
    name: [
      '血袋标签',
      'Blood component label',
      'Etiqueta de bolsa de sangue',
      'Etiqueta de bolsa de sangre',
      'Этикетка контейнера с кровью',
    ],
    widthMm: 100,
    heightMm: 80,
    draw(k) {
      k.text(4, 2.6, 50, 11, ['献血编号', 'Donation number', 'N.º da doação', 'N.º de donación', '№ донации'])
        .barcode(3, 6.6, 56, 15, 'code128', '=W0000261234567', { numberSize: 11 })
        .upright(62, 3, 40)
        .text(65, 1.4, 31, 72, 'A', { bold: true, align: 'center', family: 'Inter' })
        .banner(66, 23.6, 29, 7, 17, ['RhD 阳性', 'RhD POSITIVE', 'RhD POSITIVO', 'RhD POSITIVO', 'RhD ПОЛОЖИТ.'])
        .text(4, 24.4, 56, 17, ['悬浮红细胞', 'RED CELLS', 'CONCENTRADO DE HEMÁCIAS', 'HEMATÍES', 'ЭРИТРОЦИТЫ'], {
          bold: true,
        })
        .text(4, 30, 56, 11, [
          '去白细胞 · 280 毫升',
          'Leucocyte depleted · 280 ml',
          'Leucorreduzido · 280 ml',
          'Leucorreducido · 280 ml',
          'Обеднённые лейкоцитами · 280 мл',
        ])
        .text(4, 34.8, 56, 11, [
          '2–6 °C 储存',
          'Store at 2–6 °C',
          'Conservar a 2–6 °C',
          'Conservar a 2–6 °C',
          'Хранить при 2–6 °C',
        ])
        .field(66, 34, 30, WORDS.useBy, '2026-04-19', 17, { bold: true })
        .rule(4, 44, 92, 0.4)
        .barcode(3, 47, 44, 14, 'code128', '=<E0291V00', { numberSize: 10 })
        .barcode(52, 47, 45, 14, 'code128', '&>0261092359', { numberSize: 10 })
        .rule(4, 63.4, 92, 0.4)
        .text(
          4,
          65,
          92,
          10,
          [
            '输注前请核对患者身份与血型。不得用于加热或加药。',
            'Check the identity and group of the patient before transfusion.',
            'Verificar identidade e grupo do paciente antes da transfusão.',
            'Comprobar identidad y grupo del paciente antes de transfundir.',
            'Перед переливанием сверить личность и группу крови.',
          ],
          { bold: true },
        )
        .text(4, 69.6, 92, 10, 'Northwind Blood Service · 20359 Hamburg')
        .text(4, 73.4, 92, 9, [
          '自愿无偿献血',
          'Voluntary donor',
          'Doador voluntário',
          'Donante voluntario',
          'Добровольный донор',
        ]);
    },
  },
  {
    id: 'pharma-cold-chain-50x30',
    name: [
      '冷链药品标签',
      'Cold chain label',
      'Etiqueta de cadeia fria',
      'Etiqueta de cadena de frío',
      'Этикетка холодовой цепи',
    ],
    widthMm: 50,
    heightMm: 30,
    draw(k) {
      k.banner(2, 2, 46, 9, 28, '2–8 °C', { family: 'Inter' })
        .text(
          2.5,
          12.2,
          45,
          14,
          ['立即冷藏', 'REFRIGERATE AT ONCE', 'REFRIGERAR JÁ', 'REFRIGERAR YA', 'СРОЧНО В ХОЛОД'],
          { bold: true, align: 'center' },
        )
        .rule(2.5, 17.4, 45)
        .field(
          2.5,
          18.4,
          20,
          ['收货', 'Received', 'Recebido', 'Recibido', 'Получено'],
          blank(k.say(WORDS.date), '09:30'),
          11,
        )
        .field(25, 18.4, 22.5, WORDS.operator, blank(k.say(WORDS.operator), 'M. López'), 11)
        .text(
          2.5,
          25,
          45,
          9,
          [
            '切勿冷冻 · 避光保存',
            'Do not freeze · protect from light',
            'Não congelar · proteger da luz',
            'No congelar · proteger de la luz',
            'Не замораживать · беречь от света',
          ],
          { align: 'center' },
        );
    },
  },
  {
    id: 'pharma-unit-dose-30x20',
    name: [
      '单剂量标签',
      'Unit dose label',
      'Etiqueta de dose unitária',
      'Etiqueta de dosis unitaria',
      'Этикетка разовой дозы',
    ],
    widthMm: 30,
    heightMm: 20,
    draw(k) {
      k.text(1.6, 1.4, 26.8, 10, ['阿托伐他汀', 'Atorvastatin', 'Atorvastatina', 'Atorvastatina', 'Аторвастатин'], {
        bold: true,
      })
        .text(1.6, 4.6, 26.8, 9, [
          '20 毫克片剂',
          '20 mg tablet',
          '20 mg comprimido',
          '20 mg comprimido',
          '20 мг таблетка',
        ])
        .text(1.6, 8.6, 13.6, 8, LOT)
        .text(1.6, 10.8, 13.6, 9, 'P6031A', { bold: true })
        .text(1.6, 13.8, 13.6, 8, EXPIRES)
        .text(1.6, 16, 13.6, 9, '2028-03', { bold: true })
        .matrix(16.6, 8.2, 10.6, 'gs1-datamatrix', '(01)09501101530058(10)P6031A');
    },
  },
];

import { type IndustryDesign, blank, following, running } from '../label-kit.ts';
import { WORDS, type Words } from '../words.ts';

const INPUT: Words = ['输入', 'Input', 'Entrada', 'Entrada', 'Вход'];
const OUTPUT: Words = ['输出', 'Output', 'Saída', 'Salida', 'Выход'];
const POWER_SUPPLY: Words = ['电源适配器', 'AC adapter', 'Adaptador CA', 'Adaptador CA', 'Блок питания'];
const PASSED: Words = ['测试合格', 'TEST PASSED', 'TESTE APROVADO', 'PRUEBA SUPERADA', 'ТЕСТ ПРОЙДЕН'];
const REVISION: Words = ['版本', 'Rev.', 'Rev.', 'Rev.', 'Рев.'];

export const ELECTRONICS: readonly IndustryDesign[] = [
  {
    id: 'electronics-rating-60x35',
    name: ['电源铭牌', 'Rating plate', 'Placa de características', 'Placa de características', 'Шильдик питания'],
    widthMm: 60,
    heightMm: 35,
    draw(k) {
      k.text(3, 1.8, 36, 14, POWER_SUPPLY, { bold: true })
        .text(3, 6.4, 36, 10, 'NW-PS1965-C')
        .rule(3, 10.2, 54)
        .line(3, 11.2, 36, 11, INPUT, '100–240 V~ 50/60 Hz 1.6 A', 9)
        .line(3, 14.6, 36, 11, OUTPUT, '20 V DC 3.25 A (65 W)', 9)
        .line(3, 18, 36, 11, ['能效', 'Level', 'Nível', 'Nivel', 'Уровень'], 'VI', 9)
        .text(3, 21.6, 36, 8.4, 'Northwind Electronics GmbH')
        .text(3, 24.4, 36, 8.4, [
          '中国制造',
          'Made in China',
          'Fabricado na China',
          'Fabricado en China',
          'Сделано в Китае',
        ])
        .matrix(42, 12.4, 13.6, 'gs1-datamatrix', '(01)09501101530102(21)NWPS0417')
        .text(40.5, 27.6, 17, 8.4, 'S/N NWPS0417', { align: 'center' })
        .icons(3, 27.8, 5.8, 7.6, ['marks/ce', 'marks/class-ii', 'marks/indoor-use', 'marks/weee']);
    },
  },
  {
    id: 'electronics-gs1-50x25',
    name: [
      'GS1 Data Matrix 序列标签',
      'GS1 Data Matrix serial label',
      'Série com GS1 Data Matrix',
      'Serie con GS1 Data Matrix',
      'Серийная GS1 Data Matrix',
    ],
    widthMm: 50,
    heightMm: 25,
    draw(k) {
      k.text(2.5, 1.4, 45, 12, 'Northwind RTX-200', { bold: true })
        .rule(2.5, 5.8, 45)
        .line(2.5, 7, 27, 9, ['(01)', '(01)', '(01)', '(01)', '(01)'], '09501101530102', 9.4)
        .line(2.5, 10.8, 27, 9, ['(21)', '(21)', '(21)', '(21)', '(21)'], '7K2M90QX', 9.4)
        .line(2.5, 14.6, 27, 9, ['(10)', '(10)', '(10)', '(10)', '(10)'], 'E6031', 9.4)
        .line(2.5, 18.4, 27, 9, ['(11)', '(11)', '(11)', '(11)', '(11)'], '260315', 9.4)
        .matrix(32, 7.6, 14.6, 'gs1-datamatrix', '(01)09501101530102(11)260315(10)E6031(21)7K2M90QX');
    },
  },
  {
    id: 'electronics-pcb-25x10',
    name: ['电路板标签', 'Circuit board label', 'Etiqueta de placa', 'Etiqueta de placa', 'Этикетка платы'],
    widthMm: 25,
    heightMm: 10,
    draw(k) {
      k.text(1.6, 1, 13.6, 9, 'PCB-204', { bold: true })
        .text(1.6, 3.8, 13.6, 8.4, `${k.say(REVISION)} C`)
        .text(1.6, 6.4, 13.6, 8.4, '2611-0417')
        .matrix(16.4, 1.6, 6.8, 'datamatrix', '20426110417');
    },
  },
  {
    id: 'electronics-reel-100x50',
    name: ['元件料盘标签', 'Component reel label', 'Etiqueta de bobina', 'Etiqueta de bobina', 'Этикетка катушки'],
    widthMm: 100,
    heightMm: 50,
    draw(k) {
      k.text(3, 1.8, 50, 9, `(P) ${k.say(WORDS.partNumber)}`)
        .text(54, 1, 28, 13, 'RC0603FR-0710KL', { bold: true })
        .barcode(4, 5.2, 76, 9.4, 'code128', 'PRC0603FR-0710KL', { number: 'none', align: 'left' })
        .text(3, 16.4, 50, 9, `(Q) ${k.say(WORDS.quantity)}`)
        .text(54, 15.6, 28, 13, '5000', { bold: true })
        .barcode(4, 19.8, 40, 9.4, 'code128', 'Q5000', { number: 'none', align: 'left' })
        .text(3, 31, 24, 9, `(1T) ${k.say(WORDS.batch)}`)
        .text(54, 30.2, 28, 13, 'L2611-77', { bold: true })
        .barcode(4, 34.4, 46, 9.4, 'code128', '1TL261177', { number: 'none', align: 'left' })
        .text(3, 45, 60, 9, '10 kΩ ±1 % 0603 · MSL 1 · 260°C', { bold: true })
        .matrix(82, 16, 14.6, 'datamatrix', 'PRC0603FR-0710KL;Q5000;1TL261177');
    },
  },
  {
    id: 'electronics-test-40x30',
    name: ['测试合格标签', 'Test passed label', 'Etiqueta de teste', 'Etiqueta de prueba', 'Этикетка теста'],
    widthMm: 40,
    heightMm: 30,
    draw(k) {
      k.banner(2, 2, 36, 6.4, 14, PASSED)
        .line(2.5, 10, 22, 9, ['序号', 'SN', 'NS', 'NS', 'СН'], running('0417'), 10.4, { key: 'number' })
        .line(2.5, 14, 22, 9, ['固件', 'FW', 'FW', 'FW', 'ПО'], '3.2.1', 10.4)
        .line(2.5, 18, 22, 9, ['工位', 'Stn', 'Posto', 'Est.', 'Пост'], 'T-04', 10.4)
        .day(2.5, 22.6, 22, 10)
        .matrix(26.6, 12.6, 10.4, 'datamatrix', following('number', 'RTX200-321-T04-'));
    },
  },
  {
    id: 'electronics-network-60x30',
    name: [
      '网络设备标签',
      'Network device label',
      'Etiqueta de rede',
      'Etiqueta de red',
      'Этикетка сетевого устройства',
    ],
    widthMm: 60,
    heightMm: 30,
    draw(k) {
      k.text(3, 1.6, 54, 13, 'Northwind AX3000 Router', { bold: true })
        .rule(3, 6.6, 54)
        .line(3, 7.8, 34, 12, ['网络', 'Wi-Fi', 'Wi-Fi', 'Wi-Fi', 'Wi-Fi'], 'NW-4F7A20', 10.4)
        .line(3, 11.8, 34, 12, ['密码', 'Key', 'Senha', 'Clave', 'Пароль'], 'kelp-7-ridge', 10.4)
        .line(3, 15.8, 34, 12, ['后台', 'Admin', 'Admin', 'Admin', 'Вход'], '192.168.1.1', 10.4)
        .line(3, 19.8, 34, 12, ['地址', 'MAC', 'MAC', 'MAC', 'MAC'], '02-1B-44-4F-7A-20', 10.4)
        .text(3, 24.8, 34, 8.4, '12 V DC 1.5 A')
        .matrix(39.6, 9, 16, 'qr', 'WIFI:T:WPA;S:NW-4F7A20;P:kelp-7-ridge;;');
    },
  },
  {
    id: 'electronics-repair-62x29',
    name: ['返修标签', 'Repair label', 'Etiqueta de reparo', 'Etiqueta de reparación', 'Этикетка ремонта'],
    widthMm: 62,
    heightMm: 29,
    draw(k) {
      k.banner(2, 2, 58, 5.6, 14, ['返修', 'REPAIR', 'REPARO', 'REPARACIÓN', 'РЕМОНТ'])
        .line(2.5, 8.8, 38, 14, ['工单', 'Ticket', 'Chamado', 'Orden', 'Заявка'], running('0417', 'R-'), 10, {
          key: 'number',
        })
        .line(2.5, 12.6, 38, 14, WORDS.model, 'RTX-200')
        .line(2.5, 16.4, 38, 14, WORDS.serial, blank(k.say(WORDS.serial), '7K2M90QX'))
        .line(
          2.5,
          20.2,
          38,
          14,
          ['故障', 'Fault', 'Defeito', 'Fallo', 'Дефект'],
          blank(
            k.say(['故障', 'Fault', 'Defeito', 'Fallo', 'Дефект']),
            k.say(['无法开机', 'No power', 'Não liga', 'No enciende', 'Не включается']),
          ),
        )
        .line(
          2.5,
          24,
          38,
          14,
          ['保修', 'Warranty', 'Garantia', 'Garantía', 'Гарантия'],
          ['是', 'Yes', 'Sim', 'Sí', 'Да'],
        )
        .matrix(44, 10.6, 14, 'datamatrix', following('number', 'RTX-200;'));
    },
  },
];

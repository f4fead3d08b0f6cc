import { type IndustryDesign, blank, following, running } from '../label-kit.ts';
import { WORDS, type Words } from '../words.ts';

const ASSET: Words = ['固定资产', 'Fixed asset', 'Ativo fixo', 'Activo fijo', 'Основное средство'];
const PROPERTY: Words = ['公司财产', 'Property of', 'Propriedade de', 'Propiedad de', 'Собственность'];
const ASSET_NUMBER: Words = ['资产编号', 'Asset no.', 'Patrimônio', 'N.º de activo', 'Инв. №'];
const PRINTER: Words = ['激光打印机', 'Laser printer', 'Impressora a laser', 'Impresora láser', 'Лазерный принтер'];
const IT: Words = ['信息技术部', 'IT', 'TI', 'Informática', 'ИТ-отдел'];
const BOUGHT: Words = ['购置日期', 'Purchased', 'Compra', 'Compra', 'Приобретено'];
const CHECKED: Words = ['检验日期', 'Tested', 'Testado', 'Revisado', 'Проверено'];
const NEXT: Words = ['下次检验', 'Next test', 'Próximo teste', 'Próxima revisión', 'Следующая'];

export const ASSET_LABELS: readonly IndustryDesign[] = [
  {
    id: 'asset-tag-70x40',
    name: ['固定资产标签', 'Asset tag', 'Etiqueta de patrimônio', 'Etiqueta de activo', 'Инвентарная этикетка'],
    widthMm: 70,
    heightMm: 40,
    draw(k) {
      k.frame(1.5, 1.5, 67, 37, 0.4)
        .text(4, 2.8, 62, 20, ASSET, { bold: true, align: 'center' })
        .rule(1.5, 9.6, 67)
        .line(4, 11.6, 42, 18, WORDS.name, PRINTER, 11)
        .line(4, 16.6, 42, 18, ASSET_NUMBER, running('0417', 'ZC-'), 11, { key: 'number' })
        .line(4, 21.6, 42, 18, WORDS.department, IT, 11)
        .line(4, 26.6, 42, 18, BOUGHT, '2026-03-15', 11)
        .line(4, 31.6, 42, 18, WORDS.owner, blank(k.say(WORDS.owner), 'M. López', false), 11)
        .matrix(49, 12.4, 15, 'qr', following('number'), { options: { level: 'Q' } })
        .text(47, 31, 19, 9, ['扫码盘点', 'Scan to check', 'Ler o código', 'Escanear', 'Сканируйте'], {
          align: 'center',
        });
    },
  },
  {
    id: 'asset-small-40x20',
    name: ['小型资产标签', 'Small asset tag', 'Etiqueta pequena', 'Etiqueta pequeña', 'Малая инв. этикетка'],
    widthMm: 40,
    heightMm: 20,
    draw(k) {
      k.text(2, 1.4, 22, 8.4, PROPERTY)
        .text(2, 3.8, 22, 11, 'NORTHWIND', { bold: true, family: 'Inter' })
        .rule(2, 8.6, 22)
        .text(2, 9.4, 22, 8.4, ASSET_NUMBER)
        .text(2, 11.6, 22, 18, running('000417'), { bold: true, key: 'number' })
        .matrix(27, 4.8, 10, 'datamatrix', following('number', 'NW-'));
    },
  },
  {
    id: 'asset-it-50x25',
    name: ['IT 设备标签', 'IT equipment tag', 'Etiqueta de TI', 'Etiqueta de informática', 'Этикетка ИТ-техники'],
    widthMm: 50,
    heightMm: 25,
    draw(k) {
      k.banner(2, 2, 46, 5.4, 13, ['IT 资产', 'IT ASSET', 'ATIVO DE TI', 'ACTIVO DE TI', 'ИТ-АКТИВ'])
        .text(2.5, 8, 28, 15, 'NW-LT-0417', { bold: true })
        .text(2.5, 12.8, 28, 9.4, 'Workstation P3 · 16 GB')
        .text(2.5, 16, 28, 9.4, 'S/N PF4X18QK')
        .text(
          2.5,
          19.6,
          28,
          9.4,
          [
            '服务台：0800 4170',
            'Help desk: 0800 4170',
            'Suporte: 0800 4170',
            'Soporte: 0800 4170',
            'Поддержка: 0800 4170',
          ],
          { bold: true },
        )
        .matrix(34, 9.4, 12, 'qr', 'NW-LT-0417');
    },
  },
  {
    id: 'asset-test-51x51',
    name: [
      '电气安全检验标签',
      'Electrical test label',
      'Etiqueta de teste elétrico',
      'Etiqueta de revisión eléctrica',
      'Этикетка электроиспытаний',
    ],
    widthMm: 51,
    heightMm: 51,
    draw(k) {
      k.frame(2, 2, 47, 47, 0.5, 3)
        .banner(4, 4.4, 43, 8.6, 24, ['检验合格', 'PASSED', 'APROVADO', 'APROBADO', 'ГОДЕН'])
        .field(5, 15, 40, ASSET_NUMBER, blank(k.say(ASSET_NUMBER), 'NW-000417'), 16, { bold: true, key: 'number' })
        .field(5, 22.6, 20, CHECKED, '2026-03-15', 13)
        .field(5, 29.6, 22, NEXT, '2027-03', 16, { bold: true })
        .field(5, 37.4, 20, WORDS.operator, blank(k.say(WORDS.operator), 'M. López'), 12)
        .matrix(30, 27, 15, 'qr', following('number', 'PAT:'))
        .text(5, 44, 41, 8.4, 'EN 50699 · IEC 62638', { align: 'center' });
    },
  },
  {
    id: 'asset-calibration-38x25',
    name: ['校准标签', 'Calibration label', 'Etiqueta de calibração', 'Etiqueta de calibración', 'Этикетка калибровки'],
    widthMm: 38,
    heightMm: 25,
    draw(k) {
      k.banner(2, 2, 34, 5.4, 13, ['校准', 'CALIBRATED', 'CALIBRADO', 'CALIBRADO', 'КАЛИБРОВКА'])
        .line(2.5, 8.2, 33, 14, ['编号', 'ID', 'N.º', 'N.º', '№'], blank('ID', 'MT-0417'), 10)
        .line(2.5, 12, 33, 14, WORDS.date, '2026-03-15', 10)
        .line(2.5, 15.8, 33, 14, ['有效期', 'Due', 'Vence', 'Vence', 'Срок'], '2027-03-15', 10)
        .line(2.5, 19.6, 33, 14, ['签名', 'By', 'Por', 'Por', 'Подпись'], blank(k.say(WORDS.operator), 'ML'), 10);
    },
  },
  {
    id: 'asset-library-50x30',
    name: [
      '图书馆书标',
      'Library book label',
      'Etiqueta de biblioteca',
      'Etiqueta de biblioteca',
      'Библиотечная этикетка',
    ],
    widthMm: 50,
    heightMm: 30,
    draw(k) {
      k.text(
        2.5,
        1.6,
        45,
        11,
        ['市立图书馆', 'City Library', 'Biblioteca Municipal', 'Biblioteca Municipal', 'Городская библиотека'],
        { align: 'center', bold: true },
      )
        .text(2.5, 5.6, 45, 15, '004.92 · LIN', { align: 'center', bold: true, family: 'Roboto Mono' })
        .barcode(4, 11.2, 42, 16, 'code39', 'B0041792', { numberSize: 11 });
    },
  },
  {
    id: 'asset-key-30x20',
    name: ['钥匙牌', 'Key tag', 'Etiqueta de chave', 'Etiqueta de llave', 'Бирка ключа'],
    widthMm: 30,
    heightMm: 20,
    draw(k) {
      k.frame(1.2, 1.2, 27.6, 17.6, 0.4, 2)
        .text(2.6, 1.8, 14.6, 28, '2.14', { bold: true, family: 'Oswald' })
        .text(2.6, 10.6, 14.6, 9, ['档案室', 'Archive', 'Arquivo', 'Archivo', 'Архив'], { bold: true })
        .text(2.6, 13.8, 14.6, 9, 'KEY-0214')
        .matrix(18, 5.6, 8.6, 'datamatrix', 'KEY-0214');
    },
  },
];

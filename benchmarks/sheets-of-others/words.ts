import { pick, whole, type Random } from '#tests/support/symbol-values.ts';

/** Texts of labels, in one language. */
export interface Words {
  readonly rtl?: true;
  readonly people: readonly string[];
  /** Street, then place, then country. */
  readonly addresses: readonly (readonly string[])[];
  readonly companies: readonly string[];
  readonly goods: readonly string[];
  /** Captions: from, to, order, weight, date, quantity, price, service, contents, phone, remark, batch. */
  readonly captions: readonly string[];
  readonly services: readonly string[];
  readonly sentences: readonly string[];
  readonly titles: { readonly instructions: string; readonly invoice: string; readonly returns: string };
}

const EN: Words = {
  people: ['Olivia Bennett', 'Tom Nakamura', 'Priya Raman', 'J. Okafor', 'Maximilian Featherstone-Hughes', 'Ann Lee'],
  addresses: [
    ['14 Quarry Lane', 'Flat 3', 'Leeds LS6 2QP', 'United Kingdom'],
    ['2250 Wabash Ave Apt 12', 'Columbus OH 43215', 'United States'],
    ['Unit 7, Riverside Business Park', '88 Dockside Road', 'Glasgow G51 4AB', 'United Kingdom'],
    ['PO Box 90', 'Wellington 6140', 'New Zealand'],
    ['501 King St W', 'Toronto ON M5V 1K4', 'Canada'],
  ],
  companies: ['Harbor & Pine Ltd', 'NORTHGATE SUPPLY', 'Blue Kettle Co.', 'Acorn Instruments Inc.'],
  goods: ['Ceramic mug 350 ml', 'Oak shelf bracket, pair', 'USB-C cable 2 m', 'Dark roast coffee 1 kg', 'Wool scarf'],
  captions: [
    'From',
    'Ship to',
    'Order',
    'Weight',
    'Date',
    'Qty',
    'Price',
    'Service',
    'Contents',
    'Phone',
    'Note',
    'Lot',
  ],
  services: ['NEXT DAY', 'TRACKED 48', 'ECONOMY PARCEL', 'EXPRESS WORLDWIDE', 'GROUND', 'SIGNED FOR'],
  sentences: [
    'Print this page at 100 % on plain paper and check that the barcode is sharp.',
    'Cut along the outline or fold the page in half.',
    'Place the label in a clear pouch on the largest side of the parcel.',
    'Do not cover the barcode with tape.',
    'Hand the parcel over at any service point before 18:00.',
    'Keep the receipt until the parcel has arrived.',
    'Questions? Write to help@carrier.example or call 0800 555 010.',
  ],
  titles: { instructions: 'How to send your parcel', invoice: 'Commercial invoice', returns: 'Return form' },
};

const DE: Words = {
  people: ['Jürgen Schäfer', 'Anneliese Großmann', 'M. Öztürk', 'Karl-Heinz von der Weide'],
  addresses: [
    ['Lindenstraße 17', '04109 Leipzig', 'Deutschland'],
    ['c/o Weber, Hinterhaus', 'Kastanienallee 103', '10435 Berlin', 'Deutschland'],
    ['Marktplatz 2', '4020 Linz', 'Österreich'],
  ],
  companies: ['Müller Werkzeug GmbH', 'Feinkost Brandt', 'ALPENVERSAND AG'],
  goods: ['Sechskantschraube M8 x 40', 'Apfelsaft naturtrüb 1 l', 'Gießkanne verzinkt', 'Notizbuch A5'],
  captions: [
    'Absender',
    'Empfänger',
    'Auftrag',
    'Gewicht',
    'Datum',
    'Menge',
    'Preis',
    'Produkt',
    'Inhalt',
    'Tel.',
    'Hinweis',
    'Charge',
  ],
  services: ['DHL PAKET', 'WARENPOST', 'EXPRESS 12:00', 'RETOURE'],
  sentences: [
    'Drucken Sie diese Seite in Originalgröße aus.',
    'Schneiden Sie das Etikett entlang der Linie aus.',
    'Kleben Sie es gut sichtbar auf die größte Fläche des Pakets.',
    'Überkleben Sie den Strichcode nicht.',
    'Geben Sie das Paket in einer Filiale oder an einer Packstation ab.',
    'Bewahren Sie den Einlieferungsbeleg auf.',
  ],
  titles: { instructions: 'So geht es weiter', invoice: 'Handelsrechnung', returns: 'Rücksendeschein' },
};

const ES: Words = {
  people: ['Lucía Fernández Gil', 'Íñigo Zubizarreta', 'José M. Peña', 'Valentina Ríos'],
  addresses: [
    ['Calle Mayor 41, 2.º dcha.', '50001 Zaragoza', 'España'],
    ['Av. Insurgentes Sur 1602', 'Col. Crédito Constructor', '03940 Ciudad de México', 'México'],
    ['Cra. 7 # 71-21', 'Bogotá', 'Colombia'],
  ],
  companies: ['Aceites del Sur S.A.', 'TIENDA MONTAÑA', 'Envíos Rápidos'],
  goods: ['Aceite de oliva virgen extra', 'Camiseta algodón talla M', 'Lámpara de mesa', 'Miel de romero 500 g'],
  captions: [
    'Remitente',
    'Destinatario',
    'Pedido',
    'Peso',
    'Fecha',
    'Cant.',
    'Precio',
    'Servicio',
    'Contenido',
    'Tel.',
    'Nota',
    'Lote',
  ],
  services: ['URGENTE 24 H', 'PAQUETE AZUL', 'INTERNACIONAL', 'DEVOLUCIÓN'],
  sentences: [
    'Imprima esta página al 100 % en papel blanco.',
    'Recorte la etiqueta por la línea de puntos.',
    'Péguela en el lado más grande del paquete.',
    'No tape el código de barras con cinta adhesiva.',
    'Entregue el paquete en cualquier oficina antes de las 18:00.',
  ],
  titles: { instructions: 'Instrucciones de envío', invoice: 'Factura comercial', returns: 'Formulario de devolución' },
};

const ZH: Words = {
  people: ['王小明', '欧阳静怡', '李建国', '张伟 先生'],
  addresses: [
    ['广东省深圳市南山区科技园南路18号', '创新大厦B座1203室'],
    ['浙江省杭州市西湖区文三路478号'],
    ['北京市朝阳区望京东园四区12号楼', '2单元601'],
    ['四川省成都市武侯区人民南路四段27号'],
  ],
  companies: ['顺达速运', '华东电子商务有限公司', '云仓供应链'],
  goods: ['不锈钢保温杯 500ml', '棉质短袖T恤 L码', '龙井茶叶 250克', '蓝牙耳机 白色'],
  captions: ['寄件人', '收件人', '订单号', '重量', '日期', '数量', '价格', '产品类型', '内件', '电话', '备注', '批号'],
  services: ['标准快递', '特快专递', '电子面单', '到付'],
  sentences: [
    '请使用普通纸按原尺寸打印本页。',
    '沿虚线剪下标签，贴在包裹最大的一面。',
    '请勿用胶带遮盖条码。',
    '请于当天十八点前交寄，并保留回执。',
    '如有疑问请拨打客服电话 400-555-0199。',
  ],
  titles: { instructions: '寄件说明', invoice: '形式发票', returns: '退货单' },
};

const AR: Words = {
  rtl: true,
  people: ['محمد عبد الله الحسن', 'فاطمة الزهراء', 'خالد بن سعيد', 'ليلى منصور'],
  addresses: [
    ['شارع الملك فهد، مبنى 24', 'الرياض 12271', 'المملكة العربية السعودية'],
    ['شارع التحرير 15، الدقي', 'الجيزة', 'مصر'],
    ['شارع الشيخ زايد، برج النخيل', 'دبي', 'الإمارات العربية المتحدة'],
  ],
  companies: ['شركة النور للشحن', 'متجر الواحة', 'مؤسسة الأمل التجارية'],
  goods: ['تمر المدينة ١ كجم', 'قهوة عربية ٥٠٠ غرام', 'قميص قطني', 'زيت زيتون بكر'],
  captions: [
    'المرسل',
    'المستلم',
    'الطلب',
    'الوزن',
    'التاريخ',
    'الكمية',
    'السعر',
    'الخدمة',
    'المحتوى',
    'الهاتف',
    'ملاحظة',
    'الدفعة',
  ],
  services: ['شحن سريع', 'توصيل عادي', 'دولي'],
  sentences: [
    'اطبع هذه الصفحة بالحجم الأصلي على ورق عادي.',
    'قص الملصق على طول الخط المتقطع.',
    'ألصق الملصق على أكبر جانب من الطرد.',
    'لا تغط الرمز الشريطي بالشريط اللاصق.',
    'سلم الطرد إلى أقرب مركز خدمة واحتفظ بالإيصال.',
  ],
  titles: { instructions: 'تعليمات الشحن', invoice: 'فاتورة تجارية', returns: 'نموذج الإرجاع' },
};

const RU: Words = {
  people: ['Иванов Сергей Петрович', 'Анна Кузнецова', 'Щербакова Юлия', 'О. Бондаренко'],
  addresses: [
    ['ул. Ленина, д. 45, кв. 12', 'г. Екатеринбург', '620014 Россия'],
    ['Невский пр-т, д. 88, офис 301', 'Санкт-Петербург', '191025 Россия'],
    ['вул. Хрещатик, 22', 'м. Київ, 01001', 'Україна'],
  ],
  companies: ['ООО «Северный путь»', 'Почта Быстрая', 'ТД «Вектор»'],
  goods: ['Чай чёрный листовой 200 г', 'Подшипник 6204', 'Тетрадь в клетку 48 л.', 'Мёд липовый 0,5 кг'],
  captions: [
    'От кого',
    'Кому',
    'Заказ',
    'Масса',
    'Дата',
    'Кол-во',
    'Цена',
    'Услуга',
    'Вложение',
    'Тел.',
    'Примечание',
    'Партия',
  ],
  services: ['ПОСЫЛКА 1 КЛАССА', 'ЭКСПРЕСС', 'МЕЛКИЙ ПАКЕТ'],
  sentences: [
    'Распечатайте страницу в масштабе 100 % на обычной бумаге.',
    'Вырежьте ярлык по пунктирной линии.',
    'Наклейте ярлык на самую большую сторону посылки.',
    'Не заклеивайте штрихкод скотчем.',
    'Сдайте посылку в любом отделении и сохраните чек.',
  ],
  titles: { instructions: 'Как отправить посылку', invoice: 'Счёт-фактура', returns: 'Заявление на возврат' },
};

/** Only for the unseen sheets. */
export const TH: Words = {
  people: ['สมชาย ใจดี', 'กนกวรรณ ศรีสุข', 'ณัฐพล แก้วมณี'],
  addresses: [
    ['88/12 ถนนสุขุมวิท แขวงคลองเตย', 'กรุงเทพมหานคร 10110', 'ประเทศไทย'],
    ['45 หมู่ 3 ตำบลสุเทพ', 'อำเภอเมือง เชียงใหม่ 50200'],
  ],
  companies: ['บริษัท ขนส่งด่วน จำกัด', 'ร้านสวนผัก'],
  goods: ['ชาเขียว 100 กรัม', 'เสื้อยืดผ้าฝ้าย', 'น้ำผึ้งดอกลำไย'],
  captions: ['ผู้ส่ง', 'ผู้รับ', 'คำสั่งซื้อ', 'น้ำหนัก', 'วันที่', 'จำนวน', 'ราคา', 'บริการ', 'สินค้า', 'โทร', 'หมายเหตุ', 'ล็อต'],
  services: ['ด่วนพิเศษ', 'ธรรมดา'],
  sentences: ['พิมพ์หน้านี้ในขนาดจริงบนกระดาษธรรมดา', 'ตัดฉลากตามเส้นประ', 'ติดฉลากบนด้านที่ใหญ่ที่สุดของพัสดุ'],
  titles: { instructions: 'วิธีส่งพัสดุ', invoice: 'ใบแจ้งหนี้', returns: 'แบบฟอร์มคืนสินค้า' },
};

/** Picks a language; half of the sheets are in English. */
export function pickWords(random: Random): Words {
  return pick(random, [EN, EN, EN, EN, EN, DE, DE, ES, ZH, ZH, AR, RU]);
}

export const CHINESE: Words = ZH;

export type Caption =
  | 'from'
  | 'to'
  | 'order'
  | 'weight'
  | 'date'
  | 'quantity'
  | 'price'
  | 'service'
  | 'contents'
  | 'phone'
  | 'note'
  | 'lot';

const CAPTION_ORDER: readonly Caption[] = [
  'from', 'to', 'order', 'weight', 'date', 'quantity', 'price', 'service', 'contents', 'phone', 'note', 'lot',
]; // prettier-ignore

export function caption(words: Words, name: Caption): string {
  return words.captions[CAPTION_ORDER.indexOf(name)] ?? name;
}

export function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => whole(random, 0, 9)).join('');
}

export function letters(random: Random, count: number): string {
  return Array.from({ length: count }, () => pick(random, [...'ABCDEFGHJKLMNPRSTUVWXYZ'])).join('');
}

export function date(random: Random): string {
  return `2026-${String(whole(random, 1, 12)).padStart(2, '0')}-${String(whole(random, 1, 28)).padStart(2, '0')}`;
}

/** A postal address of one to five texts, with a different length on each label. */
export function address(random: Random, words: Words): readonly string[] {
  const company = random() < 0.25 ? [pick(random, words.companies)] : [];
  return [pick(random, words.people), ...company, ...pick(random, words.addresses)];
}

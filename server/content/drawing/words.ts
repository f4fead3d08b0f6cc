import { LANGUAGES, type Language } from '#protocol/api.ts';

/** A text in the languages of the product, in the order of `LANGUAGES`: Chinese, English, Portuguese, Spanish, Russian. */
export type Words = readonly [zh: string, en: string, pt: string, es: string, ru: string];

export function inLanguage(words: Words, language: Language): string {
  return words[LANGUAGES.indexOf(language)] ?? words[1];
}

const UNITS_RU: Readonly<Record<string, string>> = {
  kg: 'кг',
  g: 'г',
  ml: 'мл',
  l: 'л',
  mm: 'мм',
  cm: 'см',
  m: 'м',
  kJ: 'кДж',
  kcal: 'ккал',
};
/** A unit after a number or a name, before the end of a word. */
const UNIT = /(?<=[\d×] |[а-я] |\()(kg|g|ml|l|mm|cm|m|kJ|kcal)(?=$|[\s)·,;/])/gu;

const DATE = /\b(\d{4})-(\d\d)-(\d\d)\b/g;

/** Date formats, in the form of `formatTime`. */
export const DATE_FORMATS: Readonly<Record<Language, string>> = {
  zh: 'yyyy-MM-dd',
  en: 'yyyy-MM-dd',
  pt: 'dd/MM/yyyy',
  es: 'dd/MM/yyyy',
  ru: 'dd.MM.yyyy',
};

/** The text with the language's dates and units: Russian labels have Cyrillic ones. */
export function inLocalForm(text: string, language: Language): string {
  const dated = text.replaceAll(DATE, (_, year: string, month: string, day: string) =>
    DATE_FORMATS[language].replace('yyyy', year).replace('MM', month).replace('dd', day),
  );
  return language === 'ru' ? dated.replaceAll(UNIT, (unit) => UNITS_RU[unit] ?? unit) : dated;
}

type WordName =
  | 'address'
  | 'batch'
  | 'bestBefore'
  | 'colour'
  | 'count'
  | 'date'
  | 'department'
  | 'from'
  | 'grossWeight'
  | 'ingredients'
  | 'location'
  | 'madeIn'
  | 'maker'
  | 'material'
  | 'model'
  | 'name'
  | 'netWeight'
  | 'operator'
  | 'order'
  | 'owner'
  | 'packed'
  | 'partNumber'
  | 'person'
  | 'price'
  | 'produced'
  | 'quantity'
  | 'serial'
  | 'size'
  | 'storage'
  | 'supplier'
  | 'to'
  | 'useBy'
  | 'weight';

/** The words that many labels share. */
export const WORDS: { readonly [Name in WordName]: Words } = {
  address: ['地址', 'Address', 'Endereço', 'Dirección', 'Адрес'],
  batch: ['批号', 'Batch', 'Lote', 'Lote', 'Партия'],
  bestBefore: ['保质期至', 'Best before', 'Consumir até', 'Consumir pref. antes', 'Годен до'],
  colour: ['颜色', 'Colour', 'Cor', 'Color', 'Цвет'],
  count: ['数量', 'Count', 'Quantidade', 'Cantidad', 'Количество'],
  date: ['日期', 'Date', 'Data', 'Fecha', 'Дата'],
  department: ['部门', 'Department', 'Departamento', 'Departamento', 'Отдел'],
  from: ['寄件人', 'From', 'Remetente', 'Remitente', 'Отправитель'],
  grossWeight: ['毛重', 'Gross weight', 'Peso bruto', 'Peso bruto', 'Вес брутто'],
  ingredients: ['配料', 'Ingredients', 'Ingredientes', 'Ingredientes', 'Состав'],
  location: ['位置', 'Location', 'Local', 'Ubicación', 'Место'],
  madeIn: ['产地', 'Made in', 'Fabricado em', 'Hecho en', 'Сделано в'],
  maker: ['生产商', 'Manufacturer', 'Fabricante', 'Fabricante', 'Производитель'],
  material: ['材质', 'Material', 'Material', 'Material', 'Материал'],
  model: ['型号', 'Model', 'Modelo', 'Modelo', 'Модель'],
  name: ['名称', 'Name', 'Nome', 'Nombre', 'Название'],
  netWeight: ['净重', 'Net weight', 'Peso líquido', 'Peso neto', 'Масса нетто'],
  operator: ['操作员', 'Operator', 'Operador', 'Operador', 'Оператор'],
  order: ['订单号', 'Order', 'Pedido', 'Pedido', 'Заказ'],
  owner: ['责任人', 'Owner', 'Responsável', 'Responsable', 'Ответственный'],
  packed: ['包装日期', 'Packed on', 'Embalado em', 'Envasado', 'Упаковано'],
  partNumber: ['零件号', 'Part no.', 'Peça n.º', 'N.º de pieza', '№ детали'],
  person: ['姓名', 'Name', 'Nome', 'Nombre', 'Имя'],
  price: ['价格', 'Price', 'Preço', 'Precio', 'Цена'],
  produced: ['生产日期', 'Produced', 'Fabricação', 'Fabricación', 'Изготовлено'],
  quantity: ['数量', 'Quantity', 'Quantidade', 'Cantidad', 'Кол-во'],
  serial: ['序列号', 'Serial no.', 'N.º de série', 'N.º de serie', 'Серийный №'],
  size: ['尺码', 'Size', 'Tamanho', 'Talla', 'Размер'],
  storage: ['贮存条件', 'Storage', 'Conservação', 'Conservación', 'Хранение'],
  supplier: ['供应商', 'Supplier', 'Fornecedor', 'Proveedor', 'Поставщик'],
  to: ['收件人', 'Ship to', 'Destinatário', 'Destinatario', 'Получатель'],
  useBy: ['使用期限', 'Use by', 'Validade', 'Caducidad', 'Использовать до'],
  weight: ['重量', 'Weight', 'Peso', 'Peso', 'Вес'],
};

import type { Language } from '#protocol/api.ts';

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

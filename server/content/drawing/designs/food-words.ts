import type { LabelKit } from '../label-kit.ts';
import type { Words } from '../words.ts';

export const ENERGY: Words = ['能量', 'Energy', 'Energia', 'Valor energético', 'Энергия'];
export const FAT: Words = ['脂肪', 'Fat', 'Gorduras', 'Grasas', 'Жиры'];
export const SATURATES: Words = [
  '  饱和脂肪',
  '  of which saturates',
  '  saturadas',
  '  saturadas',
  '  в т. ч. насыщенные',
];
export const CARBOHYDRATE: Words = ['碳水化合物', 'Carbohydrate', 'Carboidratos', 'Hidratos de carbono', 'Углеводы'];
export const SUGARS: Words = ['  糖', '  of which sugars', '  açúcares', '  azúcares', '  в т. ч. сахара'];
export const FIBRE: Words = ['膳食纤维', 'Fibre', 'Fibras', 'Fibra alimentaria', 'Клетчатка'];
export const PROTEIN: Words = ['蛋白质', 'Protein', 'Proteínas', 'Proteínas', 'Белки'];
export const SALT: Words = ['盐', 'Salt', 'Sal', 'Sal', 'Соль'];
export const PER_100_G: Words = ['每100克', 'per 100 g', 'por 100 g', 'por 100 g', 'на 100 г'];
export const NUTRITION: Words = [
  '营养成分',
  'Nutrition',
  'Informação nutricional',
  'Información nutricional',
  'Пищевая ценность',
];
export const GTIN: Words = ['商品条码', 'GTIN', 'GTIN', 'GTIN', 'GTIN'];
export const COOL: Words = [
  '冷藏 0–5 °C',
  'Keep at 0–5 °C',
  'Conservar a 0–5 °C',
  'Conservar a 0–5 °C',
  'Хранить при 0–5 °C',
];
export const CONTAINS: Words = ['含有', 'Contains', 'Contém', 'Contiene', 'Содержит'];

/** A number with a decimal comma where the language uses one. */
export function figure(k: LabelKit, text: string): string {
  return k.language === 'zh' || k.language === 'en' ? text : text.replace('.', ',');
}

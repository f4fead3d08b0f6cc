import { pick, whole, type Random } from '#tests/support/symbol-values.ts';

const FIRST = ['Anna', 'Jürgen', 'Siobhán', 'Pedro', 'Magdalena', 'Oluwaseun', 'Li', 'Ekaterina', 'Bob', 'Geneviève'];
const LAST = ['Schmidt', 'O’Reilly', 'Gonçalves', 'Zhang', 'Featherstonehaugh', 'Ivanova', 'Ng', 'de la Cruz', 'Braun'];
const STREETS = [
  'Hauptstraße',
  'High Street',
  'Rue de la Paix',
  'Avenida Paulista',
  'Calle Mayor',
  'Elm Avenue',
  'Jägerweg',
];
const TOWNS = [
  'Düsseldorf',
  'Birmingham',
  'Lyon',
  'São Paulo',
  'Zaragoza',
  'Springfield, IL',
  'Mönchengladbach',
  'York',
];
const COUNTRIES = ['GERMANY', 'UNITED KINGDOM', 'FRANCE', 'BRASIL', 'ESPAÑA', 'USA', 'DEUTSCHLAND'];
const PLAIN =
  'please fold the printed page along the line and place it in a clear pouch affix to your parcel so that the barcode can be read do not cover any part of the label with tape take your package to nearest drop off point or hand over driver keep this receipt as proof of posting liability for loss damage is limited conditions carriage apply items prohibited dangerous goods must not be sent'.split(
    ' ',
  );
const HAN =
  '上海市浦东新区张江高科技园区碧波路北京朝阳建国门外大街广州天河体育西路深圳南山科技园收件人寄件地址电话快递单号请勿折叠签收时间'.split(
    '',
  );

export const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => whole(random, 0, 9)).join('');
export const capitals = (random: Random, count: number): string =>
  Array.from({ length: count }, () => pick(random, [...'ABCDEFGHJKLMNPRSTUWXYZ'])).join('');
export const name = (random: Random): string => `${pick(random, FIRST)} ${pick(random, LAST)}`;
export const street = (random: Random): string => `${pick(random, STREETS)} ${whole(random, 1, 280)}`;
export const town = (random: Random): string => `${digits(random, 5)} ${pick(random, TOWNS)}`;
export const country = (random: Random): string => pick(random, COUNTRIES);
export const han = (random: Random, count: number): string =>
  Array.from({ length: count }, () => pick(random, HAN)).join('');

export function sentence(random: Random, words: number): string {
  const said = Array.from({ length: words }, () => pick(random, PLAIN)).join(' ');
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

export function addressLines(random: Random): readonly string[] {
  const lines = [name(random)];
  if (random() < 0.35) lines.push(`${pick(random, LAST)} & ${pick(random, LAST)} Ltd.`);
  lines.push(street(random));
  if (random() < 0.2) lines.push(`Apartment ${whole(random, 1, 99)}`);
  lines.push(town(random));
  if (random() < 0.4) lines.push(country(random));
  return lines;
}

export function streetAndTown(random: Random): string {
  return `${street(random)}, ${town(random)}`;
}

import { createRandom, pick, whole, type Random } from '#tests/support/symbol-values.ts';
import { box, code, column, escapeHtml, logo, photo, row, text, texts, units } from './markup.ts';
import type { Area, Aside } from './sheet.ts';
import { address, caption, date, digits, type Words } from './words.ts';

const BOLD = 'font-weight:700';

/** Draws content that is on a page in addition to its labels. Each fills the area from its top. */
export type AsideMaker = (random: Random, words: Words, area: Area) => Aside;

function aside(words: Words, area: Area, html: string): Aside {
  return { ...area, html, ...(words.rtl === undefined ? {} : { rtl: true }) };
}

export const instructions: AsideMaker = (random, words, area) => {
  const count = whole(random, 3, words.sentences.length);
  const items = words.sentences
    .slice(0, count)
    .map((line) => `<li style="margin-bottom:${units(1.2)}">${escapeHtml(line)}</li>`);
  const list = `<ol style="font-size:${units(3.4)};padding-inline-start:${units(6)};margin:0">${items.join('')}</ol>`;
  return aside(words, area, text(words.titles.instructions, 5.5, `${BOLD};margin-bottom:${units(2)}`) + list);
};

/** Instructions with drawn pictures of each step. */
export const steps: AsideMaker = (random, words, area) => {
  const step = (line: string, i: number): string =>
    column([
      row([text(String(i + 1), 5, `${BOLD};border:${units(0.5)} solid #000;border-radius:50%;width:${units(8)};text-align:center`), logo(random, 12, '#555')], `gap:${units(2)}`),
      text(line, 3),
    ], 'flex:1'); // prettier-ignore
  const list = words.sentences.slice(0, area.width > 120 ? 3 : 2).map(step);
  return aside(
    words,
    area,
    text(words.titles.instructions, 5, BOLD) + row(list, `gap:${units(4)};align-items:flex-start`),
  );
};

function invoiceRows(random: Random, words: Words): string {
  const head = ['#', caption(words, 'contents'), caption(words, 'quantity'), caption(words, 'price')];
  const cell = `border-bottom:${units(0.2)} solid #000;padding:${units(0.9)};text-align:start`;
  const rows = Array.from({ length: whole(random, 2, 8) }, (_, i) => [
    String(i + 1), pick(random, words.goods), String(whole(random, 1, 12)), `${whole(random, 1, 250)}.${digits(random, 2)}`,
  ]); // prettier-ignore
  const body = [head, ...rows].map(
    (cells) => `<tr>${cells.map((c) => `<td style="${cell}">${escapeHtml(c)}</td>`).join('')}</tr>`,
  );
  return `<table style="border-collapse:collapse;width:100%;font-size:${units(3)}">${body.join('')}</table>`;
}

export const invoice: AsideMaker = (random, words, area) => {
  const head = row([
    text(words.titles.invoice, 6, `${BOLD};flex:1`),
    texts([`${caption(words, 'order')} ${digits(random, 8)}`, date(random)], 3),
  ]);
  const parties = row([
    column([text(caption(words, 'from'), 2.6), texts(address(random, words), 3)], 'flex:1'),
    column([text(caption(words, 'to'), 2.6), texts(address(random, words), 3)], 'flex:1'),
  ], `align-items:flex-start;padding:${units(3)} 0`); // prettier-ignore
  const end = text(pick(random, words.sentences), 2.8, `padding-top:${units(3)}`);
  return aside(words, area, head + parties + invoiceRows(random, words) + end);
};

/** Packing slip: the goods with check boxes, and the order's own code in half of them. */
export const packingSlip: AsideMaker = (random, words, area) => {
  const tick = `<span style="display:inline-block;width:${units(3.4)};height:${units(3.4)};border:${units(0.3)} solid #000"></span>`;
  const goods = Array.from({ length: whole(random, 4, 9) }, () =>
    row(
      [tick, text(pick(random, words.goods), 3.2, 'flex:1'), text(`x ${whole(random, 1, 9)}`, 3.2)],
      `gap:${units(2)};padding:${units(0.8)}`,
    ),
  );
  const order = `${digits(random, 9)}`;
  const bars = random() < 0.5 ? code('code128', order, 44, 9) : '';
  return aside(
    words,
    area,
    row([text(`${caption(words, 'order')} ${order}`, 5, `${BOLD};flex:1`), bars]) + goods.join(''),
  );
};

export const returnForm: AsideMaker = (random, words, area) => {
  const field = (name: string): string =>
    row([
      text(name, 3.2, `width:${units(30)}`),
      box('', `flex:1;border-bottom:${units(0.3)} dotted #000;height:${units(6)}`),
    ]);
  const reasons = words.goods.slice(0, 4).map((reason) => text(`☐ ${reason}`, 3.2));
  return aside(
    words,
    area,
    text(words.titles.returns, 6, BOLD) +
      words.captions
        .slice(2, whole(random, 5, 8))
        .map(field)
        .join('') +
      reasons.join(''),
  );
};

export const advertisement: AsideMaker = (random, words, area) => {
  const picture = photo(random, '100%', units(30));
  return aside(
    words,
    area,
    picture +
      text(pick(random, words.companies), 6, `${BOLD};padding-top:${units(2)}`) +
      text(pick(random, words.sentences), 3.2),
  );
};

/** Long small print in one or two columns. */
export const terms: AsideMaker = (random, words, area) => {
  const all = Array.from({ length: whole(random, 8, 20) }, () => pick(random, words.sentences)).join(' ');
  const columns = area.width > 120 ? 2 : 1;
  return aside(
    words,
    area,
    text(words.titles.instructions, 4, BOLD) + text(all, 2.6, `column-count:${columns};text-align:justify`),
  );
};

export const ASIDES: readonly AsideMaker[] = [
  instructions,
  steps,
  invoice,
  packingSlip,
  returnForm,
  advertisement,
  terms,
];

/** A header of 6 mm at the top and a footer at the bottom of a page, either or both. */
export function runningTexts(
  random: Random,
  words: Words,
  page: { width: number; height: number },
  number: string,
): Aside[] {
  const company = pick(createRandom(number.length), words.companies);
  const header = row([
    text(`${company} · ${caption(words, 'order')} ${digits(random, 6)}`, 3, 'flex:1'),
    text(date(random), 3),
  ]);
  const footer = text(number, 3, 'text-align:center');
  return [
    aside(words, { x: 10, y: 5, width: page.width - 20, height: 5 }, header),
    aside(words, { x: 10, y: page.height - 9, width: page.width - 20, height: 5 }, footer),
  ];
}

import { pick, whole, type Random } from '#tests/support/symbol-values.ts';
import { styleLogo, type Design, type Style } from './design.ts';
import { box, code, column, photo, row, rule, table, text, texts, units } from './markup.ts';
import { caption, date, digits, letters } from './words.ts';

const BOLD = 'font-weight:700';
const FILL = 'flex:1';
const FULL = 'height:100%';

function ean(random: Random): string {
  const body = `4${digits(random, 11)}`;
  const sum = [...body].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

function money(random: Random): string {
  return `${whole(random, 0, 199)}${pick(random, ['.', ','])}${pick(random, ['99', '49', '00', '95'])}`;
}

function product(random: Random, style: Style): string {
  const { words } = style;
  const number = ean(random);
  const bars = column([code('ean13', number, 34, 13), text(number, 2.6, 'text-align:center')]);
  return column(
    [
      row([text(pick(random, words.goods), 5, `${BOLD};${FILL}`), style.variant < 3 ? styleLogo(style, 8) : '']),
      rule(0.3),
      table([
        [caption(words, 'lot'), `${letters(random, 1)}${digits(random, 5)}`],
        [caption(words, 'date'), date(random)],
        [caption(words, 'weight'), `${whole(random, 50, 950)} g`],
      ], 2.8, `margin-top:${units(1)}`),
      box('', FILL),
      row([bars, text(`${money(random)} €`, 7, `${BOLD};${FILL};text-align:right`)]),
    ],
    FULL,
  ); // prettier-ignore
}

/** Price label for store displays; in half of the variants the price is in an inverted box. */
function price(random: Random, style: Style): string {
  const { words } = style;
  const look = style.variant % 2 === 0 ? `background:${style.color};color:#fff` : '';
  return row(
    [
      column(
        [
          text(pick(random, words.goods), 4.6, BOLD),
          text(`${caption(words, 'quantity')} ${whole(random, 1, 24)}`, 2.6),
          box('', FILL),
          ...(style.variant < 4 ? [code('code128', digits(random, 8), 26, 7), text(date(random), 2.2)] : [text(digits(random, 6), 2.6)]),
        ],
        `${FILL};${FULL};align-items:flex-start`,
      ),
      box(text(money(random), 11, `${BOLD};padding:${units(2)} ${units(3)};${look}`), 'flex:none'),
    ],
    `${FULL};gap:${units(2)}`,
  ); // prettier-ignore
}

function asset(random: Random, style: Style): string {
  const id = `${letters(random, 2)}-${digits(random, 6)}`;
  const type = style.variant % 2 === 0 ? 'qrcode' : 'datamatrix';
  return row(
    [
      code(type, id, 18, 18),
      column(
        [
          row([styleLogo(style, 6), text(style.company, 3, BOLD)], `gap:${units(1)}`),
          text(id, 5.5, `${BOLD};font-family:var(--mono)`),
          text(`${caption(style.words, 'date')}: ${date(random)}`, 2.4),
        ],
        FILL,
      ),
    ],
    `${FULL};gap:${units(2.5)}`,
  );
}

function food(random: Random, style: Style): string {
  const { words } = style;
  const list = Array.from({ length: whole(random, 6, 14) }, () => pick(random, words.goods)).join(', ');
  const facts = ['kJ', 'g', 'g', 'g'].map((unit, i) => [
    pick(random, words.captions),
    `${whole(random, 1, 9) * (i === 0 ? 120 : 3)} ${unit}`,
  ]);
  return column(
    [
      text(pick(random, words.goods), 7, `${BOLD};text-align:center`),
      text(`${caption(words, 'contents')}: ${list}.`, 2.3, `padding:${units(1)} 0`),
      row([table(facts, 2.3, FILL), column([code('ean13', ean(random), 30, 15), text(date(random), 3, BOLD)])], `gap:${units(2)}`),
      box('', FILL),
      row([styleLogo(style, 7), text(`${style.company}, ${whole(random, 100, 999)} g ℮`, 2.6)], `gap:${units(1.5)}`),
    ],
    FULL,
  ); // prettier-ignore
}

const SIGNS = [
  '<path d="M44 78c-9-12-2-19 3-27 2 5 4 6 4 6 2-9-2-16-4-20 14 6 22 26 12 41z"/>',
  '<circle cx="50" cy="42" r="14"/><path d="M36 64l28 10M64 64L36 74" stroke="#000" stroke-width="5"/>',
  '<path d="M47 30h6l-1 28h-4zM47 64h6v7h-6z"/>',
  '<path d="M28 70q8-8 8 0t8 0 8 0 8 0 8 0v6H28zM50 34l4 26h-8zM50 40l14-8-10 14z"/>',
];

function hazard(sign: string, size: number): string {
  return `<svg viewBox="0 0 100 100" style="width:${units(size)};height:${units(size)};display:block;flex:none">
    <path d="M50 5L95 50 50 95 5 50z" fill="#fff" stroke="#d11" stroke-width="6"/>${sign}</svg>`;
}

/** Hazard label of the globally harmonized system. */
function chemical(random: Random, style: Style): string {
  const signs = SIGNS.slice(0, whole(random, 1, 3)).map((sign) => hazard(sign, 18));
  const numbers = Array.from({ length: whole(random, 2, 5) }, () => `H${digits(random, 3)}`).join(' + ');
  return column(
    [
      text(pick(random, ['Acetone', 'Isopropanol 99 %', 'Sodium hydroxide', 'Toluol', 'Natriumhypochlorit']), 7, BOLD),
      text(`CAS ${digits(random, 2)}-${digits(random, 2)}-${digits(random, 1)}`, 2.6),
      row([...signs, text(pick(random, ['DANGER', 'GEFAHR', 'WARNING']), 6, `${BOLD};color:${style.color}`)], `gap:${units(1)}`),
      text(`${numbers}. ${style.words.sentences.slice(0, 3).join(' ')}`, 2.4),
      box('', FILL),
      row([
        text(`${style.company}, ${digits(random, 3)} ${digits(random, 4)}`, 2.4, FILL),
        style.variant < 3 ? code('datamatrix', `CAS${digits(random, 10)}`, 10, 10) : '',
      ]),
    ],
    FULL,
  ); // prettier-ignore
}

const CARTON_SIGNS = [
  '<path d="M5 20Q20 0 35 20zM19 20v14q0 4 5 3" fill="none" stroke="#000" stroke-width="3"/>',
  '<path d="M8 36h24M13 32V12l-5 6M13 12l5 6M27 32V12l-5 6M27 12l5 6" fill="none" stroke="#000" stroke-width="3"/>',
  '<path d="M10 4h20l-3 14q-7 6-14 0zM20 22v12M13 36h14" fill="none" stroke="#000" stroke-width="3"/>',
];

/** Shipping mark of a carton: texts and signs, no code. */
function mark(random: Random, style: Style): string {
  const sign = (body: string): string =>
    `<svg viewBox="0 0 40 40" style="width:${units(14)};height:${units(14)};flex:none">${body}</svg>`;
  return column(
    [
      text(style.company, 6, `${BOLD};text-align:center`),
      text(`P.O. NO.: ${digits(random, 7)}`, 5),
      text(`ITEM: ${letters(random, 2)}-${digits(random, 4)}`, 5),
      text(`G.W.: ${whole(random, 5, 30)}.${digits(random, 1)} KGS  N.W.: ${whole(random, 4, 29)} KGS`, 4),
      text(`C/NO.: ${whole(random, 1, 60)} OF 60`, 7, BOLD),
      box('', FILL),
      row([text('MADE IN CHINA', 4.5, `${BOLD};${FILL}`), ...CARTON_SIGNS.slice(0, 1 + (style.variant % 3)).map(sign)]),
    ],
    FULL,
  );
}

function wristband(random: Random, style: Style): string {
  const { words } = style;
  return row(
    [
      code(style.variant % 2 === 0 ? 'azteccode' : 'datamatrix', digits(random, 12), 13, 13),
      column([
        text(pick(random, words.people).toUpperCase(), 4.6, BOLD),
        text(`${date(random)}  ${pick(random, ['M', 'F'])}  ID ${digits(random, 8)}`, 3),
      ], FILL),
      code('code128', digits(random, 8), 36, 9),
    ],
    `${FULL};gap:${units(4)}`,
  ); // prettier-ignore
}

function badge(random: Random, style: Style): string {
  const { words } = style;
  const head = row(
    [styleLogo(style, 8, '#fff'), text(style.company, 4, `${BOLD};${FILL}`)],
    `background:${style.color};color:#fff;padding:${units(1.5)};gap:${units(1.5)}`,
  );
  return column(
    [
      style.variant < 3 ? head : row([styleLogo(style, 10)], 'justify-content:center'),
      row([
        ...(style.variant % 2 === 0 ? [photo(random, units(22), units(26))] : []),
        column([
          text(pick(random, words.people), 7.5, `${BOLD};text-align:${style.variant % 2 === 0 ? 'start' : 'center'}`),
          text(pick(random, words.companies), 3.6, `text-align:${style.variant % 2 === 0 ? 'start' : 'center'}`),
        ], FILL),
        ...(style.variant > 3 ? [code('qrcode', `ID${digits(random, 8)}`, 14, 14)] : []),
      ], `${FILL};gap:${units(3)}`),
    ],
    FULL,
  ); // prettier-ignore
}

function sample(random: Random, style: Style): string {
  return row(
    [
      code('datamatrix', digits(random, 10), 11, 11),
      column([
        text(`${letters(random, 3)}-${digits(random, 4)}`, 4, BOLD),
        text(`${date(random)} ${pick(random, style.words.people)}`, 2.3),
        text(pick(random, ['SERUM', 'EDTA', 'DNA 50 ng/µl', '−80 °C']), 2.6),
      ], FILL),
    ],
    `${FULL};gap:${units(1.5)}`,
  ); // prettier-ignore
}

function rating(random: Random, style: Style): string {
  const values = [
    ['Model', `${letters(random, 3)}-${digits(random, 3)}`],
    ['Input', '100–240 V~ 50/60 Hz'],
    ['Output', `${whole(random, 5, 48)} V ${whole(random, 1, 9)} A`],
    ['S/N', digits(random, 10)],
  ];
  return column(
    [
      row([styleLogo(style, 8, '#fff'), text(style.company, 4.5, BOLD)], `background:#000;color:#fff;padding:${units(1.5)};gap:${units(2)}`),
      table(values, 3),
      box('', FILL),
      row([text('CE', 8, `${BOLD};letter-spacing:.15em`), text('IP44', 4), code('code128', `SN${digits(random, 8)}`, 40, 8, 'margin-left:auto')], `gap:${units(2)}`),
    ],
    FULL,
  ); // prettier-ignore
}

/** Label of a jar or bottle: ornament and centered texts, no code. */
function jar(random: Random, style: Style): string {
  const { words } = style;
  return column(
    [
      box('', FILL),
      styleLogo(style, 12),
      text(style.company, 3.4, 'letter-spacing:.15em'),
      text(pick(random, words.goods), 8, `font-family:var(--serif);${BOLD};text-align:center`),
      box('', `width:60%;border-top:${units(0.4)} double ${style.color};margin:${units(1.5)}`),
      text(`${caption(words, 'lot')} ${digits(random, 4)} · ${whole(random, 1, 9)}00 g`, 3),
      box('', FILL),
    ],
    `${FULL};align-items:center`,
  );
}

function pictured(random: Random, style: Style): string {
  return column(
    [
      photo(random, '100%', units(34)),
      text(pick(random, style.words.goods), 5.5, `${BOLD};padding-top:${units(1.5)}`),
      row([text(money(random), 6, FILL), code('qrcode', `https://s.example/${digits(random, 6)}`, 12, 12)]),
    ],
    FULL,
  );
}

/** Voucher with a tear-off part, after a dashed line. */
function voucher(random: Random, style: Style): string {
  const { words } = style;
  const number = `V${digits(random, 9)}`;
  return row(
    [
      column(
        [styleLogo(style, 9), text(pick(random, words.services), 6, BOLD), text(pick(random, words.sentences), 2.6)],
        `${FILL};gap:${units(1.5)}`,
      ),
      box('', `align-self:stretch;border-left:${units(0.4)} dashed #000`),
      column(
        [text(money(random), 9, BOLD), code('code128', number, 28, 10), text(number, 2.6)],
        `align-items:center;gap:${units(1)}`,
      ),
    ],
    `${FULL};gap:${units(3)}`,
  );
}

function pharmacy(random: Random, style: Style): string {
  const { words } = style;
  return column(
    [
      row([text(style.company, 3.2, `${BOLD};${FILL}`), text(date(random), 2.6)]),
      rule(0.3),
      text(pick(random, words.people), 4, BOLD),
      texts([pick(random, words.goods), ...words.sentences.slice(0, whole(random, 1, 3))], 2.7),
      box('', FILL),
      row([text(`Rx ${digits(random, 7)}`, 3, FILL), code('code128', digits(random, 8), 30, 7)]),
    ],
    FULL,
  );
}

export const GOODS: readonly Design[] = [
  { name: 'product', width: 66, height: 48, aspect: [0.45, 1.5], least: [42, 29], draw: product },
  { name: 'price', width: 66, height: 34, aspect: [0.25, 0.8], least: [42, 20], draw: price },
  { name: 'asset', width: 56, height: 24, aspect: [0.25, 0.65], least: [40, 18], draw: asset },
  { name: 'food', width: 74, height: 62, aspect: [0.6, 1.6], least: [52, 38], draw: food },
  { name: 'chemical', width: 90, height: 66, aspect: [0.5, 1.4], least: [60, 40], draw: chemical },
  { name: 'mark', width: 95, height: 66, aspect: [0.5, 1.3], least: [60, 42], draw: mark },
  { name: 'wristband', width: 150, height: 20, aspect: [0.08, 0.3], least: [95, 15], draw: wristband },
  { name: 'badge', width: 82, height: 50, aspect: [0.4, 1.1], least: [60, 36], draw: badge },
  { name: 'sample', width: 42, height: 18, aspect: [0.25, 0.6], least: [36, 15], draw: sample },
  { name: 'rating', width: 76, height: 50, aspect: [0.5, 1.2], least: [50, 34], draw: rating },
  { name: 'jar', width: 66, height: 58, aspect: [0.5, 1.6], least: [38, 28], draw: jar },
  { name: 'pictured', width: 62, height: 62, aspect: [0.8, 1.6], least: [42, 42], draw: pictured },
  { name: 'voucher', width: 96, height: 40, aspect: [0.25, 0.7], least: [70, 28], draw: voucher },
  { name: 'pharmacy', width: 74, height: 40, aspect: [0.4, 0.9], least: [54, 30], draw: pharmacy },
];

import { pick, whole, type Random } from '#tests/support/symbol-values.ts';
import { styleLogo, type Design, type Style } from './design.ts';
import { box, code, column, row, rule, table, text, texts, units } from './markup.ts';
import { address, caption, CHINESE, date, digits, letters } from './words.ts';

const BOLD = 'font-weight:700';
const FILL = 'flex:1';
const INVERTED = 'background:#000;color:#fff;text-align:center;font-weight:700';

function pad(content: string, size = 1.5, style = ''): string {
  return box(content, `padding:${units(size)};${style}`);
}

/** Tracking code with its number below, as wide as `width` units. */
function tracking(content: string, width: number, height: number, type = 'code128'): string {
  return column(
    [code(type, content, width, height), text(content, 3.4, 'letter-spacing:.08em;text-align:center')],
    'align-items:center',
  );
}

function american(random: Random, style: Style): string {
  const { words } = style;
  const from = address(random, words);
  return column(
    [
      row([
        pad(texts(from, 2.6), 1.5, FILL),
        pad(text(`${whole(random, 1, 70)} LBS`, 4.5, BOLD) + text(`${whole(random, 1, 3)} OF 3`, 3.4), 1.5),
      ]),
      pad(text(caption(words, 'to'), 3, BOLD) + texts(address(random, words), 4.2, `padding-left:${units(8)}`)),
      box('', FILL),
      rule(0.8),
      row([
        pad(code(style.variant % 2 === 0 ? 'maxicode' : 'qrcode', digits(random, 18), 24, 22)),
        pad(
          text(`${letters(random, 2)} ${digits(random, 3)} ${whole(random, 1, 9)}-${digits(random, 2)}`, 9, BOLD) +
            code('code128', `420${digits(random, 5)}`, 42, 11),
        ),
      ]),
      rule(2),
      row([pad(text(pick(random, words.services), 6.5, BOLD), 1.5, FILL), pad(styleLogo(style, 9, '#000'))]),
      text(`TRACKING #: 1Z ${letters(random, 3)} ${digits(random, 8)}`, 3, `padding-left:${units(2)}`),
      rule(0.4),
      pad(code('code128', `1Z${digits(random, 14)}`, 80, 26), 3, 'align-self:center'),
      rule(2),
      pad(text(`REF: ${digits(random, 7)}   ${date(random)}`, 2.4)),
    ],
    'height:100%',
  );
}

function postal(random: Random, style: Style): string {
  const { words } = style;
  const service = pick(random, words.services);
  return column(
    [
      row([
        box(text(service.slice(0, 1), 24, `${BOLD};line-height:1;text-align:center`), `width:${units(28)}`),
        box('', `width:${units(0.5)};align-self:stretch;background:#000`),
        pad(texts([style.company, `PERMIT ${digits(random, 3)}`, date(random)], 2.6), 2, `${FILL};text-align:right`),
      ]),
      rule(0.6),
      text(service, 7, `${BOLD};text-align:center;padding:${units(1)}`),
      rule(0.6),
      row([
        pad(texts(address(random, words), 2.8), 2, FILL),
        pad(text(`C${digits(random, 3)}`, 3.2, `border:${units(0.3)} solid;padding:${units(0.8)}`), 2),
      ]),
      box('', FILL),
      row([pad(text(caption(words, 'to'), 2.6)), pad(texts(address(random, words), 4.2), 2, FILL)]),
      box('', FILL),
      rule(1.6),
      text('TRACKING #', 3.2, `${BOLD};text-align:center;padding:${units(1)}`),
      box(tracking(digits(random, 22), 82, 22), 'align-self:center'),
      rule(1.6),
      pad(row([text(`#${digits(random, 6)}`, 2.6, FILL), style.variant < 3 ? styleLogo(style, 6, '#000') : '']), 2),
    ],
    'height:100%',
  );
}

function european(random: Random, style: Style): string {
  const { words } = style;
  const yellow = pick(random, ['background:#ffcc00;color:#c00', 'background:#ddd', '', INVERTED]);
  const cells = [
    [caption(words, 'date'), caption(words, 'weight'), caption(words, 'quantity')],
    [date(random), `${whole(random, 1, 31)},${digits(random, 1)} kg`, '1/1'],
  ];
  return column(
    [
      row(
        [styleLogo(style, 9, 'currentColor'), text(pick(random, words.services), 5.5, `${BOLD};${FILL}`)],
        `gap:${units(2)};padding:${units(1.5)};${yellow}`,
      ),
      rule(0.4),
      pad(text(`${caption(words, 'from')}:`, 2.4) + texts(address(random, words), 2.6)),
      rule(0.4),
      row([
        pad(text(`${caption(words, 'to')}:`, 2.8) + texts(address(random, words), 4), 2, FILL),
        style.variant % 2 === 0 ? pad(code('datamatrix', `JVGL${digits(random, 14)}`, 16, 16), 2) : '',
      ]),
      box('', FILL),
      rule(0.4),
      row([
        text(
          `${letters(random, 2)}-${letters(random, 3)}-${letters(random, 3)}`,
          8.5,
          `${BOLD};${FILL};text-align:center`,
        ),
        text(letters(random, 1), 10, `${INVERTED};padding:0 ${units(3)}`),
      ]),
      pad(table(cells, 2.6), 1),
      box(tracking(`JD${digits(random, 16)}`, 78, 21), `align-self:center;padding:${units(1.5)}`),
      style.variant > 2 ? box(tracking(`${digits(random, 12)}`, 62, 16), `align-self:center`) : '',
    ],
    'height:100%',
  );
}

function overnight(random: Random, style: Style): string {
  const { words } = style;
  return column(
    [
      row(
        [
          pad(texts([`ORIGIN ID:${letters(random, 4)}`, ...address(random, words)], 2.4), 1.5, FILL),
          pad(texts([`SHIP DATE: ${date(random)}`, `ACTWGT: ${whole(random, 1, 90)} LB`, 'BILL SENDER'], 2.4), 1.5),
        ],
        'align-items:flex-start',
      ),
      rule(0.3),
      pad(texts(address(random, words), 5, BOLD), 2),
      box('', FILL),
      row([
        pad(code('pdf417', `${letters(random, 20)}${digits(random, 40)}`, 66, 20), 2),
        pad(styleLogo(style, 14) + text(pick(random, ['Express', 'E', 'Ground']), 5, BOLD), 2),
      ]),
      rule(0.3),
      row([
        pad(texts([`TRK# ${digits(random, 4)} ${digits(random, 4)} ${digits(random, 4)}`, '0201'], 4), 2, FILL),
        text(pick(random, words.services), 4.6, `${BOLD};text-align:right;padding-right:${units(2)}`),
      ]),
      row([
        text(`${letters(random, 2)} ${letters(random, 4)}`, 11, `${BOLD};${FILL};padding-left:${units(2)}`),
        text(`${digits(random, 5)} ${letters(random, 2)}-US`, 5, `padding-right:${units(2)}`),
      ]),
      pad(code('code128', digits(random, 24), 88, 24), 3, 'align-self:center'),
    ],
    'height:100%',
  );
}

function royal(random: Random, style: Style): string {
  const { words } = style;
  const side = text(`${caption(words, 'from')}: ${address(random, words).slice(0, 3).join(', ')}`, 2.4);
  return row(
    [
      column(
        [
          row([styleLogo(style, 12), pad(texts(['Delivered by', style.company], 3.2), 1, FILL)], `gap:${units(2)}`),
          row([
            text(
              pick(random, ['48', '24', '1st', '2nd']),
              15,
              `${BOLD};border:${units(0.6)} solid;padding:0 ${units(3)}`,
            ),
            pad(code('datamatrix', `${letters(random, 2)}${digits(random, 24)}`, 24, 24), 2),
          ]),
          rule(0.4),
          box(tracking(`${letters(random, 2)}${digits(random, 9)}GB`, 60, 15), `padding:${units(2)} 0`),
          box('', FILL),
          pad(texts(address(random, words), 4.2), 1),
          box('', FILL),
          text(`${caption(words, 'order')} ${digits(random, 6)}`, 2.6),
        ],
        `${FILL};height:100%`,
      ),
      box(side, 'writing-mode:vertical-rl;height:90%;white-space:nowrap;overflow:hidden'),
    ],
    `height:100%;gap:${units(2)}`,
  );
}

function circled(sign: string, size: number): string {
  const around = `width:${units(size * 1.5)};height:${units(size * 1.5)};line-height:${units(size * 1.5)}`;
  return text(sign, size, `${around};border-radius:50%;background:#000;color:#fff;text-align:center;flex:none`);
}

/** Electronic waybill in Chinese; half of the variants have a copy for the receiver below a tear line. */
function chinese(random: Random, style: Style): string {
  const words = CHINESE;
  const number = `SF${digits(random, 13)}`;
  const phone = `1${whole(random, 30, 89)}****${digits(random, 4)}`;
  const party = (sign: string, size: number): string =>
    row([
      circled(sign, size),
      pad(
        text(`${pick(random, words.people)}  ${phone}`, size, BOLD) + text(pick(random, words.addresses).join(''), size),
        1,
        FILL,
      ),
    ], `padding:${units(1)}`); // prettier-ignore
  const copy = [
    box('', `border-top:${units(0.3)} dashed #000;margin:${units(1)} 0`),
    row([styleLogo(style, 8, '#000'), box(code('code128', number, 50, 9), `margin-left:auto`)]),
    party('收', 2.6),
    party('寄', 2.6),
  ];
  return column(
    [
      row([styleLogo(style, 8, '#000'), text(style.company.slice(0, 8), 4, `${BOLD};${FILL}`), text(date(random), 2.6)], `gap:${units(1)}`),
      rule(0.3),
      text(`${digits(random, 3)}-${letters(random, 2)}${digits(random, 2)} ${digits(random, 3)}`, 11, `${BOLD};text-align:center`),
      rule(0.3),
      party('收', 4),
      rule(0.3),
      party('寄', 2.8),
      rule(0.3),
      box(tracking(number, 72, 16), `align-self:center;padding:${units(1.5)}`),
      box('', FILL),
      row([
        table([[caption(words, 'contents'), pick(random, words.goods)], [caption(words, 'weight'), `${whole(random, 1, 9)}.2kg`]], 2.6),
        pad(code('qrcode', `https://t.example/${number}`, 18, 18), 1),
      ]),
      ...(style.variant % 2 === 0 ? copy : []),
    ],
    'height:100%',
  ); // prettier-ignore
}

/** Wide carrier label, such as on the upper half of a rotated page. */
function wideCarrier(random: Random, style: Style): string {
  const { words } = style;
  return row(
    [
      column(
        [
          row([styleLogo(style, 10), text(pick(random, words.services), 5, BOLD)], `gap:${units(2)}`),
          text(caption(words, 'from'), 2.4),
          texts(address(random, words), 2.6),
          box('', FILL),
          text(caption(words, 'to'), 3, BOLD),
          texts(address(random, words), 4.2),
        ],
        `flex:1;height:100%`,
      ),
      box('', `width:${units(0.5)};height:100%;background:#000`),
      column(
        [
          row([
            text(`${letters(random, 1)}${digits(random, 2)}`, 13, `${BOLD};flex:1`),
            code('qrcode', `ORD-${digits(random, 9)}`, 19, 19),
          ]),
          box('', FILL),
          tracking(`${letters(random, 2)}${digits(random, 12)}`, 60, 22),
          box('', FILL),
          text(`${caption(words, 'note')}: ${digits(random, 8)}`, 2.6),
        ],
        `width:${units(66)};height:100%`,
      ),
    ],
    `height:100%;gap:${units(2)}`,
  );
}

/** Pallet label with its unit's number in two large codes. */
function pallet(random: Random, style: Style): string {
  const { words } = style;
  const unit = `00${digits(random, 18)}`;
  return column(
    [
      row([styleLogo(style, 12), text(style.company, 6, BOLD)], `gap:${units(2)}`),
      table([
        ['SSCC', unit], [caption(words, 'contents'), pick(random, words.goods)],
        [caption(words, 'lot'), `${letters(random, 2)}${digits(random, 5)}`], [caption(words, 'quantity'), `${whole(random, 10, 960)}`],
      ], 4),
      texts(address(random, words), 4, `padding-top:${units(2)}`),
      box('', FILL),
      box(tracking(`02${digits(random, 14)}37${digits(random, 2)}`, 82, 22), 'align-self:center'),
      box('', `height:${units(4)}`),
      box(tracking(unit, 78, 24), 'align-self:center'),
    ],
    'height:100%',
  ); // prettier-ignore
}

export const CARRIER: readonly Design[] = [
  { name: 'american', width: 96, height: 145, aspect: [1.1, 1.9], least: [60, 75], draw: american },
  { name: 'postal', width: 96, height: 145, aspect: [1.1, 1.9], least: [60, 75], draw: postal },
  { name: 'european', width: 96, height: 140, aspect: [1.1, 2], least: [60, 75], draw: european },
  { name: 'overnight', width: 100, height: 140, aspect: [1.05, 1.8], least: [70, 85], draw: overnight },
  { name: 'royal', width: 96, height: 130, aspect: [1, 1.7], least: [55, 65], draw: royal },
  { name: 'chinese', width: 90, height: 160, aspect: [1.15, 2.2], least: [60, 85], draw: chinese },
  { name: 'wide carrier', width: 145, height: 70, aspect: [0.35, 0.8], least: [85, 45], draw: wideCarrier },
  { name: 'pallet', width: 96, height: 145, aspect: [1.1, 2], least: [65, 85], draw: pallet },
];

import { pick, whole, type Random } from '#tests/support/symbol-values.ts';
import { styleLogo, type Design, type Style } from './design.ts';
import { box, code, column, row, table, text, texts, units } from './markup.ts';
import { address, caption, date, digits, letters } from './words.ts';

const BOLD = 'font-weight:700';
const FILL = 'flex:1';

/** Address label: text only, at the top, in the middle or centered. */
function addressLabel(random: Random, style: Style): string {
  const lines = address(random, style.words);
  const place = ['flex-start', 'center', 'center', 'flex-start', 'center', 'flex-end'][style.variant] ?? 'center';
  const centered = style.variant === 2 ? 'text-align:center' : '';
  return column(
    [text(lines[0] ?? '', 3.8, style.variant % 2 === 0 ? BOLD : ''), texts(lines.slice(1), 3.6)],
    `height:100%;justify-content:${place};${centered}`,
  );
}

/** Address with the sender in small text above and a logo. */
function senderAddress(random: Random, style: Style): string {
  return column(
    [
      row(
        [styleLogo(style, 6), text(`${style.company} · ${style.words.addresses[0]?.join(', ') ?? ''}`, 2, FILL)],
        `gap:${units(1.5)}`,
      ),
      box('', `border-top:${units(0.2)} solid #000;margin:${units(1)} 0`),
      texts(address(random, style.words), 4),
    ],
    'height:100%',
  );
}

/** Return label: texts, a box to be filled in, sometimes a code. */
function returns(random: Random, style: Style): string {
  const { words } = style;
  return column(
    [
      text(words.titles.returns, 7, `${BOLD};background:#000;color:#fff;text-align:center;padding:${units(1)}`),
      text(`RMA ${digits(random, 8)}`, 6, `${BOLD};padding:${units(1)} 0`),
      text(caption(words, 'to'), 2.8),
      texts(address(random, words), 4.4),
      box('', FILL),
      row([
        ...(style.variant < 4 ? [code('code128', `RMA${digits(random, 8)}`, 52, 14)] : []),
        box('', `border:${units(0.4)} solid #000;width:${units(18)};height:${units(18)};margin-left:auto`),
      ]),
    ],
    'height:100%',
  );
}

function shelf(random: Random, style: Style): string {
  const place = `${letters(random, 1)}-${digits(random, 2)}-${digits(random, 2)}-${letters(random, 1)}`;
  const bars = code('code39', place, null, 13);
  return column(
    [
      text(place, 13, `${BOLD};text-align:center`),
      bars,
      style.variant < 3 ? text(style.company, 2.6, 'text-align:center') : '',
    ],
    'height:100%;justify-content:space-between',
  );
}

function fileLabel(random: Random, style: Style): string {
  const { words } = style;
  return column(
    [
      text(`${pick(random, words.people)}`, 5, BOLD),
      text(`${pick(random, words.goods)} ${whole(random, 2019, 2026)}`, 3.4),
      text(`${digits(random, 4)}/${digits(random, 2)}`, 3.4),
    ],
    `height:100%;justify-content:center;text-align:center;border-top:${units(3)} solid ${style.color};padding-top:${units(1)}`,
  );
}

/** Card with a table of values and a heading, no code. */
function kanban(random: Random, style: Style): string {
  const { words } = style;
  const rows = words.captions
    .slice(2, 5 + style.variant)
    .map((name) => [name, pick(random, [digits(random, 5), date(random), pick(random, words.goods)])]);
  return column(
    [
      row([text(`${letters(random, 2)} ${digits(random, 4)}`, 9, `${BOLD};${FILL}`), styleLogo(style, 10)]),
      table(rows, 3.2),
      box('', FILL),
      ...(style.variant > 2 ? [code('interleaved2of5', digits(random, 10), 50, 11)] : []),
    ],
    'height:100%',
  );
}

function cable(random: Random, style: Style): string {
  const id = `${letters(random, 2)}${digits(random, 2)}-P${digits(random, 2)}`;
  return row(
    [
      text(id, 5, BOLD),
      text(`> ${letters(random, 2)}${digits(random, 2)}`, 4, FILL),
      style.variant < 4 ? code('qrcode', id, 11, 11) : '',
    ],
    `height:100%;gap:${units(2)}`,
  );
}

export const TEXTS: readonly Design[] = [
  { name: 'address', width: 62, height: 32, aspect: [0.25, 1], least: [40, 20], draw: addressLabel },
  { name: 'sender and address', width: 72, height: 38, aspect: [0.35, 0.9], least: [52, 28], draw: senderAddress },
  { name: 'return', width: 92, height: 76, aspect: [0.5, 1.6], least: [58, 50], draw: returns },
  { name: 'shelf', width: 84, height: 36, aspect: [0.3, 0.7], least: [55, 24], draw: shelf },
  { name: 'file', width: 62, height: 26, aspect: [0.25, 0.7], least: [42, 20], draw: fileLabel },
  { name: 'kanban', width: 84, height: 62, aspect: [0.5, 1.4], least: [56, 42], draw: kanban },
  { name: 'cable', width: 46, height: 16, aspect: [0.2, 0.6], least: [38, 14], draw: cable },
];

import type { Rect } from '#model/kernel/geometry.ts';
import { pick, whole, type Random } from '#tests/support/symbol-values.ts';
import type { Pen } from './pen.ts';
import { addressLines, capitals, digits, han, name, sentence } from './words.ts';

/** Draws one label: `style` holds the common part of a sheet, `random` makes the differences. */
export type LabelContent = (pen: Pen, box: Rect, style: Random, random: Random) => void;

const FAMILIES = ['Roboto', 'Inter', 'RobotoCondensed', 'RobotoSlab', 'RobotoMono'];

/** At most as large as it fits: no text is written across a neighbor. */
function fittedSize(pen: Pen, line: string, size: number, width: number, family: string): number {
  return Math.min(size, (size * width) / Math.max(1, pen.widthOf(line, size, family)));
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function addressAt(pen: Pen, { x, y, width }: Place, size: number, family: string, lines: readonly string[]): void {
  for (const [i, line] of lines.entries()) {
    pen.text(line, x, y + size * (1 + i * 1.25), fittedSize(pen, line, size, width, family), family);
  }
}

/** As large as the room allows, for any text. */
function sizeFor(pen: Pen, width: number, height: number, family: string): number {
  const widest = pen.widthOf('Featherstonehaugh & de la Cruz', 1, family);
  return Math.min(width / widest, height / 6 / 1.25, 4.2);
}

export const address: LabelContent = (pen, { x, y, width, height }, style, random) => {
  const family = pick(style, FAMILIES);
  const pad = 3 + style() * 2;
  const size = sizeFor(pen, width - 2 * pad, height - 2 * pad, family);
  addressAt(pen, { x: x + pad, y: y + pad, width: width - 2 * pad }, size, family, addressLines(random));
};

export const centredAddress: LabelContent = (pen, { x, y, width, height }, style, random) => {
  const family = pick(style, FAMILIES);
  const size = sizeFor(pen, width - 8, height - 6, family);
  const lines = addressLines(random);
  const top = y + (height - lines.length * size * 1.25) / 2;
  for (const [i, line] of lines.entries()) {
    const fitted = fittedSize(pen, line, size, width - 6, family);
    pen.text(line, x + width / 2, top + size * (1 + i * 1.25), fitted, family, 'center');
  }
};

/** A sender's line over a rule, a logo, the address. */
export const letterAddress: LabelContent = (pen, { x, y, width, height }, style, random) => {
  const family = pick(style, FAMILIES);
  const pad = 3 + style() * 1.5;
  const small = Math.min(2.2, height / 16);
  const sender = `Muster GmbH · Am Markt ${whole(style, 1, 99)} · ${digits(style, 5)} Köln`;
  pen.text(sender, x + pad, y + pad + small, small, family);
  pen.line(x + pad, y + pad + small * 1.5, x + width - pad, y + pad + small * 1.5, 0.25);
  if (style() < 0.6) pen.disc(x + width - pad - 4, y + height - pad - 4, Math.min(4, height / 9));
  const room = height - 2 * pad - small * 2.5;
  const size = sizeFor(pen, width - 2 * pad, room, family);
  addressAt(pen, { x: x + pad, y: y + pad + small * 2.5, width: width - 2 * pad }, size, family, addressLines(random));
};

/** The name and price of goods, and the bars below. */
export const product: LabelContent = (pen, { x, y, width, height }, style, random) => {
  const family = pick(style, FAMILIES);
  const pad = 2.5 + style() * 2;
  const size = Math.min(3.4, height / 9);
  pen.text(sentence(random, 3).slice(0, 24), x + pad, y + pad + size, size, family);
  if (style() < 0.6) {
    pen.text(
      `${whole(random, 1, 99)},${digits(random, 2)} €`,
      x + width - pad,
      y + pad + size * 2.6,
      size * 1.5,
      'InterBold',
      'right',
    );
  }
  const top = y + pad + size * 3;
  const bars = Math.max(5, height - 2 * pad - size * 4.4);
  const wide = Math.min(width - 2 * pad, 40);
  const ean = style() < 0.5;
  const number = digits(random, 12);
  if (ean) pen.bars('ean13', number, x + pad, top, wide, bars);
  else pen.bars('code128', `X00${capitals(random, 7)}`, x + pad, top, wide, bars);
  pen.text(number, x + pad + wide / 2, top + bars + size, size * 0.9, 'RobotoMono', 'center');
};

/** A code at the left, its description at the right. */
export const asset: LabelContent = (pen, { x, y, width, height }, style, random) => {
  const pad = 2.5 + style() * 1.5;
  const side = Math.min(height - 2 * pad, width * 0.4, 28);
  const kind = style() < 0.6 ? 'qr' : 'datamatrix';
  pen.matrix(kind, `https://example.org/a/${digits(random, 10)}`, x + pad, y + (height - side) / 2, side);
  const size = Math.min(3.6, height / 8);
  const left = x + pad + side + 3;
  const lines = [
    'Property of Muster GmbH',
    `Asset ${digits(random, 6)}`,
    name(random),
    `Room ${whole(random, 1, 400)}`,
  ];
  for (const [i, line] of lines.entries()) {
    const fitted = Math.min(size, (size * (x + width - 2 - left)) / pen.widthOf(line, size));
    pen.text(line, left, y + pad + size * (1.2 + i * 1.4), fitted);
  }
};

/** Boxes inside the label that are no labels themselves. */
export const boxed: LabelContent = (pen, { x, y, width, height }, style, random) => {
  const pad = 3 + style() * 2;
  const size = Math.min(3.2, height / 10);
  pen.text(`LOT ${digits(random, 6)}`, x + pad, y + pad + size, size * 1.2, 'InterBold');
  const boxTop = y + pad + size * 2;
  const boxHeight = height - 2 * pad - size * 2;
  const boxWidth = (width - 2 * pad) * (0.5 + style() * 0.25);
  pen.frame(x + pad, boxTop, boxWidth, boxHeight, 0.35, style() < 0.4 ? 1.5 : 0);
  const lines = addressLines(random);
  const small = sizeFor(pen, boxWidth - 4, boxHeight - 3, 'Roboto');
  addressAt(pen, { x: x + pad + 2, y: boxTop + 1.5, width: boxWidth - 4 }, small, 'Roboto', lines);
  const right = x + pad + boxWidth + 2;
  pen.text(
    pick(random, ['PASS', 'QC OK', 'FRAGILE']),
    right,
    boxTop + size * 1.4,
    Math.min(size, (x + width - pad - right) / 4),
    'InterBold',
  );
};

export const badge: LabelContent = (pen, { x, y, width, height }, style, random) => {
  const band = height * 0.2;
  if (style() < 0.5) {
    pen.fill(x + 3, y + 3, width - 6, band);
    const fitted = fittedSize(pen, 'CONFERENCE', band * 0.55, width - 10, 'InterBold');
    pen.white('CONFERENCE', x + width / 2, y + 3 + band * 0.7, fitted, 'InterBold', 'center');
  } else {
    const fitted = fittedSize(pen, 'HELLO MY NAME IS', band * 0.5, width - 8, 'InterBold');
    pen.text('HELLO MY NAME IS', x + width / 2, y + 4 + band * 0.6, fitted, 'InterBold', 'center');
  }
  const who = name(random);
  const size = Math.min(9, height / 5, ((width - 10) * 9) / pen.widthOf(who, 9, 'InterBold'));
  pen.text(who, x + width / 2, y + height * 0.6, size, 'InterBold', 'center');
  pen.text(sentence(random, 2), x + width / 2, y + height * 0.6 + size * 1.1, size * 0.5, 'Roboto', 'center');
};

export const chinese: LabelContent = (pen, { x, y, width, height }, style, random) => {
  const pad = 3;
  const size = Math.min(4, height / 9, (width - 2 * pad) / 16);
  const rows = [
    han(random, 6),
    han(random, whole(random, 11, 15)),
    han(random, whole(random, 4, 9)),
    digits(random, 11),
  ];
  for (const [i, row] of rows.entries()) pen.text(row, x + pad, y + pad + size * (1 + i * 1.4), size, 'NotoSC');
  const top = y + pad + size * 6.4;
  if (style() < 0.7 && top + 6 < y + height - pad) {
    pen.bars('code128', `SF${digits(random, 12)}`, x + pad, top, width - 2 * pad, y + height - pad - top);
  }
};

export const SMALL_CONTENTS: readonly LabelContent[] = [
  address,
  centredAddress,
  letterAddress,
  product,
  asset,
  boxed,
  badge,
  chinese,
];

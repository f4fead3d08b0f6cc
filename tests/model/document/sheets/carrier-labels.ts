import type { Rect } from '#model/kernel/geometry.ts';
import { pick, whole, type Random } from '#tests/support/symbol-values.ts';
import type { LabelContent } from './label-contents.ts';
import type { Pen } from './pen.ts';
import { addressLines, capitals, digits, han, name, streetAndTown } from './words.ts';

// Shipping labels as the carriers design them. All of it is inside the given box; the sheet decides whether the box has a
// frame.

function lines(pen: Pen, x: number, y: number, size: number, texts: readonly string[], family = 'Roboto'): void {
  for (const [i, text] of texts.entries()) pen.text(text, x, y + size * (1 + i * 1.2), size, family);
}

function barsWithNumber(pen: Pen, random: Random, { x, y, width, height }: Rect): void {
  const number = digits(random, 20);
  const size = Math.min(3.2, height / 6);
  pen.bars('code128', number, x, y, width, height - size * 1.4);
  pen.text(
    number.replaceAll(/(.{4})/g, '$1 ').trim(),
    x + width / 2,
    y + height - size * 0.2,
    size,
    'RobotoMono',
    'center',
  );
}

/** Rules across the whole width: sender, recipient, routing, bars (as UPS, SF and Cainiao have it). */
export const ruled: LabelContent = (pen, { x, y, width, height }, style, random) => {
  const pen1 = 0.3 + style() * 0.4;
  const at = (part: number): number => y + height * part;
  const size = Math.min(3.4, height / 40, width / 30);
  lines(pen, x + 3, at(0.015), size * 0.8, addressLines(random));
  pen.text('1 OF 1', x + width - 3, at(0.015) + size, size, 'InterBold', 'right');
  pen.text('SHIP TO:', x + 3, at(0.19), size, 'InterBold');
  lines(pen, x + 8, at(0.2), size * 1.2, addressLines(random), 'Inter');
  pen.line(x, at(0.37), x + width, at(0.37), pen1);
  const code = Math.min(width * 0.24, height * 0.15);
  pen.matrix(style() < 0.5 ? 'aztec' : 'qr', digits(random, 40), x + 3, at(0.385), code);
  const route = `${capitals(random, 3)} ${digits(random, 3)} 9-${digits(random, 2)}`;
  const routeSize = Math.min(height * 0.05, (width - code - 12) / pen.widthOf(route, 1, 'InterBold'));
  pen.text(route, x + code + 9, at(0.45), routeSize, 'InterBold');
  pen.bars('code128', digits(random, 10), x + code + 9, at(0.47), width * 0.5, height * 0.06);
  pen.line(x, at(0.55), x + width, at(0.55), pen1 * 2);
  const service = Math.min(height * 0.038, width / 11);
  pen.text(pick(style, ['UPS STANDARD', 'EXPRESS SAVER', 'GROUND']), x + 3, at(0.6), service, 'InterBold');
  pen.text(`TRACKING #: 1Z ${digits(random, 3)} ${digits(random, 3)}`, x + 3, at(0.635), size);
  pen.line(x, at(0.65), x + width, at(0.65), pen1);
  barsWithNumber(pen, random, { x: x + width * 0.08, y: at(0.67), width: width * 0.84, height: height * 0.2 });
  pen.line(x, at(0.89), x + width, at(0.89), pen1);
  lines(pen, x + 3, at(0.9), size * 0.9, ['Billing: P/P', `Ref 1: ${digits(random, 8)}`]);
};

/** A letter in a box, boxes for the service, everything under one another (as USPS and Correos have it). */
export const postal: LabelContent = (pen, { x, y, width, height }, style, random) => {
  const at = (part: number): number => y + height * part;
  const box = Math.min(width * 0.24, height * 0.18);
  const rule = 0.4 + style() * 0.5;
  pen.frame(x + 2, y + 2, box, box, rule);
  pen.text(pick(style, ['P', 'F', 'E']), x + 2 + box / 2, y + 2 + box * 0.82, box * 0.85, 'InterBold', 'center');
  pen.frame(x + width - 2 - box * 1.2, y + 2, box * 1.2, box * 0.75, 0.25);
  lines(pen, x + width - box * 1.15, y + 3, box * 0.12, ['US POSTAGE PAID', 'Muster Inc.', 'eVS']);
  pen.line(x, at(0.2), x + width, at(0.2), rule);
  pen.text(
    pick(style, ['PRIORITY MAIL 2-DAY', 'PAQUETE AZUL', 'FIRST-CLASS PKG']),
    x + width / 2,
    at(0.255),
    Math.min(height * 0.05, width / 14),
    'InterBold',
    'center',
  );
  pen.line(x, at(0.275), x + width, at(0.275), rule);
  const size = Math.min(3.6, height / 36, width / 30);
  lines(pen, x + 3, at(0.285), size * 0.85, addressLines(random));
  lines(pen, x + 10, at(0.45), size * 1.15, addressLines(random), 'Inter');
  pen.line(x, at(0.66), x + width, at(0.66), rule * 1.6);
  pen.text('TRACKING #', x + width / 2, at(0.7), size, 'InterBold', 'center');
  barsWithNumber(pen, random, { x: x + width * 0.1, y: at(0.715), width: width * 0.8, height: height * 0.2 });
  pen.line(x, at(0.935), x + width, at(0.935), rule);
};

/** Two columns at the head, an inner box around the recipient, two bars (as DHL, DPD, GLS and Hermes have it). */
export const parcel: LabelContent = (pen, { x, y, width, height }, style, random) => {
  const at = (part: number): number => y + height * part;
  const size = Math.min(3.2, height / 40, width / 32);
  const logo = pick(style, ['DHL', 'dpd', 'GLS', 'Hermes', 'evri']);
  if (style() < 0.5) {
    pen.fill(x + 2, y + 2, width * 0.4, height * 0.09);
    pen.white(logo, x + 5, at(0.085), height * 0.07);
  } else pen.text(logo, x + 3, at(0.085), height * 0.075, 'InterBold');
  lines(pen, x + width * 0.55, at(0.015), size * 0.75, [
    `Kd.-Nr. ${digits(random, 10)}`,
    'V01PAK',
    `${whole(random, 1, 31)} kg`,
    'Paket',
  ]);
  lines(pen, x + 3, at(0.115), size * 0.8, [name(random), streetAndTown(random)]);
  pen.frame(x + 3, at(0.19), width * 0.66, height * 0.25, 0.35, style() < 0.5 ? 2 : 0);
  lines(pen, x + 5, at(0.2), size * 1.2, addressLines(random), 'Inter');
  pen.matrix(
    style() < 0.5 ? 'datamatrix' : 'qr',
    digits(random, 30),
    x + width * 0.74,
    at(0.2),
    Math.min(width * 0.22, height * 0.16),
  );
  pen.text(
    `${digits(random, 2)}.${digits(random, 3)}.${digits(random, 3)}`,
    x + 4,
    at(0.52),
    height * 0.055,
    'InterBold',
  );
  barsWithNumber(pen, random, { x: x + 6, y: at(0.55), width: width * 0.7, height: height * 0.17 });
  barsWithNumber(pen, random, { x: x + 6, y: at(0.77), width: width - 12, height: height * 0.2 });
};

/** A big route, a table of small cells, Chinese addresses, a code (as SF, Cainiao and ZTO have it). */
export const waybill: LabelContent = (pen, { x, y, width, height }, style, random) => {
  const at = (part: number): number => y + height * part;
  const size = Math.min(3.4, height / 34, width / 30);
  const rule = 0.3;
  const carrier = pick(style, ['中通快递', '顺丰速运', '圆通快递']);
  pen.text(carrier, x + 3, at(0.07), Math.min(height * 0.05, (width * 0.38) / carrier.length), 'NotoSC');
  pen.bars('code128', `75${digits(random, 12)}`, x + width * 0.42, at(0.015), width * 0.52, height * 0.075);
  pen.line(x, at(0.11), x + width, at(0.11), rule);
  const route = `${digits(random, 3)}-${capitals(random, 1)}${digits(random, 2)}-${digits(random, 3)}`;
  const large = Math.min(height * 0.075, (width - 6) / pen.widthOf(route, 1, 'InterBold'));
  pen.text(route, x + width / 2, at(0.19), large, 'InterBold', 'center');
  pen.line(x, at(0.21), x + width, at(0.21), rule);
  for (const [i, head] of ['收', '寄'].entries()) {
    const top = 0.225 + i * 0.16;
    pen.disc(x + 6, at(top + 0.05), size * 1.1);
    lines(
      pen,
      x + 13,
      at(top),
      size,
      [
        `${han(random, 3)}  ${digits(random, 11)}`,
        han(random, 18).slice(0, Math.floor((width - 16) / size)),
        han(random, 9),
        head,
      ],
      'NotoSC',
    );
    pen.line(x, at(top + 0.15), x + width, at(top + 0.15), rule);
  }
  barsWithNumber(pen, random, { x: x + width * 0.1, y: at(0.56), width: width * 0.8, height: height * 0.14 });
  pen.line(x, at(0.72), x + width, at(0.72), rule);
  pen.line(x + width * 0.62, at(0.72), x + width * 0.62, at(0.97), rule);
  lines(pen, x + 3, at(0.735), size * 0.85, [han(random, 12), `订单 ${digits(random, 8)}`, han(random, 10)], 'NotoSC');
  pen.matrix('qr', digits(random, 40), x + width * 0.66, at(0.74), Math.min(width * 0.28, height * 0.2));
};

/** Plenty of white between few things, no rule at all (as Royal Mail and Colissimo have it). */
export const airy: LabelContent = (pen, { x, y, width, height }, style, random) => {
  const at = (part: number): number => y + height * part;
  const size = Math.min(4, height / 32, width / 28);
  pen.text(pick(style, ['Royal Mail', 'Colissimo', 'PostNL']), x + 5, at(0.08), height * 0.05, 'InterBold');
  pen.matrix('datamatrix', digits(random, 30), x + width - 5 - height * 0.13, at(0.03), height * 0.13);
  pen.text(pick(style, ['Tracked 48', 'Signed For', 'Domicile']), x + 5, at(0.14), size * 1.3, 'Inter');
  barsWithNumber(pen, random, { x: x + 8, y: at(0.24), width: width - 16, height: height * 0.2 });
  lines(pen, x + 6, at(0.52), size * 1.1, addressLines(random), 'Inter');
  lines(pen, x + 6, at(0.82), size * 0.75, ['Return address', name(random), streetAndTown(random)]);
};

export const CARRIER_CONTENTS: readonly LabelContent[] = [ruled, postal, parcel, waybill, airy];

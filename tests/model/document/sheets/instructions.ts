import type { Rect } from '#model/kernel/geometry.ts';
import { pick, whole, type Random } from '#tests/support/symbol-values.ts';
import type { Pen } from './pen.ts';
import { capitals, digits, name, sentence, street, town } from './words.ts';

const TITLES = [
  'How to use your label',
  'Instructions',
  'Ihr Versandschein',
  'Comprobante de envío',
  'What happens next?',
];

/** Lines that fill the width; the baseline after the last one. */
function paragraph(pen: Pen, random: Random, x: number, y: number, width: number, size: number, words: number): number {
  let line = '';
  let baseline = y + size;
  for (const word of sentence(random, words).split(' ')) {
    if (pen.widthOf(`${line} ${word}`, size) > width) {
      pen.text(line, x, baseline, size);
      line = word;
      baseline += size * 1.3;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  pen.text(line, x, baseline, size);
  return baseline + size * 0.4;
}

/** Text next to a carrier's label: a title, numbered steps, a receipt with its number in letters, small print. */
export function drawInstructions(pen: Pen, { x, y, width, height }: Rect, random: Random): void {
  const size = 2.6 + random() * 1.2;
  let at = y + 2;
  const room = (needed: number): boolean => at + needed < y + height - 2;
  pen.text(pick(random, TITLES), x + 2, at + size * 1.6, size * 1.6, 'InterBold');
  at += size * 3;
  const steps = whole(random, 3, 6);
  for (let i = 1; i <= steps && room(size * 8); i++) {
    pen.text(`${i}.`, x + 2, at + size, size, 'InterBold');
    at = paragraph(pen, random, x + 8, at, width - 12, size, whole(random, 12, 30)) + size * 0.7;
  }
  if (random() < 0.5 && room(28)) {
    pen.frame(x + 2, at, width - 4, 24, 0.25);
    const rows = [
      `Tracking number: ${capitals(random, 2)} ${digits(random, 9)}`,
      `To: ${name(random)}, ${street(random)}`,
      town(random),
    ];
    for (const [i, row] of rows.entries()) pen.text(row, x + 5, at + 6 + i * 6, Math.min(3, width / 30));
    at += 28;
  }
  while (room(size * 12) && random() < 0.6) {
    at = paragraph(pen, random, x + 2, at, width - 6, size * 0.8, whole(random, 25, 60)) + size;
  }
}

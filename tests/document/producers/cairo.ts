import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, type MadeDocument } from './made-document.ts';

const DRAWINGS: Readonly<Record<string, string>> = {
  'shapes and dashes':
    '<rect x="10" y="10" width="80" height="40" fill="none" stroke="black" stroke-width="0.7"/><circle cx="50" cy="90" r="25"/>' +
    '<path d="M5 140 L95 120" stroke="black" stroke-width="1.5" stroke-dasharray="4 2"/>',
  'text along the way': [6, 9, 14]
    .map((size, i) => `<text x="8" y="${30 + i * 25}" font-family="DejaVu Sans" font-size="${size}">Parcel 4711</text>`)
    .join(''),
  'bars of a code': Array.from({ length: 60 }, (_, i) =>
    (i * 7) % 3 === 0 ? '' : `<rect x="${10 + i * 1.33}" y="20" width="${0.6 + (i % 4) * 0.2}" height="60"/>`,
  ).join(''),
  'gradients and groups':
    '<defs><linearGradient id="g"><stop offset="0"/><stop offset="1" stop-color="white"/></linearGradient></defs>' +
    '<g transform="rotate(12 50 75)" opacity="0.8"><rect x="15" y="40" width="70" height="70" fill="url(#g)"/></g>',
};

/** Drawings that librsvg prints with cairo. */
export function cairoDocuments(): Promise<readonly MadeDocument[]> {
  return inFolder((folder) =>
    Object.entries(DRAWINGS).map(([name, drawing], i) => {
      const [from, to] = [join(folder, `${i}.svg`), join(folder, `${i}.pdf`)];
      writeFileSync(
        from,
        `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="150mm" viewBox="0 0 100 150">${drawing}</svg>`,
      );
      execFileSync('rsvg-convert', ['-f', 'pdf', '-o', to, from]);
      return { name: `cairo: ${name}`, pdf: new Uint8Array(readFileSync(to)) };
    }),
  );
}

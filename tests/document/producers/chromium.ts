import { launchShell } from '../../support/chromium.ts';
import type { MadeDocument } from './made-document.ts';

const WORDS = 'Sphinx of black quartz, judge my vow 0123456789';

const PAGES: Readonly<Record<string, { readonly html: string; readonly size?: readonly [string, string] }>> = {
  'text of several sizes': {
    html: [7, 9, 12, 18, 30, 48].map((pt) => `<p style="font: ${pt}pt serif">${WORDS}</p>`).join(''),
  },
  'a table with borders': {
    html:
      '<table style="border-collapse: collapse; font: 10pt sans-serif">' +
      Array.from(
        { length: 14 },
        (_, row) =>
          `<tr>${Array.from({ length: 6 }, (__, column) => `<td style="border: 0.7pt solid; padding: 3pt">${row * column} kg</td>`).join('')}</tr>`,
      ).join('') +
      '</table>',
  },
  'a carrier’s label': {
    size: ['100mm', '150mm'],
    html:
      '<div style="border: 2pt solid; height: 130mm; font: 14pt sans-serif; padding: 4mm"><b>TO</b><br>Jo Example<br>12 Some Street' +
      '<div style="border-top: 1pt solid; margin-top: 6mm; padding-top: 4mm; font-size: 40pt">A-17</div>' +
      '<div style="height: 30mm; width: 80mm; background: repeating-linear-gradient(90deg, #000 0 0.5mm, #fff 0.5mm 1.25mm)"></div></div>',
  },
  'turned and skewed boxes': {
    html: [0, 7, 15, 45, 90]
      .map(
        (by) =>
          `<div style="position: absolute; left: ${60 + by * 4}px; top: ${80 + by * 6}px; width: 180px; height: 60px; border: 3px solid; ` +
          `font: 16pt monospace; transform: rotate(${by}deg)">${by} degrees</div>`,
      )
      .join(''),
  },
  'circles and curves': {
    html:
      '<svg width="600" height="700" fill="none" stroke="#000"><circle cx="200" cy="200" r="120" stroke-width="6"/>' +
      '<path d="M50 500 C 150 300 350 700 550 420" stroke-width="2"/><path d="M50 600 q 100 -80 200 0 t 200 0" stroke-width="9" ' +
      'stroke-linecap="round"/><polygon points="400,60 560,60 480,220" fill="#000"/><rect x="330" y="250" width="160" height="90" rx="20" ' +
      'stroke-dasharray="12 6" stroke-width="3"/></svg>',
  },
  'colours and half tones': {
    html: ['#000', '#333', '#b00020', '#00639c', '#2e7d32', '#ffd600', '#999']
      .map(
        (colour) =>
          `<div style="width: 400px; height: 50px; margin: 8px; background: ${colour}; print-color-adjust: exact"></div>`,
      )
      .join(''),
  },
  'two columns on Letter': {
    size: ['8.5in', '11in'],
    html: `<div style="columns: 2; font: 10pts serif; text-align: justify">${`${WORDS}. `.repeat(60)}</div>`,
  },
};

/** Pages that Chromium prints with Skia. */
export async function chromiumDocuments(): Promise<readonly MadeDocument[]> {
  const browser = await launchShell();
  try {
    const page = await browser.newPage();
    const made: MadeDocument[] = [];
    for (const [name, { html, size = ['210mm', '297mm'] }] of Object.entries(PAGES)) {
      await page.setContent(`<body style="margin: 5mm">${html}</body>`);
      const [width, height] = size;
      const pdf = await page.pdf({ width, height, printBackground: true });
      made.push({ name: `Chromium: ${name}`, pdf: new Uint8Array(pdf) });
    }
    return made;
  } finally {
    await browser.close();
  }
}

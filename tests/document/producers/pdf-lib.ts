import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { degrees, PDFDocument, rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import * as fontkit from 'fontkit';
import { createPng } from '../../print/create-image-files.ts';
import type { MadeDocument } from './made-document.ts';

type Draw = (page: PDFPage, font: PDFFont, document: PDFDocument) => void | Promise<void>;

const require = createRequire(import.meta.url);

const PAGES: Readonly<Record<string, { readonly size: [number, number]; readonly draw: Draw }>> = {
  'a label with a frame': {
    size: [288, 432],
    draw(page, font) {
      page.drawRectangle({ x: 12, y: 12, width: 264, height: 408, borderWidth: 2, borderColor: rgb(0, 0, 0) });
      page.drawText('Route 12\nJo Example\n12 Some Street', { x: 30, y: 370, size: 20, lineHeight: 26, font });
    },
  },
  'turned text': {
    size: [400, 400],
    draw(page, font) {
      for (let by = 0; by < 360; by += 30)
        page.drawText(`${by} degrees`, { x: 200, y: 200, size: 16, rotate: degrees(by), font });
    },
  },
  'a picture': {
    size: [300, 300],
    async draw(page, _font, document) {
      const png = await document.embedPng(
        createPng(64, 64, (x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? [0, 0, 0, 255] : [255, 255, 255, 255])),
      );
      page.drawImage(png, { x: 40, y: 40, width: 220, height: 220 });
    },
  },
  'a drawing from a path': {
    size: [350, 350],
    draw(page) {
      page.drawSvgPath('M 0 0 L 200 0 C 260 90 140 160 200 240 L 0 240 Z', {
        x: 60,
        y: 300,
        borderWidth: 3,
        borderColor: rgb(0, 0, 0),
      });
      page.drawEllipse({ x: 150, y: 170, xScale: 60, yScale: 30, color: rgb(0.1, 0.1, 0.1) });
    },
  },
  'a page that is turned': {
    size: [420, 300],
    draw(page, font) {
      page.setRotation(degrees(90));
      page.drawText('This way up', { x: 60, y: 140, size: 40, font });
      page.drawLine({ start: { x: 20, y: 20 }, end: { x: 400, y: 280 }, thickness: 1.3 });
    },
  },
};

/** PDFs from pdf-lib, with an embedded font of the product. */
export async function pdfLibDocuments(): Promise<readonly MadeDocument[]> {
  const file = readFileSync(require.resolve('@expo-google-fonts/roboto-mono/400Regular/RobotoMono_400Regular.ttf'));
  const made: MadeDocument[] = [];
  for (const [name, { size, draw }] of Object.entries(PAGES)) {
    const document = await PDFDocument.create();
    document.registerFontkit(fontkit as unknown as Parameters<PDFDocument['registerFontkit']>[0]);
    const font = await document.embedFont(file);
    await draw(document.addPage(size), font, document);
    made.push({ name: `pdf-lib: ${name}`, pdf: new Uint8Array(await document.save()) });
  }
  return made;
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { LabelElement } from '#model/elements/element.ts';
import { composeElement, composeLabel } from '#model/page/compose.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { launchShell } from '../tests/support/chromium.ts';
import { BULK_DPI, BULK_HEIGHT_MM, BULK_WIDTH_MM, bulkRecord, createBulkTemplate } from './page/bulk-label.ts';
import { BULK_SIZE } from './page/bulk.ts';
import { createOurs, isSymbol } from './page/ours.ts';
import { makePdfmePdf } from './page/pdfme-peer.ts';
import { toPeerLabel } from './page/peer-label.ts';
import type { PeerLabel } from './page/peer.ts';

const ROBOTO = join(import.meta.dirname, '../node_modules/@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf');
const WARM = 5;

/** The bulk labels in the peers' format: the same texts, and the same rectangles of our symbols. */
async function peerLabels(count: number): Promise<PeerLabel[]> {
  const ours = createOurs(await loadSkiaInNode(), createNodeFontSource(), loadZxingInNode);
  const template = createBulkTemplate();
  await ours.compose(template, bulkRecord(0), BULK_DPI);
  const context = ours.context(BULK_DPI);
  return Array.from({ length: count }, (_, n) => {
    const record = bulkRecord(n);
    const symbols = template.elements
      .filter(isSymbol)
      .map((e): [LabelElement, ReturnType<typeof composeElement>] => [e, composeElement(e, record, context)]);
    const composed = composeLabel(template, record, context, ours.withReady(new Map(symbols)));
    return toPeerLabel(template.elements, record, composed, BULK_SIZE);
  });
}

function htmlOf({ width, height, frame, texts, rects }: PeerLabel, font: string): string {
  const words = texts.map((t) => `<text x="${t.x}" y="${t.baseline}" font-size="${t.size}">${t.text}</text>`).join('');
  const symbols = rects.map((list) => {
    let data = '';
    for (let i = 0; i < list.length; i += 4)
      data += `M${list[i]} ${list[i + 1]}h${list[i + 2]}v${list[i + 3]}h-${list[i + 2]}z`;
    return `<path d="${data}"/>`;
  });
  return `<!doctype html><style>@font-face{font-family:Roboto;src:url(data:font/ttf;base64,${font})}@page{margin:0}body{margin:0}svg{display:block;width:${BULK_WIDTH_MM}mm;height:${BULK_HEIGHT_MM}mm;font-family:Roboto}</style><svg viewBox="0 0 ${width} ${height}"><rect x="${frame.x}" y="${frame.y}" width="${frame.width}" height="${frame.height}" fill="none" stroke="#000" stroke-width="${frame.pen}"/>${words}${symbols.join('')}</svg>`;
}

/**
 * Milliseconds per label by Chromium's `page.pdf`, with this many pages of one browser in parallel, each reused for the
 * next label. The symbols are made before the clock starts, and nothing is verified.
 */
export async function pagePdfMs(labels: number, atOnce: number): Promise<number> {
  const font = (await readFile(ROBOTO)).toString('base64');
  const all = (await peerLabels(labels + WARM * atOnce)).map((label) => htmlOf(label, font));
  const browser = await launchShell();
  try {
    const print = async (page: Page, html: string): Promise<void> => {
      await page.setContent(html);
      const pdf = await page.pdf({ width: `${BULK_WIDTH_MM}mm`, height: `${BULK_HEIGHT_MM}mm`, printBackground: true });
      if (pdf.length === 0) throw new Error('no page');
    };
    const pages = await Promise.all(Array.from({ length: atOnce }, () => browser.newPage()));
    for (const page of pages) for (let i = 0; i < WARM; i++) await print(page, all.pop() ?? '');
    const started = performance.now();
    await Promise.all(
      pages.map(async (page) => {
        for (let html = all.pop(); html !== undefined; html = all.pop()) await print(page, html);
      }),
    );
    return (performance.now() - started) / labels;
  } finally {
    await browser.close();
  }
}

/** Milliseconds per label by pdfme in Node: one PDF with all labels; pdfme encodes the symbols. */
export async function pdfmeMs(labels: number): Promise<number> {
  const data = new Uint8Array(await readFile(ROBOTO)).buffer;
  return (await makePdfmePdf(data, labels)) / labels;
}

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import type { Browser } from 'playwright';
import { launchShell } from '#tests/support/chromium.ts';
import { openVitePage } from '#tests/support/vite-page.ts';
import { garbageCollector } from './collect-garbage.ts';
import type { PageReader, PageTimes, PageWant } from './document-page.ts';
import { median, type Figure } from './figure.ts';
import { pageMemory } from './page-memory.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = '.cache/documents';
const PRINT: PageWant = { dotsPerMm: 300 / 25.4 };
const THUMBNAIL: PageWant = { longSidePx: 240 };
const PAGES = 12;
const MANY_PAGES = 500;
/** Goals of the specification: 300 dpi pages twice as fast, a first thumbnail of 500 pages within a second. */
const GOAL = 2;
const FIRST_LIMIT_MS = 1000;

type ReadPages = (reader: PageReader, address: string, pages: number, want: PageWant) => Promise<PageTimes>;

/**
 * PDFs in Chromium: from a File until the pixels of its pages are on the main thread, ours in a worker against pdf.js
 * with its worker, each in a page of its own. `document-pages-shapes`: text, tables and codes as shapes, in gray at 300
 * dpi, from which dots are made; `document-pages-scans`: photographs of such pages, and `document-pages-scans-color` on
 * tinted paper. `document-pages-first`: 500 pages
 * until the first thumbnail, against the limit of one second; the counts include the time of pdf.js.
 * `document-pages-memory`: what the page's process holds after the thumbnails of 50 pages against that after all 500;
 * the counts include the scripts' share, with pdfium's memory, and the peak before garbage collection.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  await mkdir(join(ROOT, FOLDER), { recursive: true });
  const browser = await launchShell();
  try {
    const shapes = await shapesPdf(browser);
    const figures = [await comparePages('document-pages-shapes', shapes, quick ? 1 : 3)];
    if (quick) return figures;
    figures.push(await comparePages('document-pages-scans', await scansPdf(browser, 'white'), 3));
    figures.push(await comparePages('document-pages-scans-color', await scansPdf(browser, 'antiquewhite'), 3));
    const many = await copiesOf(shapes, MANY_PAGES);
    return [...figures, await firstThumbnail(many), await memory(many)];
  } finally {
    await browser.close();
    await rm(join(ROOT, FOLDER), { recursive: true, force: true });
  }
}

async function comparePages(name: string, pdf: Uint8Array, rounds: number): Promise<Figure> {
  const [ours, peers]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const mine = await readIn('ours', pdf, PAGES, PRINT);
    const peer = await readIn('pdfjs', pdf, PAGES, PRINT);
    if (Math.abs(mine.darkShare - peer.darkShare) > 0.01 || mine.darkShare === 0) throw new Error('the pages differ');
    ours.push(mine.allMs / PAGES);
    peers.push(peer.allMs / PAGES);
  }
  const [ms, peerMs] = [median(ours), median(peers)];
  return { name, ms, peerMs, goal: GOAL, ratio: peerMs / ms, against: 'pdf.js' };
}

async function firstThumbnail(pdf: Uint8Array): Promise<Figure> {
  const [ours, peers]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round++) {
    ours.push((await readIn('ours', pdf, 1, THUMBNAIL)).firstMs);
    peers.push((await readIn('pdfjs', pdf, 1, THUMBNAIL)).firstMs);
  }
  const ms = median(ours);
  return {
    name: 'document-pages-first',
    ms,
    peerMs: FIRST_LIMIT_MS,
    goal: 1,
    ratio: FIRST_LIMIT_MS / ms,
    against: '1s-limit',
    details: { pdfjsMs: Math.round(median(peers)) },
  };
}

async function memory(pdf: Uint8Array): Promise<Figure> {
  const few = await readIn('ours', pdf, 50, THUMBNAIL);
  const all = await readIn('ours', pdf, MANY_PAGES, THUMBNAIL);
  return {
    name: 'document-pages-memory',
    ms: all.allMs,
    peerMs: few.allMs,
    goal: 0.8,
    ratio: few.heldMb / all.heldMb,
    against: 'after-50-pages',
    details: {
      heldMb: Math.round(all.heldMb),
      heldMbAfter50: Math.round(few.heldMb),
      scriptsMb: Math.round(all.scriptsMb),
      scriptsMbAfter50: Math.round(few.scriptsMb),
      peakMb: Math.round(all.peakMb),
      peakMbAfter50: Math.round(few.peakMb),
    },
  };
}

/** Memory after garbage collection, and the peak. */
interface MemoryOfPages {
  readonly heldMb: number;
  readonly scriptsMb: number;
  readonly peakMb: number;
}

async function readIn(
  reader: PageReader,
  pdf: Uint8Array,
  pages: number,
  want: PageWant,
): Promise<PageTimes & MemoryOfPages> {
  await writeFile(join(ROOT, FOLDER, 'bench.pdf'), pdf);
  const { page, close } = await openVitePage('/benchmarks/document-page.ts', ['comlink', 'pdfjs-dist']);
  try {
    const browser = page.context().browser();
    if (browser === null) throw new Error('a page without a browser');
    const collect = await garbageCollector(page);
    await page.waitForFunction(() => 'readPages' in globalThis);
    const times = await page.evaluate(
      ([which, address, count, wanted]) =>
        (globalThis as unknown as { readPages: ReadPages }).readPages(which, address, count, wanted),
      [reader, `/${FOLDER}/bench.pdf`, pages, want] as const,
    );
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    const peaks = await Promise.all(renderers.map(({ id }) => peakMb(id)));
    await collect();
    const { processMB: heldMb, scriptsMB: scriptsMb } = (await pageMemory(browser))();
    return { ...times, heldMb, scriptsMb, peakMb: Math.max(...peaks) };
  } finally {
    await close();
  }
}

/** Peak memory of a process in MB, as Linux counts it. */
async function peakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

const TEXT = 'Deliver between eight and twelve, ring twice, leave nothing at the door. '.repeat(8);

function pageHtml(number: number): string {
  const rows = Array.from(
    { length: 18 },
    (_, row) =>
      `<tr>${Array.from({ length: 6 }, (__, column) => `<td>${number * 100 + row * 7 + column} kg</td>`).join('')}</tr>`,
  ).join('');
  const bars = Array.from(
    { length: 90 },
    (_, i) => `<rect x="${i * 5}" width="${1 + ((i * number) % 4)}" height="90"/>`,
  ).join('');
  return (
    `<section><h1>Consignment ${number}</h1><p>${TEXT}</p><svg width="460" height="90">${bars}</svg>` +
    `<table>${rows}</table><p>${TEXT}</p></section>`
  );
}

const STYLE =
  '<style>body { margin: 12mm; font: 10.5pt serif } section { break-after: page } td { border: 0.6pt solid; padding: 2pt 6pt } ' +
  'table { border-collapse: collapse }</style>';

async function shapesPdf(browser: Browser): Promise<Uint8Array> {
  const page = await browser.newPage();
  await page.setContent(STYLE + Array.from({ length: PAGES }, (_, i) => pageHtml(i + 1)).join(''));
  const pdf = await page.pdf({ width: '210mm', height: '297mm' });
  await page.close();
  return pdf;
}

/** The pages as a scanner at 300 dpi would give them: one JPEG each. */
async function scansPdf(browser: Browser, paper: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = await browser.newPage({ viewport: { width: 794, height: 1123 }, deviceScaleFactor: 3.125 });
  for (let number = 1; number <= PAGES; number++) {
    await page.setContent(`${STYLE}<style>html { background: ${paper} }</style>${pageHtml(number)}`);
    const jpeg = await document.embedJpg(await page.screenshot({ type: 'jpeg', quality: 80 }));
    document.addPage([595.28, 841.89]).drawImage(jpeg, { x: 0, y: 0, width: 595.28, height: 841.89 });
  }
  await page.close();
  return document.save();
}

async function copiesOf(pdf: Uint8Array, pages: number): Promise<Uint8Array> {
  const from = await PDFDocument.load(pdf);
  const to = await PDFDocument.create();
  while (to.getPageCount() < pages)
    for (const page of await to.copyPages(from, from.getPageIndices())) to.addPage(page);
  while (to.getPageCount() > pages) to.removePage(to.getPageCount() - 1);
  return to.save();
}

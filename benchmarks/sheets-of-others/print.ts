import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchShell } from '#tests/support/chromium.ts';
import type { Page as BrowserPage } from 'playwright';
import { readPixels, type Pixels } from './pixels.ts';
import type { Area, Label, Page, Sheet } from './sheet.ts';
import type { Code, TrueLabel, TruePage } from '#tests/document/sheets-of-others/truth.ts';

const FONTS = join(import.meta.dirname, '../../node_modules/@expo-google-fonts');
const ORIGIN = 'http://sheets.invalid';
const PX_PER_MM = 96 / 25.4;

/** Family, file below the fonts' folder, and its characters if not all. */
const FACES = [
  ['Inter', 'inter/400Regular/Inter_400Regular.ttf', 400, ''],
  ['Inter', 'inter/700Bold/Inter_700Bold.ttf', 700, ''],
  ['Roboto', 'roboto/400Regular/Roboto_400Regular.ttf', 400, ''],
  ['Roboto', 'roboto/700Bold/Roboto_700Bold.ttf', 700, ''],
  ['Condensed', 'roboto-condensed/400Regular/RobotoCondensed_400Regular.ttf', 400, ''],
  ['Condensed', 'roboto-condensed/700Bold/RobotoCondensed_700Bold.ttf', 700, ''],
  ['Slab', 'roboto-slab/400Regular/RobotoSlab_400Regular.ttf', 400, ''],
  ['Slab', 'roboto-slab/700Bold/RobotoSlab_700Bold.ttf', 700, ''],
  ['Mono', 'roboto-mono/400Regular/RobotoMono_400Regular.ttf', 400, ''],
  ['Oswald', 'oswald/400Regular/Oswald_400Regular.ttf', 400, ''],
  ['Chinese', 'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf', 400, 'U+2E80-9FFF,U+FF00-FFEF'],
  ['Chinese', 'noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf', 700, 'U+2E80-9FFF,U+FF00-FFEF'],
  ['Arabic', 'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf', 400, 'U+0600-06FF'],
  ['Arabic', 'noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf', 700, 'U+0600-06FF'],
  ['Thai', 'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf', 400, 'U+0E00-0E7F'],
  ['Thai', 'noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf', 700, 'U+0E00-0E7F'],
] as const;

export const SHEET_FONTS = ['Inter', 'Roboto', 'Condensed', 'Slab', 'Mono', 'Oswald', 'DejaVu Sans'] as const;

const STYLES = `
  ${FACES.map(([family, file, weight, range]) => `@font-face{font-family:${family};src:url(${ORIGIN}/${file});font-weight:${weight}${range && `;unicode-range:${range}`}}`).join('')}
  :root{--mono:Mono;--serif:Slab,Chinese,Arabic,Thai}
  *{box-sizing:border-box;margin:0}
  html,body{background:#fff;color:#000;line-height:1.2}
  .page{position:relative;overflow:clip;break-after:page}
  .page:last-child{break-after:auto}
  .cell,.aside,.label,.lines{position:absolute}
  .label,.aside{overflow:hidden}
  .lines{left:0;top:0}
  .labels-only .lines,.labels-only .aside{visibility:hidden}
`;

/** A printed sheet: its PDF file and its ground truth. */
export interface Print {
  readonly pdf: Buffer;
  readonly pages: readonly TruePage[];
}

export interface Printer {
  /**
   * Null if something does not fit on a label even in the smallest text. The ink of labels is everything darker than
   * this gray value (0 to 255), which remains visible on the page's scan.
   */
  readonly print: (sheet: Sheet, inkBelow: number) => Promise<Print | null>;
  readonly close: () => Promise<void>;
}

/** Lays out sheets in Chromium and prints them to PDF. */
export async function openPrinter(): Promise<Printer> {
  const browser = await launchShell(['--font-render-hinting=none']);
  const page = await browser.newPage();
  await page.route(`${ORIGIN}/**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    const html = `<!doctype html><meta charset="utf-8"><style>${STYLES}</style><style id="pages"></style><body></body>`;
    return path === '/'
      ? route.fulfill({ contentType: 'text/html', body: html })
      : route.fulfill({ path: FONTS + path });
  });
  await page.goto(`${ORIGIN}/`);
  // A page that is printed before a font is loaded shows boxes in place of letters.
  await page.evaluate(async () => {
    await Promise.all([...document.fonts].map((face) => face.load()));
  });
  return { print: (sheet, inkBelow) => printSheet(page, sheet, inkBelow), close: () => browser.close() };
}

async function printSheet(browserPage: BrowserPage, sheet: Sheet, inkBelow: number): Promise<Print | null> {
  const rules = sheet.pages.map(({ width, height }, i) => `@page p${i}{size:${width}mm ${height}mm;margin:0}`).join('');
  const body = sheet.pages.map(pageHtml).join('');
  await browserPage.evaluate(
    async ({ rules, body, font }) => {
      const style = document.querySelector('#pages');
      if (style !== null) style.textContent = rules;
      document.body.style.fontFamily = `${font},Chinese,Arabic,Thai,sans-serif`;
      document.body.className = '';
      document.body.innerHTML = body;
      await document.fonts.ready;
    },
    { rules, body, font: sheet.font },
  );
  if (!(await browserPage.evaluate(shrinkToFit))) return null;
  const codes = await browserPage.evaluate(measureCodes, PX_PER_MM);
  const options = { preferCSSPageSize: true, printBackground: true };
  const pdf = withFixedDates(await browserPage.pdf(options));
  await browserPage.evaluate(() => document.body.classList.add('labels-only'));
  const inked = renderPdf(await browserPage.pdf(options), 192);
  const sizes = [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/gu)];
  if (sizes.length !== sheet.pages.length || inked.length !== sizes.length) throw new Error('the PDF has other pages');
  const pages = sheet.pages.map((page, i): TruePage => {
    const pixels = inked[i];
    const [, width = '', height = ''] = sizes[i] ?? [];
    if (pixels === undefined) throw new Error('a page was not rendered');
    return {
      page: i + 1,
      width: toHundredth((Number(width) * 25.4) / 72),
      height: toHundredth((Number(height) * 25.4) / 72),
      skew: 0,
      labels: page.labels.map((label, j) => trueLabel(label, inkIn(pixels, label, inkBelow), codes[i]?.[j] ?? [])),
      ...(page.altOrder === undefined ? {} : { altOrder: page.altOrder }),
    };
  });
  return { pdf, pages };
}

function trueLabel(label: Label, content: Area | null, codes: readonly MeasuredCode[]): TrueLabel {
  const { x, y, width, height, rotation } = label;
  if (content === null) throw new Error('a label is empty');
  // Modules below 0.2 mm are too small for readers.
  const readable = codes.filter(({ moduleMm }) => moduleMm >= 0.2).map(({ type, text, ...area }) => ({ type, text, ...hundredths(area) }));
  return { ...hundredths({ x, y, width, height }), rotation, content: hundredths(content), codes: readable };
} // prettier-ignore

function areaStyle({ x, y, width, height }: Area): string {
  return `left:${x}mm;top:${y}mm;width:${width}mm;height:${height}mm`;
}

function pageHtml(page: Page, i: number): string {
  const { width, height } = page;
  const asides = page.asides.map(
    (aside) => `<div class="aside" dir="${aside.rtl === true ? 'rtl' : 'ltr'}" style="${areaStyle(aside)};--u:1mm">${aside.html}</div>`,
  );
  const drawn = (svg: string): string =>
    `<svg class="lines" viewBox="0 0 ${width} ${height}" style="width:${width}mm;height:${height}mm">${svg}</svg>`;
  const size = `page:p${i};width:${width}mm;height:${height - 0.3}mm`;
  return `<div class="page" style="${size}">${drawn(page.back ?? '')}${page.labels.map(labelHtml).join('')}${asides.join('')}${drawn(page.lines)}</div>`;
} // prettier-ignore

function labelHtml(label: Label): string {
  const { width, height, margin, rotation } = label;
  const [w, h] = rotation % 180 === 0 ? [width, height] : [height, width];
  const inner = {
    x: (width - w) / 2 + margin,
    y: (height - h) / 2 + margin,
    width: w - 2 * margin,
    height: h - 2 * margin,
  };
  const style = `${areaStyle(inner)};transform:rotate(${rotation}deg);--u:${label.unit}mm`;
  const content = `<div class="label" dir="${label.rtl ? 'rtl' : 'ltr'}" style="${style}">${label.html}</div>`;
  return `<div class="cell" style="${areaStyle(label)}">${content}</div>`;
}

/** In the page: shrinks the units of content that does not fit. False if a label would be too small to read. */
function shrinkToFit(): boolean {
  for (const element of document.querySelectorAll<HTMLElement>('.label,.aside')) {
    const start = Number.parseFloat(element.style.getPropertyValue('--u'));
    let unit = start;
    while (element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1) {
      unit *= 0.94;
      if (unit < start * 0.4 || unit < 0.2) return false;
      element.style.setProperty('--u', `${unit}mm`);
    }
  }
  return true;
}

/** The same sheet is the same file on any day. */
function withFixedDates(pdf: Buffer): Buffer {
  return Buffer.from(pdf.toString('latin1').replaceAll(/\(D:\d{14}/gu, '(D:20260101000000'), 'latin1');
}

interface MeasuredCode extends Code {
  readonly moduleMm: number;
}

/** In the page: the codes of each label of each page, in mm from the page's top left. */
function measureCodes(pxPerMm: number): MeasuredCode[][][] {
  return [...document.querySelectorAll('.page')].map((page) => {
    const origin = page.getBoundingClientRect();
    return [...page.querySelectorAll('.cell')].map((cell) =>
      [...cell.querySelectorAll<SVGElement>('svg.code')].flatMap((svg): MeasuredCode[] => {
        const box = svg.getBoundingClientRect();
        const { type = '', text = '', modules = '1' } = svg.dataset;
        if (type === 'maxicode') return [];
        const [x, y] = [(box.left - origin.left) / pxPerMm, (box.top - origin.top) / pxPerMm];
        const moduleMm = Number.parseFloat(getComputedStyle(svg).width) / pxPerMm / Number(modules);
        return [{ type, text, x, y, width: box.width / pxPerMm, height: box.height / pxPerMm, moduleMm }];
      }),
    );
  });
}

/** Pages of a PDF file as gray pixels, or in color. */
export function renderPdf(pdf: Buffer, dpi: number, color = false): Pixels[] {
  const folder = mkdtempSync(join(tmpdir(), 'sheets-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf);
    const rendered = execFileSync('pdftoppm', ['-r', String(dpi), ...(color ? [] : ['-gray']), 'in.pdf'], {
      cwd: folder,
      maxBuffer: 2 ** 30,
    });
    return readPixels(rendered);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The box of everything darker than a gray value inside an area of a page that was rendered at 192 dpi, in mm. */
function inkIn(pixels: Pixels, area: Area, inkBelow: number): Area | null {
  const perMm = 192 / 25.4;
  const [left, right] = [Math.max(0, Math.round(area.x * perMm)), Math.min(pixels.width, Math.round((area.x + area.width) * perMm))];
  const [top, bottom] = [Math.max(0, Math.round(area.y * perMm)), Math.min(pixels.height, Math.round((area.y + area.height) * perMm))];
  let [x0, y0, x1, y1] = [right, bottom, -1, -1];
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++)
      if ((pixels.data[y * pixels.width + x] ?? 255) < inkBelow) {
        x0 = Math.min(x0, x);
        x1 = Math.max(x1, x);
        y0 = Math.min(y0, y);
        y1 = Math.max(y1, y);
      }
  return x1 < 0 ? null : { x: x0 / perMm, y: y0 / perMm, width: (x1 + 1 - x0) / perMm, height: (y1 + 1 - y0) / perMm };
} // prettier-ignore

export function toHundredth(value: number): number {
  return Math.round(value * 100) / 100;
}

export function hundredths(area: Area): Area {
  return { x: toHundredth(area.x), y: toHundredth(area.y), width: toHundredth(area.width), height: toHundredth(area.height) };
} // prettier-ignore

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { Peer } from './page/peer.ts';

const MODULES = join(import.meta.dirname, '../node_modules');
const ROBOTO = join(MODULES, '@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf');
const FAMILY = 'Roboto';

/** One canvas, reused for each label. */
export function createNapiPeer(width: number, height: number): Peer {
  if (GlobalFonts.registerFromPath(ROBOTO, FAMILY) === null) throw new Error('no font');
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  return async (label) => {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#000';
    const { x, y, width: w, height: h, pen } = label.frame;
    context.lineWidth = pen;
    context.strokeRect(x, y, w, h);
    for (const { text, x: left, baseline, size } of label.texts) {
      context.font = `${size}px ${FAMILY}`;
      context.fillText(text, left, baseline);
    }
    for (const rects of label.rects) {
      for (let i = 0; i < rects.length; i += 4) {
        context.fillRect(rects[i] ?? 0, rects[i + 1] ?? 0, rects[i + 2] ?? 0, rects[i + 3] ?? 0);
      }
    }
    return canvas.encodeSync('png');
  };
}

/** Makes an SVG for each label, with one path per symbol, which gives the fewest nodes. */
export async function createResvgPeer(): Promise<Peer> {
  await initWasm(await readFile(join(MODULES, '@resvg/resvg-wasm/index_bg.wasm')));
  const font = {
    fontBuffers: [new Uint8Array(await readFile(ROBOTO))],
    defaultFontFamily: FAMILY,
    loadSystemFonts: false,
  };
  return async (label) => {
    const { x, y, width, height, pen } = label.frame;
    const texts = label.texts.map(
      (t) => `<text x="${t.x}" y="${t.baseline}" font-size="${t.size}" font-family="${FAMILY}">${t.text}</text>`,
    );
    const symbols = label.rects.map((rects) => {
      let data = '';
      for (let i = 0; i < rects.length; i += 4) {
        data += `M${rects[i]} ${rects[i + 1]}h${rects[i + 2]}v${rects[i + 3]}h-${rects[i + 2]}z`;
      }
      return `<path d="${data}"/>`;
    });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${label.width}" height="${label.height}"><rect width="100%" height="100%" fill="#fff"/><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="#000" stroke-width="${pen}"/>${texts.join('')}${symbols.join('')}</svg>`;
    const resvg = new Resvg(svg, { font });
    const image = resvg.render();
    const png = image.asPng();
    image.free();
    resvg.free();
    return png;
  };
}

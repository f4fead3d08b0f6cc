import { median, type Figure } from './figure.ts';
import { measureInPage } from './open-page.ts';

const AGAINST: Readonly<Record<string, string>> = {
  konva: 'konva',
  fabric: 'fabric',
  canvas2d: 'Canvas2D+convertToBlob',
};
const GOALS: Readonly<Record<string, number>> = { konva: 6, fabric: 3, canvas2d: 3 };
/** A whole verified page (symbols encoded, read back, hashed) against Konva's mere picture. */
const VERIFIED_GOAL = 2;

/** 100 x 80 mm at 300 dpi, five texts, Code 128 and QR, new values in each, to a PNG. */
export async function run(): Promise<readonly Figure[]> {
  const { ms, pngBytes } = await measureInPage('bulk');
  const figure = (name: string, mine: string, peer: string, goal: number): Figure => {
    const [own = [], others = []] = [ms[mine], ms[peer]];
    // Each round by itself: what slows the machine down slows both.
    const ratios = others.map((other, i) => other / (own[i] ?? NaN));
    return {
      name,
      ratio: median(ratios),
      goal,
      against: AGAINST[peer] ?? peer,
      ms: median(own),
      peerMs: median(others),
      counts: { pngBytes: pngBytes[mine] ?? 0 },
    };
  };
  return [
    ...Object.entries(GOALS).map(([peer, goal]) => figure(`render-bulk-${peer}`, 'ours', peer, goal)),
    figure('render-bulk-verified-konva', 'verified', 'konva', VERIFIED_GOAL),
  ];
}

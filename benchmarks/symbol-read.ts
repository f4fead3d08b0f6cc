import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { symbolWidthDots } from '#model/symbology/geometry.ts';
import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES, type Symbology } from '#model/symbology/types.ts';
import { type BitPlane, copyPlane, createBitPlane, hasInk } from '#render-worker/bits/bit-plane.ts';
import { readBack } from '#render-worker/read-back/read-back.ts';
import { createFuzzParts } from '#tests/fuzz/fuzz-parts.ts';
import { paintSymbol } from '#tests/support/symbol-fuzz.ts';
import type { Figure } from './figure.ts';

/** Limits in microseconds. */
const LINEAR_LIMIT = 50;
const MATRIX_LIMIT = 300;
const ROUNDS = 150;
const READS = 8;
const PEER_READS = 3;
/** 100 x 100 mm at 300 dpi. */
const LABEL = { width: 1181, height: 1181 };
const AT = { x: 40, y: 40 };
/** Dots per module. The longest symbols only fit with `FEWER_DOTS`. */
const DOTS = 3;
const FEWER_DOTS = 2;

/**
 * Reads back and grades one symbol on a label, against zxing-wasm with its default options on the whole label; in Node.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const parts = await createFuzzParts();
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  const figures: Figure[] = [];
  const label = { x: 0, y: 0, ...LABEL };
  const all: readonly Symbology[] = [...LINEAR_SYMBOLOGIES, ...MATRIX_SYMBOLOGIES];
  for (const symbology of quick ? (['code128'] as const) : all) {
    const symbol = expectOk(encodeSymbol(symbology, symbologyInfo(symbology).defaultValue, {}));
    const room = LABEL.width - 2 * AT.x - 40;
    const dots = symbolWidthDots(symbol, DOTS) > room ? FEWER_DOTS : DOTS;
    const planes = ROTATIONS.map((rotation) => {
      const painted = paintSymbol(parts.painter, symbol, { dots, dpi: 300, rotation, barDots: 120 });
      const plane = createBitPlane(LABEL.width, LABEL.height);
      copyPlane(painted.plane, plane, AT.x, AT.y);
      const { bounds } = painted.placed;
      return { plane, placed: { ...painted.placed, bounds: { ...bounds, x: bounds.x + AT.x, y: bounds.y + AT.y } } };
    });
    const readAll = (): void => {
      for (let i = 0; i < READS; i++) {
        const { plane, placed } = planes[i % planes.length] ?? { plane: null, placed: null };
        if (plane === null) continue;
        const { problem } = readBack(parts.zxing, plane, label, placed, 300);
        if (problem !== null) throw new Error(`${symbology}: ${problem.code}`);
      }
    };
    const ms = (await fastest(ROUNDS, readAll)) / READS;
    const limit = (symbol.kind === 'linear' ? LINEAR_LIMIT : MATRIX_LIMIT) / 1000;
    figures.push({
      name: `symbol-read-${symbology}-limit`,
      ratio: limit / ms,
      goal: 1,
      against: `${limit} ms`,
      ms,
      peerMs: limit,
    });
    const picture = pictureOf(planes[0]?.plane ?? createBitPlane(1, 1));
    const peerMs = await fastest(PEER_READS, () => readBarcodes(picture));
    figures.push({
      name: `symbol-read-${symbology}-zxing`,
      ratio: peerMs / ms,
      goal: 50,
      against: 'zxing-wasm, default options, whole label',
      ms,
      peerMs,
    });
  }
  return figures;
}

/** The picture in the form that a reader without bit planes takes. */
function pictureOf(plane: BitPlane): ImageData {
  const data = new Uint8ClampedArray(plane.width * plane.height * 4).fill(255);
  for (let y = 0; y < plane.height; y++) {
    for (let x = 0; x < plane.width; x++) {
      if (hasInk(plane, { x, y, width: 1, height: 1 }))
        data.fill(0, (y * plane.width + x) * 4, (y * plane.width + x) * 4 + 3);
    }
  }
  return { data, width: plane.width, height: plane.height, colorSpace: 'srgb' } as ImageData;
}

/** Milliseconds of the fastest round, which a busy machine disturbs least. */
async function fastest(rounds: number, work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

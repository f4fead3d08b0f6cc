import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { loadSkia, type Skia } from '#render-worker/skia/load.ts';
import { withRest } from '#render-worker/skia/parts.ts';
import { ROOT } from '#tests/support/source-imports.ts';

const PARTS = join(ROOT, 'render-worker/skia/parts');
const FIRST = join(PARTS, 'canvaskit.wasm');
const SHADER = 'half4 main(float2 at) { return half4(fract(at.x / 7), fract(at.y / 5), 0.5, 1); }';

/** The dots of a rectangle that is filled by a shader, whose compiler no label needs. */
function paintShader(skia: Skia): Uint8Array {
  const surface = skia.MakeSurface(40, 20);
  const shader = skia.RuntimeEffect.Make(SHADER)?.makeShader([]);
  if (surface === null || shader === undefined) throw new Error('there is no shader');
  const paint = new skia.Paint();
  paint.setShader(shader);
  surface.getCanvas().drawRect([0, 0, 40, 20], paint);
  const image = surface.makeImageSnapshot();
  const info = { ...image.getImageInfo(), colorSpace: skia.ColorSpace.SRGB };
  const dots = image.readPixels(0, 0, info);
  if (!(dots instanceof Uint8Array)) throw new Error('there are no dots');
  return dots;
}

test('the parts of Skia belong to the installed package: otherwise npm run skia-parts -- --profile makes new ones', () => {
  const { whole } = JSON.parse(readFileSync(join(PARTS, 'functions.json'), 'utf8')) as { readonly whole: string };
  const installed = readFileSync(join(ROOT, 'node_modules/canvaskit-wasm/bin/canvaskit.wasm'));
  expect(createHash('sha256').update(installed).digest('hex')).toBe(whole);
});

test('the compressed first part is the first part', () => {
  expect(brotliDecompressSync(readFileSync(`${FIRST}.br`)).equals(readFileSync(FIRST))).toBe(true);
});

test('the first call of a function that labels do not need loads the rest once, and paints what the whole paints', async () => {
  const size = readFileSync(FIRST).length;
  let loads = 0;
  const loadRest = (): WebAssembly.Module => {
    loads++;
    return new WebAssembly.Module(readFileSync(join(PARTS, 'skia-rest.wasm')));
  };
  const { instantiate } = WebAssembly;
  const isFirst = (source: Response | BufferSource): boolean => 'byteLength' in source && source.byteLength === size;
  const inParts = await withRest(isFirst, loadRest, () => loadSkia({ wasmUrl: FIRST }));
  expect(WebAssembly.instantiate).toBe(instantiate);
  expect(loads).toBe(0);
  const dots = paintShader(inParts);
  expect(new Set(dots).size).toBeGreaterThan(10);
  expect(dots).toEqual(paintShader(await loadSkia({})));
  expect(paintShader(inParts)).toEqual(dots);
  expect(loads).toBe(1);
});

test('a rest that cannot be loaded is an error of the function that needs it, and is loaded at the next call', async () => {
  const size = readFileSync(FIRST).length;
  let fails = true;
  const loadRest = (): WebAssembly.Module => {
    if (fails) throw new Error('no network');
    return new WebAssembly.Module(readFileSync(join(PARTS, 'skia-rest.wasm')));
  };
  const isFirst = (source: Response | BufferSource): boolean => 'byteLength' in source && source.byteLength === size;
  const skia = await withRest(isFirst, loadRest, () => loadSkia({ wasmUrl: FIRST }));
  expect(() => paintShader(skia)).toThrow('no network');
  fails = false;
  expect(paintShader(skia).some((value) => value > 0)).toBe(true);
});

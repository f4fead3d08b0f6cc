import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { bulkFigures } from './bulk-figures.ts';
import type { Figure } from './figure.ts';
import { createNapiPeer, createResvgPeer } from './node-peers.ts';
import { BULK_SIZE, runBulk } from './page/bulk.ts';
import { createOurs } from './page/ours.ts';

/** Few labels: these peers take a tenth of a second for each. */
const QUICK_ROUNDS = { warmUp: 6, counted: 9 };

/** The labels of `render-bulk` in Node, to a PNG. */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const ours = createOurs(await loadSkiaInNode(), createNodeFontSource(), loadZxingInNode);
  const peers = { napi: createNapiPeer(BULK_SIZE.width, BULK_SIZE.height) };
  const times = quick
    ? await runBulk(ours, peers, QUICK_ROUNDS)
    : await runBulk(ours, { ...peers, resvg: await createResvgPeer() });
  const napi = { name: 'render-node-napi', mine: 'ours', peer: 'napi', against: '@napi-rs/canvas', goal: 15 };
  const resvg = { name: 'render-node-resvg', mine: 'ours', peer: 'resvg', against: 'resvg-wasm', goal: 25 };
  return bulkFigures(times, quick ? [napi] : [napi, resvg]);
}

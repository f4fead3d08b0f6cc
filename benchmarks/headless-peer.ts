import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { composeLabel } from '#model/page/compose.ts';
import { createNapiPeer } from './node-peers.ts';
import { BULK_SIZE } from './page/bulk.ts';
import { BULK_DPI, bulkRecord, createBulkTemplate } from './page/bulk-label.ts';
import { createOurs } from './page/ours.ts';
import { toPeerLabel } from './page/peer-label.ts';

const LABELS = 8;

/**
 * Gives a function that draws a label of the bulk run with @napi-rs/canvas to a PNG, each time the next of a few. Their
 * symbols are encoded beforehand.
 */
export async function createNapiLabels(): Promise<() => Promise<Uint8Array>> {
  const ours = createOurs(await loadSkiaInNode(), createNodeFontSource(), loadZxingInNode);
  const template = createBulkTemplate();
  const context = ours.context(BULK_DPI);
  await ours.compose(template, bulkRecord(0), BULK_DPI);
  const labels = Array.from({ length: LABELS }, (_, n) =>
    toPeerLabel(template.elements, bulkRecord(n), composeLabel(template, bulkRecord(n), context), BULK_SIZE),
  );
  const peer = createNapiPeer(BULK_SIZE.width, BULK_SIZE.height);
  let next = 0;
  return () => {
    const label = labels[next++ % labels.length];
    if (label === undefined) throw new Error('no label');
    return peer(label);
  };
}

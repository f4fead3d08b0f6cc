import { bytesOf, fillRects, PEER_FONT, type Peer } from './peer.ts';

/** The browser's own canvas, reused for each label; in a page or a worker. */
export function createCanvas2dPeer(width: number, height: number): Peer {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('no canvas');
  return async (label) => {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#000';
    const { x, y, width: w, height: h, pen } = label.frame;
    context.lineWidth = pen;
    context.strokeRect(x, y, w, h);
    for (const { text, x: left, baseline, size } of label.texts) {
      context.font = `${size}px ${PEER_FONT}`;
      context.fillText(text, left, baseline);
    }
    for (const rects of label.rects) fillRects(context, rects);
    return bytesOf(await canvas.convertToBlob({ type: 'image/png' }));
  };
}

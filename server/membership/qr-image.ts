import { encodeQr } from '#model/symbology/matrix/qr.ts';

const QUIET = 4;

/** A QR code as a picture that a page can show: a `data:` URL of an SVG; empty where the content does not fit. */
export function qrImage(content: string): string {
  if (content === '') return '';
  const symbol = encodeQr(content, 'QR', { level: 'M' });
  if (!symbol.ok || symbol.value.kind !== 'matrix') return '';
  const { columns, rows, modules } = symbol.value;
  let path = '';
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (modules[y * columns + x] === 1) path += `M${x} ${y}h1v1h-1z`;
    }
  }
  const box = `${-QUIET} ${-QUIET} ${columns + 2 * QUIET} ${rows + 2 * QUIET}`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="240" height="240" shape-rendering="crispEdges">` +
    `<rect x="${-QUIET}" y="${-QUIET}" width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

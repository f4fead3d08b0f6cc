import type { ReactElement } from 'react';
import { encodeQr } from '#model/symbology/matrix/qr.ts';

interface QrPictureProps {
  readonly content: string;
  /** What is spoken in its place. */
  readonly title: string;
}

/** A QR code on the screen, drawn by the encoder of the labels; nothing where the content does not fit. */
export function QrPicture({ content, title }: QrPictureProps): ReactElement | null {
  const symbol = encodeQr(content, 'QR', { level: 'M' });
  if (!symbol.ok || symbol.value.kind !== 'matrix') return null;
  const { columns, rows, modules, quietModules } = symbol.value;
  const quiet = Math.max(typeof quietModules === 'number' ? quietModules : 0, 4);
  let path = '';
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (modules[y * columns + x] === 1) path += `M${x} ${y}h1v1h-1z`;
    }
  }
  return (
    <svg
      className="factor-qr"
      role="img"
      aria-label={title}
      viewBox={`${-quiet} ${-quiet} ${columns + 2 * quiet} ${rows + 2 * quiet}`}
      shapeRendering="crispEdges"
    >
      <rect x={-quiet} y={-quiet} width={columns + 2 * quiet} height={rows + 2 * quiet} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

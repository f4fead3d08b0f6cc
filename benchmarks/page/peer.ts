/** A label in pixels for all peers: texts with their positions, symbols as dark rectangles. */
export interface PeerLabel {
  readonly width: number;
  readonly height: number;
  readonly frame: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly pen: number;
  };
  readonly texts: readonly {
    readonly text: string;
    readonly x: number;
    readonly baseline: number;
    readonly size: number;
  }[];
  /** x, y, width, height, x, y … */
  readonly rects: readonly Int32Array[];
}

/** Draws a label with objects reused from the previous label, and gives a PNG. */
export type Peer = (label: PeerLabel) => Promise<Uint8Array>;

export const PEER_FONT = 'Roboto';

export async function bytesOf(blob: Blob | null): Promise<Uint8Array> {
  if (blob === null) throw new Error('no picture');
  return new Uint8Array(await blob.arrayBuffer());
}

/** Works on any of the 2D contexts. */
export function fillRects(
  context: { fillRect(x: number, y: number, w: number, h: number): void },
  rects: Int32Array,
): void {
  for (let i = 0; i < rects.length; i += 4) {
    context.fillRect(rects[i] ?? 0, rects[i + 1] ?? 0, rects[i + 2] ?? 0, rects[i + 3] ?? 0);
  }
}

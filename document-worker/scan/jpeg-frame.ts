/** A baseline JPEG of one scan, as ITU-T T.81 describes it, with offsets into its bytes. */
export interface JpegFrame {
  readonly width: number;
  readonly height: number;
  /** Gray, or luminance and two colors. */
  readonly components: readonly JpegComponent[];
  /** The steps of quantizers by number, in the order of a scan. */
  readonly quantizers: ReadonlyMap<number, Uint16Array>;
  /** Where the counts of Huffman tables are: by number, 16 added for the other coefficients. */
  readonly tables: ReadonlyMap<number, number>;
  readonly restartInterval: number;
  readonly scanAt: number;
}

interface JpegComponent {
  /** Blocks in a unit of the scan. */
  readonly across: number;
  readonly down: number;
  readonly quantizer: number;
  readonly firstTable: number;
  readonly otherTable: number;
}

const SOF0 = 0xc0;
const SOF1 = 0xc1;
const DHT = 0xc4;
const SOI = 0xd8;
const SOS = 0xda;
const DQT = 0xdb;
const DRI = 0xdd;
const APP0 = 0xe0;
const APP14 = 0xee;
/** Segments that change nothing: the other application segments and the comment. */
const isIgnored = (marker: number): boolean => (marker > APP0 && marker < 0xf0 && marker !== APP14) || marker === 0xfe;
/** The numbers of tables of each class are 0 to this. */
const MOST_TABLE = 3;
/** libjpeg repeats the colors of a narrower picture instead of filtering them. */
const LEAST_COLORED = 5;
const ADOBE = [0x41, 0x64, 0x6f, 0x62, 0x65];
const JFIF = [0x4a, 0x46, 0x49, 0x46, 0];
/** `transform` of an Adobe segment: the colors are luminance and two differences. */
const ADOBE_YCC = 1;

/** Reads the segments before the scan. Null for any JPEG that isn't baseline, in one scan, and gray or YCbCr. */
export function readJpegFrame(bytes: Uint8Array): JpegFrame | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const quantizers = new Map<number, Uint16Array>();
  const tables = new Map<number, number>();
  let [isJfif, isNotYcc, restartInterval] = [false, false, 0];
  let frame: { width: number; height: number; parts: readonly FramePart[] } | null = null;
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const from = at + 4;
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length || end < from) return null;
    if (marker === DQT) {
      if (!readQuantizers(view, from, end, quantizers)) return null;
    } else if (marker === DHT) {
      if (!readTables(bytes, from, end, tables)) return null;
    } else if (marker === DRI) restartInterval = view.getUint16(from);
    else if (marker === APP0) isJfif ||= startsWith(bytes, from, JFIF);
    else if (marker === APP14) isNotYcc ||= startsWith(bytes, from, ADOBE) && bytes[from + 11] !== ADOBE_YCC;
    else if (marker === SOF0 || marker === SOF1) {
      if (frame !== null || bytes[from] !== 8) return null;
      frame = {
        height: view.getUint16(from + 1),
        width: view.getUint16(from + 3),
        parts: Array.from({ length: bytes[from + 5] as number }, (_, i) => framePart(bytes, from + 6 + 3 * i)),
      };
    } else if (marker === SOS) {
      if (frame === null || frame.width === 0 || frame.height === 0) return null;
      const { parts } = frame;
      const isColor = parts.length === 3;
      if (bytes[from] !== parts.length || (!isColor && parts.length !== 1) || (isColor && isNotYcc)) return null;
      // Without a JFIF segment, the numbers of the components name the colors.
      if (isColor && !isJfif && !parts.every(({ id }, i) => id === i + 1)) return null;
      const components = parts.map((part, i) => ({
        ...part,
        // The unit of a single component is one block.
        ...(isColor ? {} : { across: 1, down: 1 }),
        firstTable: (bytes[from + 2 + 2 * i] as number) >> 4,
        otherTable: 16 + ((bytes[from + 2 + 2 * i] as number) & 15),
      }));
      const isSound = components.every(
        ({ id, quantizer, firstTable, otherTable }, i) =>
          bytes[from + 1 + 2 * i] === id &&
          quantizers.has(quantizer) &&
          tables.has(firstTable) &&
          tables.has(otherTable),
      );
      if (!isSound || !isSampled(components) || (isColor && frame.width < LEAST_COLORED)) return null;
      return { width: frame.width, height: frame.height, components, quantizers, tables, restartInterval, scanAt: end };
    } else if (!isIgnored(marker)) return null;
    at = end;
  }
  return null;
}

interface FramePart {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  readonly quantizer: number;
}

function framePart(bytes: Uint8Array, at: number): FramePart {
  const sampling = bytes[at + 1] as number;
  return {
    id: bytes[at] as number,
    across: sampling >> 4,
    down: sampling & 15,
    quantizer: bytes[at + 2] as number,
  };
}

/** The colors have each sample of the luminance, or half as many across, or across and down. */
function isSampled([light, ...colors]: readonly { readonly across: number; readonly down: number }[]): boolean {
  if (light === undefined || light.across < 1 || light.down < 1) return false;
  if (light.across > 2 || light.down > 2 || (light.across === 1 && light.down === 2)) return false;
  return colors.every(({ across, down }) => across === 1 && down === 1);
}

function readQuantizers(view: DataView, from: number, end: number, into: Map<number, Uint16Array>): boolean {
  for (let at = from; at < end;) {
    const head = view.getUint8(at++);
    const size = head >> 4 === 0 ? 1 : 2;
    if (at + 64 * size > end) return false;
    const start = at;
    into.set(
      head & 15,
      Uint16Array.from({ length: 64 }, (_, i) =>
        size === 1 ? view.getUint8(start + i) : view.getUint16(start + 2 * i),
      ),
    );
    at += 64 * size;
  }
  return true;
}

function readTables(bytes: Uint8Array, from: number, end: number, into: Map<number, number>): boolean {
  for (let at = from; at < end;) {
    const head = bytes[at++] as number;
    into.set(head, at);
    if ((head & 0xef) > MOST_TABLE) return false;
    at += 16 + bytes.subarray(at, at + 16).reduce((sum, count) => sum + count, 0);
    if (at > end) return false;
  }
  return true;
}

function startsWith(bytes: Uint8Array, at: number, text: readonly number[]): boolean {
  return text.every((byte, i) => bytes[at + i] === byte);
}

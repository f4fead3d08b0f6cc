/** Writes baseline JPEGs with any sampling, as ITU-T T.81 describes them. */

export interface JpegOptions {
  readonly width: number;
  readonly height: number;
  /** The samples of a pixel: one for gray, three for luminance and colors, four for CMYK. */
  readonly pixelAt: (x: number, y: number) => readonly number[];
  /** Samples of the first component for one of the others. */
  readonly across?: number;
  readonly down?: number;
  /** The step of all coefficients. */
  readonly step?: number;
  readonly restartInterval?: number;
  readonly isJfif?: boolean;
  /** `transform` of an Adobe segment. */
  readonly adobe?: number;
}

/** Codes of 8 bits for first coefficients, and of 16 bits for the others: all symbols, so that long codes are used. */
const FIRST_SYMBOLS = Array.from({ length: 12 }, (_, i) => i);
const OTHER_SYMBOLS = [
  0,
  0xf0,
  ...Array.from({ length: 160 }, (_, i) => ((i >> 3) % 16) * 16 + (i & 7) + 1 + (i >= 128 ? 8 : 0)).filter(
    (symbol, i) => i < 128 || (symbol & 15) <= 10,
  ),
];

/** Code lengths: the first symbols get short codes. */
function lengthsOf(symbols: readonly number[]): readonly number[] {
  const counts = Array.from({ length: 17 }, () => 0);
  let [left, rest] = [1, symbols.length];
  for (let length = 1; length <= 16; length++) {
    left *= 2;
    // What remains must fit into the longer codes.
    const most = Math.floor((left * 2 ** (16 - length) - rest) / (2 ** (16 - length) - 1 || 1));
    const now = length === 16 ? rest : Math.max(0, Math.min(rest, length > 3 ? Math.ceil(most / 2) : 1, left - 1));
    counts[length] = now;
    left -= now;
    rest -= now;
  }
  return counts.slice(1);
}

function codesOf(symbols: readonly number[]): ReadonlyMap<number, readonly [code: number, length: number]> {
  const codes = new Map<number, readonly [number, number]>();
  let [code, at] = [0, 0];
  for (const [i, count] of lengthsOf(symbols).entries()) {
    for (let k = 0; k < count; k++) codes.set(symbols[at++] as number, [code++, i + 1]);
    code *= 2;
  }
  return codes;
}

const ZIGZAG: readonly number[] = Array.from({ length: 64 }, (_, i) => i).toSorted((a, b) => {
  const [sumA, sumB] = [(a >> 3) + (a & 7), (b >> 3) + (b & 7)];
  if (sumA !== sumB) return sumA - sumB;
  return sumA % 2 === 0 ? (a & 7) - (b & 7) : (a >> 3) - (b >> 3);
});

const COSINES = Array.from({ length: 64 }, (_, i) => {
  const [frequency, x] = [i >> 3, i & 7];
  return Math.cos(((2 * x + 1) * frequency * Math.PI) / 16) * (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5;
});

function coefficients(samples: readonly number[], step: number): readonly number[] {
  const rows = Array.from({ length: 64 }, (_, i) => {
    let sum = 0;
    for (let x = 0; x < 8; x++)
      sum += ((samples[(i >> 3) * 8 + x] as number) - 128) * (COSINES[(i & 7) * 8 + x] as number);
    return sum;
  });
  return Array.from({ length: 64 }, (_, i) => {
    let sum = 0;
    for (let y = 0; y < 8; y++) sum += (rows[y * 8 + (i & 7)] as number) * (COSINES[(i >> 3) * 8 + y] as number);
    return Math.round(sum / step);
  });
}

export function writeJpeg(options: JpegOptions): Uint8Array<ArrayBuffer> {
  const { width, height, pixelAt, across = 1, down = 1, step = 8, restartInterval = 0, isJfif = true, adobe } = options;
  const count = pixelAt(0, 0).length;
  const isSingle = count === 1;
  const [h, v] = isSingle ? [1, 1] : [across, down];
  const bytes: number[] = [0xff, 0xd8];
  const segment = (marker: number, content: readonly number[]): void => {
    bytes.push(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content);
  };
  if (isJfif) segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  if (adobe !== undefined) segment(0xee, [0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, adobe]);
  segment(0xdb, [0, ...Array.from({ length: 64 }, () => step)]);
  const frame = Array.from({ length: count }, (_, i) => [i + 1, i === 0 ? h * 16 + v : 0x11, 0]).flat();
  segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, count, ...frame]);
  segment(0xc4, [0, ...lengthsOf(FIRST_SYMBOLS), ...FIRST_SYMBOLS]);
  segment(0xc4, [16, ...lengthsOf(OTHER_SYMBOLS), ...OTHER_SYMBOLS]);
  if (restartInterval > 0) segment(0xdd, [restartInterval >> 8, restartInterval & 255]);
  segment(0xda, [count, ...Array.from({ length: count }, (_, i) => [i + 1, 0]).flat(), 0, 63, 0]);

  const [firstCodes, otherCodes] = [codesOf(FIRST_SYMBOLS), codesOf(OTHER_SYMBOLS)];
  let [bits, free] = [0, 8];
  const put = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i--) {
      bits = (bits << 1) | ((value >> i) & 1);
      if (--free > 0) continue;
      bytes.push(bits);
      if (bits === 0xff) bytes.push(0);
      [bits, free] = [0, 8];
    }
  };
  const putNumber = (value: number, size: number): void => put(value < 0 ? value + (1 << size) - 1 : value, size);
  const sizeOf = (value: number): number => (value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1);
  const last = Array.from({ length: count }, () => 0);
  const putBlock = (component: number, samples: readonly number[]): void => {
    const all = coefficients(samples, step);
    const difference = (all[0] as number) - (last[component] as number);
    last[component] = all[0] as number;
    put(...(firstCodes.get(sizeOf(difference)) as readonly [number, number]));
    putNumber(difference, sizeOf(difference));
    let zeros = 0;
    for (let k = 1; k < 64; k++) {
      const value = all[ZIGZAG[k] as number] as number;
      if (value === 0) {
        zeros++;
        continue;
      }
      for (; zeros > 15; zeros -= 16) put(...(otherCodes.get(0xf0) as readonly [number, number]));
      put(...(otherCodes.get(zeros * 16 + sizeOf(value)) as readonly [number, number]));
      putNumber(value, sizeOf(value));
      zeros = 0;
    }
    if (zeros > 0) put(...(otherCodes.get(0) as readonly [number, number]));
  };
  const finishByte = (): void => {
    if (free < 8) put(0xff, free);
  };
  const sample = (component: number, x: number, y: number): number =>
    pixelAt(Math.min(x, width - 1), Math.min(y, height - 1))[component] as number;
  const units = Math.ceil(width / (8 * h)) * Math.ceil(height / (8 * v));
  const perRow = Math.ceil(width / (8 * h));
  for (let unit = 0; unit < units; unit++) {
    if (restartInterval > 0 && unit > 0 && unit % restartInterval === 0) {
      finishByte();
      bytes.push(0xff, 0xd0 + ((unit / restartInterval - 1) & 7));
      last.fill(0);
    }
    const [left, top] = [(unit % perRow) * 8 * h, Math.floor(unit / perRow) * 8 * v];
    for (let component = 0; component < count; component++) {
      const [bx, by] = component === 0 ? [h, v] : [1, 1];
      const [sx, sy] = component === 0 ? [1, 1] : [h, v];
      for (let block = 0; block < bx * by; block++) {
        const [x0, y0] = [left + (block % bx) * 8, top + Math.floor(block / bx) * 8];
        putBlock(
          component,
          Array.from({ length: 64 }, (_, i) => sample(component, x0 + (i & 7) * sx, y0 + (i >> 3) * sy)),
        );
      }
    }
  }
  finishByte();
  bytes.push(0xff, 0xd9);
  return Uint8Array.from(bytes);
}

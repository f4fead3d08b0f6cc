/**
 * The kernel's functions as `assembly/` defines them. All work on `memory`: pointers are byte positions in it, and the
 * caller has reserved room there (`memory.ts`).
 */

export declare const memory: WebAssembly.Memory;
/** The first byte position that the kernel does not use itself. */
export declare function firstFree(): number;

export declare function spans(size: number, toSize: number, from: number, count: number, into: number): void;
export declare function distinctSpans(from: number, count: number, into: number, runs: number): number;
export declare function repeatBytes(bytes: number, runs: number, count: number, out: number): void;
export declare function averageLine(source: number, columns: number, count: number, line: number): void;
export declare function startSum(sum: number, line: number, weight: number, count: number): void;
export declare function addToSum(sum: number, line: number, weight: number, count: number): void;
export declare function finishSum(sum: number, area: number, count: number, out: number): void;

export declare function mixRows(gray: number, stride: number, steps: number, into: number): void;
export declare function floydSteinberg(
  mixed: number,
  width: number,
  carry: number,
  left: number,
  right: number,
  bits: number,
  stride: number,
  errors: number,
): void;
export declare function atkinson(
  gray: number,
  grayStride: number,
  width: number,
  carry: number,
  before: number,
  left: number,
  right: number,
  bits: number,
  stride: number,
  errors: number,
): void;

export declare function packRow(gray: number, width: number, levels: number, bits: number): void;
export declare function unpackRow(bits: number, bytes: number, to: number): void;
export declare function clearOf(opaque: number, paper: number, words: number): number;
export declare function transpose(
  bits: number,
  stride: number,
  width: number,
  to: number,
  toStride: number,
  at: number,
): void;
export declare function copyRows(
  from: number,
  fromStride: number,
  to: number,
  toStride: number,
  rows: number,
  width: number,
  mirrored: boolean,
  rest: number,
): void;

export declare function startInflate(state: number): void;
export declare function countInflated(
  state: number,
  from: number,
  size: number,
  isLast: boolean,
  wanted: number,
): number;
export declare function unpremultiply(rgba: number, count: number): void;

export declare function lumaOf(rgba: number, count: number, rounding: number, gray: number): void;
export declare function channelOf(rgba: number, count: number, channel: number, plane: number): void;
export declare function isOpaque(alpha: number, count: number): number;
export declare function onWhite(plane: number, alpha: number, count: number): void;
export declare function rgbOf(rgba: number, count: number, rgb: number): void;

export declare function startDeflate(state: number, filters: number): void;
export declare function mostOutput(state: number, rowBytes: number, rows: number): number;
export declare function deflateRows(state: number, rows: number, rowBytes: number, count: number, to: number): number;
export declare function endDeflate(state: number, above: number, rowBytes: number, to: number): number;

export declare function crc32(from: number, count: number, previous: number): number;
export declare function sha256Blocks(state: number, from: number, blocks: number): void;

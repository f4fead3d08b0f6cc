/**
 * The kernel's functions as `assembly/` defines them: a baseline JPEG to rows of gray. All work on `memory`: pointers are
 * byte positions in it, and the caller has reserved room there (`memory.ts`).
 */

export declare const memory: WebAssembly.Memory;
/** The first byte position that the kernel does not use itself. */
export declare function firstFree(): number;

export declare function tableBytes(): number;
export declare function makeTable(segment: number, table: number, isDc: boolean): number;
export declare function placeOf(k: number): number;
export declare function startScan(from: number, to: number): void;
export declare function startRows(restartInterval: number): void;
export declare function decodeRow(components: number, count: number, units: number, restartInterval: number): number;

export declare function enlargeBoth(near: number, far: number, size: number, sums: number, to: number): void;
export declare function enlargeAcross(from: number, size: number, to: number): void;
export declare function colorRow(
  y: number,
  cb: number,
  cr: number,
  size: number,
  red: number,
  green: number,
  blue: number,
): void;
export declare function grayRow(red: number, green: number, blue: number, size: number, to: number): void;
export declare function rgbaRow(red: number, green: number, blue: number, size: number, to: number): void;

export declare function resampleAcross(
  from: number,
  spans: number,
  shares: number,
  most: number,
  size: number,
  to: number,
): void;
export declare function resampleGroups(
  from: number,
  starts: number,
  taps: number,
  most: number,
  groups: number,
  to: number,
): void;
export declare function addRow(sums: number, row: number, share: number, size: number): void;
export declare function takeSums(sums: number, size: number, to: number): void;

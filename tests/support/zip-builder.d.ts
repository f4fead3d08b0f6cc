export interface ZipPart {
  readonly name: string;
  readonly data: Uint8Array;
  readonly stored?: boolean;
  /** What the directory says instead of the truth. */
  readonly lies?: {
    readonly bytes?: number;
    readonly crc?: number;
    readonly offset?: number;
    readonly flags?: number;
  };
}
/** Writes a zip file; with `zip64` all sizes and offsets stand in ZIP64 records. */
export declare function buildZip(
  parts: readonly ZipPart[],
  {
    zip64,
  }?: {
    zip64?: boolean | undefined;
  },
): Uint8Array<ArrayBuffer>;

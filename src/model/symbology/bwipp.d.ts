/** The part of bwip-js that computes symbols, which comes without types. */
declare module '*/node_modules/bwip-js/dist/bwipp.mjs' {
  /** A PostScript array: `length` items of `b` from index `o`. */
  interface PostScriptArray {
    readonly b: readonly number[];
    readonly o: number;
    readonly length: number;
  }
  type RawSymbol = ReadonlyMap<string, PostScriptArray | number | undefined>;
  type Encoder = () => void;

  /** Throws on content or options that the encoder rejects. With `dontDraw`, returns what would be drawn. */
  export function bwipp_encode(
    drawing: object,
    encoder: Encoder,
    text: string,
    options: Record<string, unknown>,
    dontDraw: true,
  ): readonly RawSymbol[];
  export const bwipp_azteccode: Encoder;
  export const bwipp_azteccodecompact: Encoder;
  export const bwipp_databarexpanded: Encoder;
  export const bwipp_databarexpandedstacked: Encoder;
  export const bwipp_databarlimited: Encoder;
  export const bwipp_databaromni: Encoder;
  export const bwipp_databarstacked: Encoder;
  export const bwipp_databarstackedomni: Encoder;
  export const bwipp_databartruncated: Encoder;
  export const bwipp_maxicode: Encoder;
  export const bwipp_micropdf417: Encoder;
  export const bwipp_microqrcode: Encoder;
  export const bwipp_onecode: Encoder;
  export const bwipp_pdf417: Encoder;
  export const bwipp_rectangularmicroqrcode: Encoder;
}

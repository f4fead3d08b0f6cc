// The package's own entry links all of its 110 encoders; this file, which it doesn't export, lets the build leave out
// the unused ones: a third remains for the worker to fetch and parse. The package is pinned to its exact version, and
// tests compare each encoder with the package's own `raw`.
import {
  bwipp_azteccode,
  bwipp_azteccodecompact,
  bwipp_databarexpanded,
  bwipp_databarexpandedstacked,
  bwipp_databarlimited,
  bwipp_databaromni,
  bwipp_databarstacked,
  bwipp_databarstackedomni,
  bwipp_databartruncated,
  bwipp_encode as encode,
  bwipp_maxicode,
  bwipp_micropdf417,
  bwipp_microqrcode,
  bwipp_onecode,
  bwipp_pdf417,
  bwipp_rectangularmicroqrcode,
} from '../../../node_modules/bwip-js/dist/bwipp.mjs';

/** The encoders of bwip-js in use, by its names. */
export type BwipEncoder =
  | 'azteccode'
  | 'azteccodecompact'
  | 'databarexpanded'
  | 'databarexpandedstacked'
  | 'databarlimited'
  | 'databaromni'
  | 'databarstacked'
  | 'databarstackedomni'
  | 'databartruncated'
  | 'maxicode'
  | 'micropdf417'
  | 'microqrcode'
  | 'onecode'
  | 'pdf417'
  | 'rectangularmicroqrcode';

/** The part of bwip-js that is used. */
export interface Bwip {
  readonly encode: typeof encode;
  readonly encoders: Readonly<Record<BwipEncoder, () => void>>;
}

/** Always there: only browsers fetch it later (`bwip-encoders-later.ts`). */
export const bwip: () => Bwip | null = () => BWIP;

/** Whether a symbol lacked its encoder. */
export const lacksEncoders: () => boolean = () => false;

/** Whether the encoders are loaded. */
export const hasEncoders: () => boolean = () => true;

export const loadEncoders: () => Promise<void> = () => Promise.resolve();

const BWIP: Bwip = {
  encode,
  encoders: {
    azteccode: bwipp_azteccode,
    azteccodecompact: bwipp_azteccodecompact,
    databarexpanded: bwipp_databarexpanded,
    databarexpandedstacked: bwipp_databarexpandedstacked,
    databarlimited: bwipp_databarlimited,
    databaromni: bwipp_databaromni,
    databarstacked: bwipp_databarstacked,
    databarstackedomni: bwipp_databarstackedomni,
    databartruncated: bwipp_databartruncated,
    maxicode: bwipp_maxicode,
    micropdf417: bwipp_micropdf417,
    microqrcode: bwipp_microqrcode,
    onecode: bwipp_onecode,
    pdf417: bwipp_pdf417,
    rectangularmicroqrcode: bwipp_rectangularmicroqrcode,
  },
};

import { type BarState, barStates, tallBars } from '#model/symbology/read/bar-heights.ts';
import { readCode11 } from '#model/symbology/read/code11.ts';
import { readCode25 } from '#model/symbology/read/code25.ts';
import { readImb } from '#model/symbology/read/imb.ts';
import { readMsi } from '#model/symbology/read/msi.ts';
import { readPharmacode } from '#model/symbology/read/pharmacode.ts';
import { readPostnet } from '#model/symbology/read/postnet.ts';
import { fourStateCharacters, readRoyalMail } from '#model/symbology/read/royal-mail.ts';
import type { Symbology } from '#model/symbology/types.ts';
import type { Crop } from './crop.ts';

type OwnReader = (crop: Crop) => string | null;

/**
 * Readers for symbologies that zxing does not read. Their text includes check characters, like the symbol's content.
 */
const READERS: Readonly<Partial<Record<Symbology, OwnReader>>> = {
  code11: (crop) => readCode11(crop.profile().widths),
  msi: (crop) => readMsi(crop.profile().widths),
  code25: (crop) => readCode25(crop.profile().widths),
  pharmacode: (crop) => readPharmacode(crop.profile().widths),
  postnet(crop) {
    const tall = tallBars(crop, crop.profile(), crop.rows.upper);
    return tall === null ? null : readPostnet(tall);
  },
  royalmail(crop) {
    const states = statesOf(crop);
    return states === null ? null : readRoyalMail(states);
  },
  kix(crop) {
    const states = statesOf(crop);
    return states === null ? null : fourStateCharacters(states);
  },
  imb(crop) {
    const states = statesOf(crop);
    return states === null ? null : readImb(states);
  },
};

/** The reader of a symbology whose catalog entry has `reader: 'own'`. */
export function ownReader(symbology: Symbology): OwnReader {
  const reader = READERS[symbology];
  if (reader === undefined) throw new Error(`No reader for ${symbology}`);
  return reader;
}

function statesOf(crop: Crop): readonly BarState[] | null {
  return barStates(crop, crop.profile(), crop.rows.upper, crop.rows.lower);
}

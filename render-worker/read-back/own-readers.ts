import { tallBars } from '#model/symbology/read/bar-heights.ts';
import { readCode11 } from '#model/symbology/read/code11.ts';
import { readCode25 } from '#model/symbology/read/code25.ts';
import { readMsi } from '#model/symbology/read/msi.ts';
import { readPharmacode } from '#model/symbology/read/pharmacode.ts';
import { readPostnet } from '#model/symbology/read/postnet.ts';
import type { Crop } from './crop.ts';

type OwnReader = (crop: Crop) => string | null;

/** Readers for what zxing does not read: check characters are in the text, as in the symbol's content. */
export const OWN_READERS: Readonly<Record<'code11' | 'msi' | 'code25' | 'pharmacode' | 'postnet', OwnReader>> = {
  code11: (crop) => readCode11(crop.profile().widths),
  msi: (crop) => readMsi(crop.profile().widths),
  code25: (crop) => readCode25(crop.profile().widths),
  pharmacode: (crop) => readPharmacode(crop.profile().widths),
  postnet(crop) {
    const tall = tallBars(crop, crop.profile(), crop.rows.upper);
    return tall === null ? null : readPostnet(tall);
  },
};

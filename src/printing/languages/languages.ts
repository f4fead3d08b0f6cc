import type { PrinterLanguageName } from '#protocol/printer-settings.ts';
import { cpcl } from './cpcl.ts';
import { epl } from './epl.ts';
import { escpos } from './escpos.ts';
import type { PrinterLanguage } from './printer-language.ts';
import { pwg } from './pwg-raster.ts';
import { tspl } from './tspl.ts';
import { zpl } from './zpl.ts';

export const LANGUAGES: { readonly [K in PrinterLanguageName]: PrinterLanguage } = {
  zpl,
  tspl,
  epl,
  escpos,
  cpcl,
  pwg,
};

import type { PrinterLanguageName } from '#protocol/printer-settings.ts';
import { ESCPOS_STATUS } from './escpos-status.ts';
import type { StatusQuestion } from './answer-reader.ts';
import { ZPL_STATUS } from './zpl-status.ts';

/** Null if the language has no such question. */
export function statusQuestion(language: PrinterLanguageName | null): StatusQuestion | null {
  if (language === 'zpl') return ZPL_STATUS;
  return language === 'escpos' ? ESCPOS_STATUS : null;
}

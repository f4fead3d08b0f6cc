import type { Region } from './time-text-element.ts';

/** Specification 2, section 9; every region offers these formats. */
export const DEFAULT_DATE_FORMAT = 'yyyy/MM/dd';
export const DEFAULT_TIME_FORMAT = 'HH:mm:ss';

/** The formats of each region, most common first. */
export const DATE_FORMATS: Readonly<Record<Region, readonly string[]>> = {
  zh: [
    'yyyy/MM/dd',
    'yyyy-MM-dd',
    'yyyy.MM.dd',
    'yyyy年MM月dd日',
    'yyyy年M月d日',
    'yyyy年M月d日 EEEE',
    'yyyy年M月d日 EEE',
    'yyyy/M/d',
    'yyyy-M-d',
    'yyyy年M月',
    'yyyy/MM',
    'yyyy-MM',
    'yy/MM/dd',
    'yy-MM-dd',
    'MM月dd日',
    'M月d日',
    'MM/dd',
    'MM-dd',
    'yyyyMMdd',
    'yyMMdd',
    'EEEE',
  ],
  us: [
    'MM/dd/yyyy',
    'M/d/yyyy',
    'MM/dd/yy',
    'M/d/yy',
    'MM-dd-yyyy',
    'MM.dd.yyyy',
    'MMM d, yyyy',
    'MMMM d, yyyy',
    'EEE, MMM d, yyyy',
    'EEEE, MMMM d, yyyy',
    'MMM yyyy',
    'MMMM yyyy',
    'MM/yyyy',
    'MMM d',
    'MM/dd',
    'yyyy/MM/dd',
    'yyyy-MM-dd',
    'yyyyMMdd',
    'EEEE',
  ],
  uk: [
    'dd/MM/yyyy',
    'd/M/yyyy',
    'dd/MM/yy',
    'd/M/yy',
    'dd-MM-yyyy',
    'dd.MM.yyyy',
    'd MMM yyyy',
    'dd MMM yyyy',
    'd MMMM yyyy',
    'EEE, d MMM yyyy',
    'EEEE, d MMMM yyyy',
    'MMM yyyy',
    'MMMM yyyy',
    'MM/yyyy',
    'd MMM',
    'dd/MM',
    'yyyy/MM/dd',
    'yyyy-MM-dd',
    'yyyyMMdd',
    'EEEE',
  ],
};

export const TIME_FORMATS: Readonly<Record<Region, readonly string[]>> = {
  zh: [
    'HH:mm:ss',
    'HH:mm',
    'H:mm:ss',
    'H:mm',
    'HH时mm分ss秒',
    'HH时mm分',
    'ah:mm:ss',
    'ah:mm',
    'ah时mm分ss秒',
    'ah时mm分',
    'HHmmss',
    'HHmm',
  ],
  us: ['hh:mm:ss a', 'hh:mm a', 'h:mm:ss a', 'h:mm a', 'HH:mm:ss', 'HH:mm', 'H:mm', 'HHmmss', 'HHmm'],
  uk: ['HH:mm:ss', 'HH:mm', 'H:mm:ss', 'H:mm', 'hh:mm:ss a', 'hh:mm a', 'h:mm:ss a', 'h:mm a', 'HHmmss', 'HHmm'],
};

/** The format if the region has it, otherwise the region's first one. */
export function formatIn(formats: Readonly<Record<Region, readonly string[]>>, region: Region, format: string): string {
  const offered = formats[region];
  return offered.includes(format) ? format : (offered[0] ?? format);
}

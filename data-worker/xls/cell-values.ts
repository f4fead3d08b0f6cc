/** Error values by their code in BIFF ([MS-XLS] 2.5.10). */
export const ERROR_TEXTS: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
  [0x2b, '#GETTING_DATA'],
]);

const MS_PER_DAY = 86_400_000;
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;

/**
 * The serial number of a date. The library returns some dates as a Date in UTC, but a cell's number format applies to
 * serial numbers.
 */
export function dateToSerial(date: Date, date1904: boolean): number {
  return date.getTime() / MS_PER_DAY + (date1904 ? EPOCH_1904 : EPOCH_1900);
}

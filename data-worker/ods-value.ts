import { plainNumber } from './format/decimal.ts';

/** Error values as OpenOffice and Excel write them. */
const ERROR = /^(?:#(?:N\/A|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|NULL!|NV|WERT!)|Err:\d{3})$/;

export function isErrorText(text: string): boolean {
  return ERROR.test(text);
}

/** Whether a value could not be shown in its format, or not in the width of its column. */
export function isUnshown(text: string): boolean {
  return text === '#FMT' || /^#{3,}$/.test(text);
}

/** `PT10H30M05S` as `10:30:05` when it is a time of day; anything else unchanged. */
export function timeOfDuration(duration: string): string {
  const match = /^PT(\d+)H(\d+)M(\d+(?:[.,]\d+)?)S$/.exec(duration);
  if (match === null) return duration;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  if (Number(hours) >= 24) return duration;
  const [whole = '0', fraction = ''] = seconds.split(/[.,]/);
  const rest = fraction.replace(/0+$/, '');
  const shown = [hours, minutes, whole].map((part) => part.padStart(2, '0').slice(-2)).join(':');
  return rest === '' ? shown : `${shown}.${rest}`;
}

/**
 * The number as plain digits, all of them when it is a whole one too long for a double; null when it is none. `text` is
 * the value of `office:value`.
 */
export function plainValue(text: string): string | null {
  if (/^-?\d{16,}$/.test(text)) return text;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? plainNumber(number) : null;
}

import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min';

/* Separate from the other calls because of the numbering plans (80 KB): the page loads this where a number is typed. */

export interface PhoneCountry {
  /** ISO 3166, two letters. */
  readonly code: string;
  /** Without the plus. */
  readonly callingCode: string;
}

/** The number in E.164 (`+8613812345678`); null for an impossible one. `country` is for numbers without a plus. */
export function phoneNumber(text: string, country = ''): string | null {
  if (text.length > 40 || !/^[\d\s()+./-]+$/.test(text.normalize('NFKC'))) return null;
  const known = isCountry(country) ? country : undefined;
  const parsed = parsePhoneNumberFromString(text.normalize('NFKC').trim(), known);
  return parsed?.isValid() === true ? parsed.number : null;
}

export function phoneCountries(): readonly PhoneCountry[] {
  return getCountries().map((code) => ({ code, callingCode: getCountryCallingCode(code) }));
}

function isCountry(code: string): code is CountryCode {
  return getCountries().some((country) => country === code);
}

import { codeOf, type FieldReader } from '../base/fields.ts';

const DIGITS = '0123456789';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = `${CAPITALS}${CAPITALS.toLowerCase()}`;

/** `ascii`: every printable character of ASCII, the space too. */
export type Alphabet = 'digits' | 'capitals' | 'capitalsAndDigits' | 'letters' | 'lettersAndDigits' | 'ascii';

/** The characters of each alphabet, in the order of the choices. */
export const ALPHABETS: Readonly<Record<Alphabet, string>> = {
  digits: DIGITS,
  capitals: CAPITALS,
  capitalsAndDigits: DIGITS + CAPITALS,
  letters: LETTERS,
  lettersAndDigits: DIGITS + LETTERS,
  ascii: String.fromCharCode(...Array.from({ length: 0x7f - 0x20 }, (_, i) => 0x20 + i)),
};

/**
 * The values that each data source of a text may have, for the proof that all of them fit. They are not checked: a
 * value beyond them is printed like any other.
 */
export interface DeclaredValues {
  /** `observed`: the characters in the rows. */
  readonly valueAlphabet: Alphabet | 'observed';
  /** The length of the longest value, in characters; 0 for the longest one in the rows. */
  readonly maxValueLength: number;
}

export const NOT_DECLARED: DeclaredValues = { valueAlphabet: 'observed', maxValueLength: 0 };

/** No label has room for a longer value in a line. */
export const MAX_VALUE_LENGTH = 1000;

const ALPHABET_CODES: Readonly<Record<string, Alphabet>> = {
  Digits: 'digits',
  Capitals: 'capitals',
  CapitalsAndDigits: 'capitalsAndDigits',
  Letters: 'letters',
  LettersAndDigits: 'lettersAndDigits',
  Ascii: 'ascii',
};

export function readDeclaredValues(fields: FieldReader): DeclaredValues {
  const maxValueLength = fields.number('MaxValueLength', 0, 0, MAX_VALUE_LENGTH);
  if (!Number.isInteger(maxValueLength)) fields.keep('MaxValueLength');
  return {
    valueAlphabet: fields.code<DeclaredValues['valueAlphabet']>('ValueAlphabet', ALPHABET_CODES, 'observed'),
    maxValueLength: Math.floor(maxValueLength),
  };
}

/** Older programs ignore these attributes, so only those that differ from the default are written. */
export function writeDeclaredValues({
  valueAlphabet,
  maxValueLength,
}: DeclaredValues): Readonly<Record<string, string | number>> {
  return {
    ...(valueAlphabet === 'observed' ? {} : { ValueAlphabet: codeOf(ALPHABET_CODES, valueAlphabet) }),
    ...(maxValueLength === 0 ? {} : { MaxValueLength: maxValueLength }),
  };
}

/** The form values of a kind of content: texts by field name, empty when left out. */
export type QrValues = Readonly<Record<string, string>>;

/** Why a field, or the content as a whole, is rejected. Worded in `locales/<language>/qrcontent.json` under `fault`. */
export const QR_FAULTS = [
  'required',
  'name',
  'url',
  'email',
  'phone',
  'ssid',
  'wpaKey',
  'wepKey',
  'lineBreak',
  'character',
  'length',
  'country',
  'iban',
  'amount',
  'qrReference',
  'creditorReference',
  'referenceForbidden',
  'messageLength',
  'bytes',
] as const;
export type QrFaultCode = (typeof QR_FAULTS)[number];

export interface QrFault {
  /** The field with the fault; null when it concerns the content as a whole. */
  readonly field: string | null;
  readonly code: QrFaultCode;
  /** The greatest length in characters, for `length`, `messageLength` and `bytes`; 0 otherwise. */
  readonly max: number;
}

export interface QrField {
  readonly name: string;
  /** The choices; the first is the default. Free text when absent. */
  readonly choices?: readonly string[];
  /** Several lines may be typed. */
  readonly multiline?: true;
}

/** One kind of content: its form, and how its text is written and parsed. */
export interface QrContentKind {
  readonly fields: readonly QrField[];
  /** All faults of the values; they make a content only when there are none. */
  check(values: QrValues): readonly QrFault[];
  /** The text that the symbol holds. */
  make(values: QrValues): string;
  /**
   * The values of a text of this kind; null for any other text. Writing them again gives a text of the same meaning.
   */
  parse(content: string): QrValues | null;
}

/** A field's value, trimmed. */
export function valueOf(values: QrValues, field: string): string {
  return (values[field] ?? '').trim();
}

export function fault(field: string | null, code: QrFaultCode, max = 0): QrFault {
  return { field, code, max };
}

/** The octets of a text in UTF-8. */
export function octetsOf(text: string): number {
  let octets = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    octets += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return octets;
}

/** Percent-decoding that returns null for invalid encoding instead of throwing. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

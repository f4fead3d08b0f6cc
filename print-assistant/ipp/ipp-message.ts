/*
 * IPP/2.0 messages in their binary form (RFC 8010, clause 3). Values keep their tag, so that attributes of a printer
 * that are not known here are kept; an unknown syntax is kept as raw bytes.
 */

export const IPP_TAG = {
  operationAttributes: 0x01,
  jobAttributes: 0x02,
  end: 0x03,
  printerAttributes: 0x04,
  unsupportedAttributes: 0x05,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  octetString: 0x30,
  dateTime: 0x31,
  resolution: 0x32,
  rangeOfInteger: 0x33,
  begCollection: 0x34,
  textWithLanguage: 0x35,
  nameWithLanguage: 0x36,
  endCollection: 0x37,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  naturalLanguage: 0x48,
  mimeMediaType: 0x49,
  memberName: 0x4a,
} as const;

/** 3 is dots per inch, 4 is dots per centimeter. */
export type ResolutionUnit = 3 | 4;

export type IppValue =
  | { readonly type: 'integer' | 'enum'; readonly value: number }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'string'; readonly tag: number; readonly value: string }
  | { readonly type: 'range'; readonly from: number; readonly to: number }
  | { readonly type: 'resolution'; readonly x: number; readonly y: number; readonly unit: ResolutionUnit }
  | { readonly type: 'collection'; readonly members: IppAttributes }
  | { readonly type: 'other'; readonly tag: number; readonly bytes: Uint8Array };

export type IppAttributes = ReadonlyMap<string, readonly IppValue[]>;

export interface IppGroup {
  readonly tag: number;
  readonly attributes: IppAttributes;
}

export interface IppMessage {
  /** The operation of a request, the status of a response. */
  readonly code: number;
  readonly requestId: number;
  readonly groups: readonly IppGroup[];
}

export function keyword(value: string): IppValue {
  return { type: 'string', tag: IPP_TAG.keyword, value };
}

export function integer(value: number): IppValue {
  return { type: 'integer', value };
}

export function collection(members: Readonly<Record<string, IppValue>>): IppValue {
  return { type: 'collection', members: new Map(Object.entries(members).map(([name, value]) => [name, [value]])) };
}

/** The attribute in the first group of this kind that has it. */
export function findAttribute(message: IppMessage, tag: number, name: string): readonly IppValue[] {
  for (const group of message.groups) {
    const values = group.tag === tag ? group.attributes.get(name) : undefined;
    if (values !== undefined) return values;
  }
  return [];
}

export function stringsOf(values: readonly IppValue[] | undefined): string[] {
  return (values ?? []).flatMap((value) => (value.type === 'string' ? [value.value] : []));
}

export function numbersOf(values: readonly IppValue[] | undefined): number[] {
  return (values ?? []).flatMap((value) => (value.type === 'integer' || value.type === 'enum' ? [value.value] : []));
}

import { err, ok, type Result } from '#model/kernel/result.ts';
import { IPP_TAG, type IppGroup, type IppMessage, type IppValue } from './ipp-message.ts';

const FIRST_VALUE_TAG = 0x10;
/** Maximum nesting depth of collections. Real printers need two levels. */
const MAX_DEPTH = 16;

/** Thrown inside this file only, where a message ends before it should. */
class MalformedIpp extends Error {}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new MalformedIpp('truncated');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  u8(): number {
    return this.take(1).readUInt8();
  }

  u16(): number {
    return this.take(2).readUInt16BE();
  }

  i32(): number {
    return this.take(4).readInt32BE();
  }
}

interface Field {
  readonly name: string;
  readonly value: Buffer;
}

/** Parses a message; what follows it (a document) is ignored. The error is plain English. */
export function decodeIpp(bytes: Uint8Array): Result<IppMessage, string> {
  try {
    return ok(readMessage(new Reader(bytes)));
  } catch (error) {
    if (error instanceof MalformedIpp) return err(`malformed IPP message: ${error.message}`);
    throw error;
  }
}

function readMessage(reader: Reader): IppMessage {
  if (reader.u8() > 2) throw new MalformedIpp('unknown version');
  reader.u8();
  const code = reader.u16();
  const requestId = reader.i32();
  const groups: IppGroup[] = [];
  let attributes: Map<string, IppValue[]> | null = null;
  let current: IppValue[] | null = null;
  for (let tag = reader.u8(); tag !== IPP_TAG.end; tag = reader.u8()) {
    if (tag < FIRST_VALUE_TAG) {
      attributes = new Map();
      current = null;
      groups.push({ tag, attributes });
      continue;
    }
    if (attributes === null) throw new MalformedIpp('a value outside a group');
    const field = readField(reader);
    if (field.name !== '') {
      current = [];
      attributes.set(field.name, current);
    }
    if (current === null) throw new MalformedIpp('a value without a name');
    current.push(readValue(reader, tag, field.value, 0));
  }
  return { code, requestId, groups };
}

function readField(reader: Reader): Field {
  const name = reader.take(reader.u16()).toString('utf8');
  return { name, value: reader.take(reader.u16()) };
}

function readValue(reader: Reader, tag: number, value: Buffer, depth: number): IppValue {
  switch (tag) {
    case IPP_TAG.integer:
      return { type: 'integer', value: exactly(value, 4).readInt32BE() };
    case IPP_TAG.enum:
      return { type: 'enum', value: exactly(value, 4).readInt32BE() };
    case IPP_TAG.boolean:
      return { type: 'boolean', value: exactly(value, 1).readUInt8() !== 0 };
    case IPP_TAG.rangeOfInteger:
      return { type: 'range', from: exactly(value, 8).readInt32BE(), to: value.readInt32BE(4) };
    case IPP_TAG.resolution:
      return {
        type: 'resolution',
        x: exactly(value, 9).readInt32BE(),
        y: value.readInt32BE(4),
        unit: value.readUInt8(8) === 4 ? 4 : 3,
      };
    case IPP_TAG.begCollection:
      return readCollection(reader, depth + 1);
    case IPP_TAG.textWithLanguage:
    case IPP_TAG.nameWithLanguage:
      return { type: 'string', tag, value: withoutLanguage(value) };
    default:
      // 0x40 to 0x5f are the character-string syntaxes, those not defined yet included.
      return tag >= 0x40 && tag <= 0x5f
        ? { type: 'string', tag, value: value.toString('utf8') }
        : { type: 'other', tag, bytes: Uint8Array.from(value) };
  }
}

function readCollection(reader: Reader, depth: number): IppValue {
  if (depth > MAX_DEPTH) throw new MalformedIpp('collections too deep');
  const members = new Map<string, IppValue[]>();
  let current: IppValue[] | null = null;
  for (;;) {
    const tag = reader.u8();
    if (tag < FIRST_VALUE_TAG) throw new MalformedIpp('a collection without an end');
    const field = readField(reader);
    if (tag === IPP_TAG.endCollection) return { type: 'collection', members };
    if (tag === IPP_TAG.memberName) {
      current = [];
      members.set(field.value.toString('utf8'), current);
      continue;
    }
    if (current === null) throw new MalformedIpp('a member without a name');
    current.push(readValue(reader, tag, field.value, depth));
  }
}

function exactly(value: Buffer, length: number): Buffer {
  if (value.length !== length) throw new MalformedIpp(`a value of ${value.length} bytes instead of ${length}`);
  return value;
}

function withoutLanguage(value: Buffer): string {
  const inner = new Reader(value);
  inner.take(inner.u16());
  return inner.take(inner.u16()).toString('utf8');
}

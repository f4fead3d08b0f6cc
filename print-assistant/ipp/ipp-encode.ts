import { assertNever } from '#model/kernel/assert-never.ts';
import { IPP_TAG, type IppMessage, type IppValue } from './ipp-message.ts';

const VERSION_2_0 = 0x0200;

/** The message without a document; the document's bytes follow it in the request's body. */
export function encodeIpp(message: IppMessage): Uint8Array {
  const parts: Uint8Array[] = [u16(VERSION_2_0), u16(message.code), i32(message.requestId)];
  for (const group of message.groups) {
    parts.push(Uint8Array.of(group.tag));
    for (const [name, values] of group.attributes) pushAttribute(parts, name, values);
  }
  parts.push(Uint8Array.of(IPP_TAG.end));
  return Buffer.concat(parts);
}

/** A set is its first value with the name, then the others with an empty one. */
function pushAttribute(parts: Uint8Array[], name: string, values: readonly IppValue[]): void {
  for (const [i, value] of values.entries()) pushValue(parts, i === 0 ? name : '', value);
}

function pushValue(parts: Uint8Array[], name: string, value: IppValue): void {
  if (value.type !== 'collection') {
    const [tag, bytes] = encodePlain(value);
    pushTagged(parts, tag, name, bytes);
    return;
  }
  pushTagged(parts, IPP_TAG.begCollection, name, new Uint8Array());
  for (const [member, values] of value.members) {
    pushTagged(parts, IPP_TAG.memberName, '', Buffer.from(member));
    for (const one of values) pushValue(parts, '', one);
  }
  pushTagged(parts, IPP_TAG.endCollection, '', new Uint8Array());
}

function pushTagged(parts: Uint8Array[], tag: number, name: string, value: Uint8Array): void {
  const nameBytes = Buffer.from(name);
  parts.push(Uint8Array.of(tag), u16(nameBytes.length), nameBytes, u16(value.length), value);
}

function encodePlain(value: Exclude<IppValue, { type: 'collection' }>): [tag: number, bytes: Uint8Array] {
  switch (value.type) {
    case 'integer':
      return [IPP_TAG.integer, i32(value.value)];
    case 'enum':
      return [IPP_TAG.enum, i32(value.value)];
    case 'boolean':
      return [IPP_TAG.boolean, Uint8Array.of(value.value ? 1 : 0)];
    case 'string':
      return [value.tag, Buffer.from(value.value)];
    case 'range':
      return [IPP_TAG.rangeOfInteger, Buffer.concat([i32(value.from), i32(value.to)])];
    case 'resolution':
      return [IPP_TAG.resolution, Buffer.concat([i32(value.x), i32(value.y), Uint8Array.of(value.unit)])];
    case 'other':
      return [value.tag, value.bytes];
    default:
      return assertNever(value);
  }
}

function u16(value: number): Uint8Array {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function i32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

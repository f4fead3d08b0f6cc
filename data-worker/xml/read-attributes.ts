import { ByteBuffer } from '../table/byte-buffer.ts';
import type { XmlScanner } from './xml-scanner.ts';

const decoder = new TextDecoder();

/** All attributes of the open tag; one with a namespace prefix as `:name`. */
export function readAttributes(scanner: XmlScanner): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  const value = new ByteBuffer(64);
  while (scanner.nextAttribute() !== 0) {
    value.length = 0;
    if (!scanner.copyValue(value)) scanner.fail('xml entity');
    attributes.set((scanner.prefixed ? ':' : '') + scanner.nameText(), decoder.decode(value.filled()));
  }
  return attributes;
}

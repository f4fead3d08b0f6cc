import { inflateSync } from 'node:zlib';

/** The objects of a PDF, found by its own cross-reference table. */
export interface ReadPdf {
  /** By number: the dictionary's text, and the stream inflated. */
  readonly objects: ReadonlyMap<number, { readonly dictionary: string; readonly stream: Buffer | null }>;
}

/** Throws when the table does not point at an object, or a stream's length is wrong. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes);
  const text = file.toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const head = /^xref\n0 (\d+)\n0{10} 65535 f \n/.exec(text.slice(table));
  if (head === null) throw new Error('no cross-reference table where startxref points');
  const objects = new Map<number, { dictionary: string; stream: Buffer | null }>();
  for (let number = 1; number < Number(head[1]); number++) {
    const entry = text.slice(table + head[0].length + (number - 1) * 20).slice(0, 20);
    if (!/^\d{10} 00000 n \n$/.test(entry)) throw new Error(`entry ${number}: ${entry}`);
    const at = Number(entry.slice(0, 10));
    const start = `${number} 0 obj\n`;
    if (!text.startsWith(start, at)) throw new Error(`object ${number} is not at ${at}`);
    const end = text.indexOf('\n', at + start.length);
    const dictionary = text.slice(at + start.length, end);
    const length = /\/Length (\d+)/.exec(dictionary);
    if (length === null) {
      objects.set(number, { dictionary, stream: null });
      continue;
    }
    const from = end + 'stream\n'.length + 1;
    if (!text.startsWith('\nendstream\n', from + Number(length[1]))) throw new Error(`stream of ${number}`);
    const stream = file.subarray(from, from + Number(length[1]));
    const isImage = dictionary.includes('/Predictor');
    objects.set(number, {
      dictionary,
      stream: dictionary.includes('/FlateDecode') && !isImage ? inflateSync(stream) : stream,
    });
  }
  return { objects };
}

/** The tables of a TrueType or OpenType file: tag to bytes. */
export function fontTables(font: Buffer): ReadonlyMap<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const at = 12 + i * 16;
    const offset = font.readUInt32BE(at + 8);
    tables.set(font.toString('latin1', at, at + 4), font.subarray(offset, offset + font.readUInt32BE(at + 12)));
  }
  return tables;
}

import { inflateSync } from 'node:zlib';
import type { PrinterLanguageName } from '#protocol/printer-settings.ts';

/** A graphic as a printer would put it on the media, and the other commands it got. */
export interface PrintedGraphic {
  readonly x: number;
  readonly y: number;
  readonly rowBytes: number;
  readonly heightDots: number;
  /** 1 = ink, also when the language uses the opposite. */
  readonly ink: Uint8Array;
  readonly copies: number;
  /** The commands before and after the graphic, in their order. */
  readonly commands: readonly string[];
}

/** Parses the page of a printer language; written from the manuals, independently of the product's encoders. */
export const READERS: { readonly [K in Exclude<PrinterLanguageName, 'pwg'>]: (bytes: Buffer) => PrintedGraphic } = {
  zpl: readZpl,
  tspl: readTspl,
  epl: readEpl,
  escpos: readEscpos,
  cpcl: readCpcl,
};

function readZpl(bytes: Buffer): PrintedGraphic {
  const text = bytes.toString('latin1');
  const match = /\^FO(\d+),(\d+)\^GFA,(\d+),(\d+),(\d+),(.*)\^FS/s.exec(text);
  if (match === null) throw new Error('no graphic');
  const [, x, y, , total, rowBytes, data = ''] = match;
  const ink = data.startsWith(':Z64:') ? readZ64(data) : readHexadecimal(data, Number(rowBytes), Number(total));
  if (ink.length !== Number(total)) throw new Error(`${ink.length} bytes of ${total}`);
  const commands = text.replace(match[0], '').split('\r\n').filter(Boolean);
  const copies = Number(/\^PQ(\d+)/.exec(text)?.[1]);
  const heightDots = Number(total) / Number(rowBytes);
  return { x: Number(x), y: Number(y), rowBytes: Number(rowBytes), heightDots, ink, copies, commands };
}

function readZ64(data: string): Uint8Array {
  const [, , packed = '', sum = ''] = data.split(':');
  let crc = 0;
  for (const character of packed) {
    let mixed = ((crc >> 8) ^ character.charCodeAt(0)) & 0xff;
    mixed ^= mixed >> 4;
    crc = ((crc << 8) ^ (mixed << 12) ^ (mixed << 5) ^ mixed) & 0xffff;
  }
  if (crc !== Number.parseInt(sum, 16)) throw new Error('wrong check sum');
  return inflateSync(Buffer.from(packed, 'base64'));
}

function readHexadecimal(data: string, rowBytes: number, total: number): Uint8Array {
  const rows: string[] = [];
  let row = '';
  let repeat = 0;
  for (const character of data) {
    if (/[G-Y]/.test(character)) repeat += character.charCodeAt(0) - 0x46;
    else if (/[g-z]/.test(character)) repeat += (character.charCodeAt(0) - 0x66) * 20;
    else if (character === ':') rows.push(rows.at(-1) ?? '');
    else if (character === ',') row = row.padEnd(rowBytes * 2, '0');
    else if (character === '!') row = row.padEnd(rowBytes * 2, 'F');
    else {
      row += character.repeat(Math.max(1, repeat));
      repeat = 0;
    }
    if (row.length > rowBytes * 2) throw new Error('a row runs over');
    if (row.length === rowBytes * 2) {
      rows.push(row);
      row = '';
    }
  }
  const bytes = Buffer.from(rows.join(''), 'hex');
  if (row !== '' || bytes.length !== total) throw new Error('cut short');
  return bytes;
}

/** A command with a header of numbers, then raw bytes, then more commands. */
function readBinary(
  bytes: Buffer,
  header: RegExp,
): { readonly head: RegExpExecArray; readonly after: (length: number) => readonly [Buffer, string] } {
  const text = bytes.toString('latin1');
  const head = header.exec(text);
  if (head === null) throw new Error('no graphic');
  const start = head.index + head[0].length;
  return {
    head,
    after: (length) => [bytes.subarray(start, start + length), text.slice(0, head.index) + text.slice(start + length)],
  };
}

function readTspl(bytes: Buffer): PrintedGraphic {
  const { head, after } = readBinary(bytes, /BITMAP (\d+),(\d+),(\d+),(\d+),0,/);
  const [x = 0, y = 0, rowBytes = 0, heightDots = 0] = head.slice(1).map(Number);
  const [data, rest] = after(rowBytes * heightDots);
  const copies = Number(/PRINT 1,(\d+)\r\n$/.exec(rest)?.[1]);
  return { x, y, rowBytes, heightDots, ink: inverted(data), copies, commands: rest.split('\r\n').filter(Boolean) };
}

function readEpl(bytes: Buffer): PrintedGraphic {
  const { head, after } = readBinary(bytes, /GW(\d+),(\d+),(\d+),(\d+),/);
  const [x = 0, y = 0, rowBytes = 0, heightDots = 0] = head.slice(1).map(Number);
  const [data, rest] = after(rowBytes * heightDots);
  const copies = Number(/\r\nP(\d+)\r\n$/.exec(rest)?.[1]);
  return { x, y, rowBytes, heightDots, ink: inverted(data), copies, commands: rest.split('\r\n').filter(Boolean) };
}

function readCpcl(bytes: Buffer): PrintedGraphic {
  const { head, after } = readBinary(bytes, /CG (\d+) (\d+) (\d+) (\d+) /);
  const [rowBytes = 0, heightDots = 0, x = 0, y = 0] = head.slice(1).map(Number);
  const [data, rest] = after(rowBytes * heightDots);
  const copies = Number(/^! 0 200 200 \d+ (\d+)\r\n/.exec(rest)?.[1]);
  return {
    x,
    y,
    rowBytes,
    heightDots,
    ink: Uint8Array.from(data),
    copies,
    commands: rest.split('\r\n').filter(Boolean),
  };
}

/** Rows come in bands; a copy is the whole page again. Blank bands at the start are the offset down. */
function readEscpos(bytes: Buffer): PrintedGraphic {
  const commands: string[] = [];
  const bands: Buffer[] = [];
  let [x, rowBytes] = [0, 0];
  for (let at = 0; at < bytes.length;) {
    const [first = 0, second = 0] = bytes.subarray(at, at + 2);
    if (first === 0x1b && second === 0x40) at += take('ESC @', 2);
    else if (first === 0x1d && second === 0x28) at += take(`GS ( K ${bytes[at + 5]} ${bytes.readInt8(at + 6)}`, 7);
    else if (first === 0x1d && second === 0x4c) {
      x = bytes.readUInt16LE(at + 2);
      at += 4;
    } else if (first === 0x1d && second === 0x76) {
      rowBytes = bytes.readUInt16LE(at + 4);
      const length = rowBytes * bytes.readUInt16LE(at + 6);
      bands.push(bytes.subarray(at + 8, at + 8 + length));
      at += take('GS v 0', 8 + length);
    } else if (first === 0x1d && second === 0x0c) at += take('GS FF', 2);
    else if (first === 0x1d && second === 0x56) at += take('GS V', 4);
    else if (first === 0x1b && second === 0x64) at += take('ESC d', 3);
    else throw new Error(`unknown command ${first} ${second} at ${at}`);
  }
  const ink = Buffer.concat(bands);
  return { x, y: 0, rowBytes, heightDots: ink.length / rowBytes, ink, copies: 1, commands };

  function take(command: string, length: number): number {
    commands.push(command);
    return length;
  }
}

function inverted(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => ~byte & 0xff);
}

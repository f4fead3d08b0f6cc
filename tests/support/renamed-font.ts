/** Name records of platform 3 (Windows), encoding 1 (Unicode), language 0x409 (English). */
const WINDOWS = [3, 1, 0x409];
const FAMILY = 1;
const TYPOGRAPHIC_FAMILY = 16;

/** The TTF or OTF under another family name: the same file with a new table of names at its end. */
export function renamedFont(font: Buffer, family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16();
  const ids = [FAMILY, TYPOGRAPHIC_FAMILY];
  const table = Buffer.alloc(6 + ids.length * 12 + text.length);
  table.writeUInt16BE(ids.length, 2);
  table.writeUInt16BE(6 + ids.length * 12, 4);
  ids.forEach((id, i) => {
    [...WINDOWS, id, text.length, 0].forEach((value, k) => table.writeUInt16BE(value, 6 + i * 12 + k * 2));
  });
  text.copy(table, 6 + ids.length * 12);
  const padded = Buffer.concat([font, Buffer.alloc((4 - (font.length % 4)) % 4)]);
  const renamed = Buffer.concat([padded, table]);
  for (let i = 0, at = 12; i < font.readUInt16BE(4); i++, at += 16) {
    if (font.toString('latin1', at, at + 4) !== 'name') continue;
    renamed.writeUInt32BE(padded.length, at + 8);
    renamed.writeUInt32BE(table.length, at + 12);
  }
  return renamed;
}

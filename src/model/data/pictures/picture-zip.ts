import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  isPicturePath,
  MAX_PICTURES,
  type PackedPlace,
  type PictureEntry,
  type PictureFile,
  type PictureSet,
} from './picture-set.ts';

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const END64_SIGNATURE = 0x06064b50;
const END64_BYTES = 56;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const FLAG_ENCRYPTED = 1;
/** APPNOTE 4.4.4, bit 11: the name is UTF-8. */
const FLAG_UTF8 = 0x800;
const STORED = 0;
const DEFLATED = 8;
const IN_ZIP64_16 = 0xffff;
const IN_ZIP64_32 = 0xffffffff;
const MAX_DIRECTORY_BYTES = 32 * 2 ** 20;

/** Code page 437 from 128 on: the names of zip files without the flag for UTF-8 (APPNOTE, appendix D). */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/**
 * The pictures of a zip file, without reading any. Other than in a workbook, a part that can't be read, such as an
 * encrypted one, is only the problem of the rows that need it. Problems: `pictures.badZip`, `pictures.tooMany`.
 */
export async function readPictureZip(name: string, file: PictureFile): Promise<Result<PictureSet>> {
  try {
    const directory = await readDirectory(name, file);
    return directory.ok ? entriesOf(name, file, directory.value) : directory;
  } catch {
    // A read failed, or a number of the file points outside it.
    return err(badZip(name));
  }
}

interface Directory {
  readonly view: DataView;
  readonly count: number;
}

async function readDirectory(name: string, file: PictureFile): Promise<Result<Directory>> {
  const tailStart = Math.max(0, file.size - END_BYTES - MAX_COMMENT_BYTES - LOCATOR_BYTES);
  const tail = await viewOf(file, tailStart, file.size);
  let at = tail.byteLength - END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END_SIGNATURE) at--;
  if (at < 0) return err(badZip(name));
  let count = tail.getUint16(at + 10, true);
  let start = tail.getUint32(at + 16, true);
  let end = tailStart + at;
  const locatorAt = at - LOCATOR_BYTES;
  if ((count === IN_ZIP64_16 || start === IN_ZIP64_32) && tail.getUint32(locatorAt, true) === LOCATOR_SIGNATURE) {
    const end64At = Number(tail.getBigUint64(locatorAt + 8, true));
    const end64 = await viewOf(file, end64At, end64At + END64_BYTES);
    if (end64.getUint32(0, true) !== END64_SIGNATURE) return err(badZip(name));
    count = Number(end64.getBigUint64(32, true));
    start = Number(end64.getBigUint64(48, true));
    end = end64At;
  }
  if (start > end) return err(badZip(name));
  if (count > MAX_PICTURES || end - start > MAX_DIRECTORY_BYTES)
    return err(problem('pictures.tooMany', { max: MAX_PICTURES }));
  return ok({ view: await viewOf(file, start, end), count });
}

function entriesOf(name: string, file: PictureFile, { view, count }: Directory): Result<PictureSet> {
  const entries: PictureEntry[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) return err(badZip(name));
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const nameAt = at + ENTRY_BYTES;
    const raw = new Uint8Array(view.buffer, view.byteOffset + nameAt, nameBytes);
    const path = zipName(raw, (flags & FLAG_UTF8) !== 0)
      .replaceAll('\\', '/')
      .replace(/^\/+/, '');
    const place = placeOf(view, at, nameAt + nameBytes, extraBytes);
    if (isPicturePath(path)) {
      const unreadable =
        (flags & FLAG_ENCRYPTED) !== 0 ? 'encrypted' : method === STORED || method === DEFLATED ? null : 'method';
      const packed: PackedPlace = {
        ...place,
        crc: view.getUint32(at + 16, true),
        deflated: method === DEFLATED,
        ...(unreadable === null ? {} : { unreadable }),
      };
      entries.push({ path, file, packed });
    }
    at = nameAt + nameBytes + extraBytes + view.getUint16(at + 32, true);
  }
  return ok({ name, entries });
}

/** Sizes and offset, from the ZIP64 extra field where the short fields say so (APPNOTE 4.5.3). */
function placeOf(
  view: DataView,
  at: number,
  extraAt: number,
  extraBytes: number,
): Pick<PackedPlace, 'bytes' | 'packedBytes' | 'offset'> {
  const short = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
  const end = extraAt + extraBytes;
  for (let field = extraAt; field + 4 <= end; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    let next = field + 4;
    short.forEach((value, i) => {
      if (value !== IN_ZIP64_32) return;
      short[i] = Number(view.getBigUint64(next, true));
      next += 8;
    });
    break;
  }
  const [bytes = 0, packedBytes = 0, offset = 0] = short;
  return { bytes, packedBytes, offset };
}

/**
 * A name without the flag is UTF-8 where that is possible, because most programs write it so; otherwise code page 437,
 * as the format says.
 */
function zipName(raw: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(raw);
  } catch {
    return Array.from(raw, (code) => (code < 128 ? String.fromCharCode(code) : (CP437[code - 128] ?? ''))).join('');
  }
}

/** The packed bytes of an entry. Null where the zip file is not as its directory says. */
export async function packedBytesOf(file: PictureFile, place: PackedPlace): Promise<Uint8Array<ArrayBuffer> | null> {
  const head = await viewOf(file, place.offset, place.offset + LOCAL_BYTES);
  if (head.byteLength < LOCAL_BYTES || head.getUint32(0, true) !== LOCAL_SIGNATURE) return null;
  const start = place.offset + LOCAL_BYTES + head.getUint16(26, true) + head.getUint16(28, true);
  if (start + place.packedBytes > file.size) return null;
  return new Uint8Array(await file.slice(start, start + place.packedBytes).arrayBuffer());
}

async function viewOf(file: PictureFile, start: number, end: number): Promise<DataView> {
  return new DataView(await file.slice(start, end).arrayBuffer());
}

function badZip(name: string): Problem {
  return problem('pictures.badZip', { name });
}

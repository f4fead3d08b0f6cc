import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  DEFLATED,
  ENTRY_BYTES,
  ENTRY_SIGNATURE,
  findZipDirectory,
  FLAG_ENCRYPTED,
  LOCAL_BYTES,
  STORED,
  zipPlaces,
} from '#model/kernel/zip-layout.ts';
import {
  isPicturePath,
  MAX_PICTURES,
  type PackedPlace,
  type PictureEntry,
  type PictureFile,
  type PictureSet,
} from './picture-set.ts';

const LOCAL_SIGNATURE = 0x04034b50;
/** APPNOTE 4.4.4, bit 11: the name is UTF-8. */
const FLAG_UTF8 = 0x800;
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
  const found = await findZipDirectory(file.size, (start, end) => viewOf(file, start, end));
  if (!found.ok) return err(badZip(name));
  const { start, end, count } = found.value;
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
    const place = zipPlaces(view, at, nameAt + nameBytes, extraBytes);
    if (place === null) return err(badZip(name));
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

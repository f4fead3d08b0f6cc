import { addressFault, type FetchPicture } from '#model/data/pictures/address-pictures.ts';
import {
  createPictureIndex,
  type PictureEntry,
  type PictureIndex,
  type PictureSet,
} from '#model/data/pictures/picture-set.ts';
import {
  isAddress,
  MAX_ROW_PICTURE_BYTES,
  parsePictureValue,
  shownPictureValue,
} from '#model/data/pictures/picture-value.ts';
import { packedBytesOf } from '#model/data/pictures/picture-zip.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { ByteCache } from '../kernel/byte-cache.ts';
import { crc32 } from '../kernel/crc32.ts';
import type { HashBytes } from '../kernel/sha256.ts';

/** A picture's file in memory. */
export interface ReadPicture {
  /** Identifies it by its bytes. */
  readonly key: string;
  readonly bytes: Uint8Array;
  /** The name by which messages call it. */
  readonly name: string;
}

/** Reads the pictures that values of rows name. The last ones stay in memory. */
export interface PictureReader {
  /** Problems: those of `parsePictureValue`, of `PictureIndex`, and `pictures.*` for a file that can't be read. */
  read(value: string): Promise<Result<ReadPicture>>;
  /** Begins to fetch the picture, if the value is an address. The next `read` of it waits for the same answer. */
  ahead(value: string): void;
}

const MAX_EXPECTED = 16;
const KEPT_BYTES = 32 << 20;
/** Pictures hold no more than their packed bytes, nearly; a part that inflates more is a trick to fill the memory. */
const MAX_RATIO = 200;
const RATIO_FREE_BYTES = 2 << 20;

/** Without `fetchPicture`, addresses are a problem. */
export function createPictureReader(
  set: PictureSet | undefined,
  hash: HashBytes,
  fetchPicture: FetchPicture | undefined,
): PictureReader {
  const kept = new ByteCache<ReadPicture>(KEPT_BYTES);
  let index: PictureIndex | null = null;

  async function named(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<ReadPicture> {
    return { key: `row:${await hash(bytes)}`, bytes, name };
  }

  /** Pictures that are being fetched before they are read. */
  const expected = new Map<string, Promise<Result<Uint8Array>>>();

  async function fetched(address: string): Promise<Result<ReadPicture>> {
    const name = shownPictureValue(address);
    const fault = addressFault(address);
    if (fault !== null) return err(fault);
    if (fetchPicture === undefined) return err(problem('pictures.address', { address: name }));
    const known = kept.get(address);
    if (known !== undefined) return ok(known);
    const answer = await (expected.get(address) ?? fetchPicture(address));
    expected.delete(address);
    if (!answer.ok) return answer;
    const read = await named(new Uint8Array(answer.value), name);
    kept.set(address, read, read.bytes.length);
    return ok(read);
  }

  return {
    ahead(value) {
      const address = value.trim();
      if (fetchPicture === undefined || !isAddress(address) || addressFault(address) !== null) return;
      if (kept.get(address) !== undefined || expected.has(address)) return;
      const answer = fetchPicture(address);
      expected.set(address, answer);
      // Those of rows that were not read after all.
      const [oldest] = expected.keys();
      if (expected.size > MAX_EXPECTED && oldest !== undefined) expected.delete(oldest);
      // `read` reports why.
      answer.catch(() => undefined);
    },
    async read(value) {
      const parsed = parsePictureValue(value);
      if (!parsed.ok) return parsed;
      switch (parsed.value.type) {
        case 'empty':
          return err(problem('pictures.empty'));
        case 'data':
          return ok(await named(new Uint8Array(parsed.value.bytes), 'base64'));
        case 'address':
          return fetched(parsed.value.address);
        case 'name': {
          const { name } = parsed.value;
          if (set === undefined) return err(problem('pictures.notChosen', { name: shownPictureValue(name) }));
          const found = (index ??= createPictureIndex(set)).find(name);
          if (!found.ok) return found;
          const { path } = found.value;
          const known = kept.get(path);
          if (known !== undefined) return ok(known);
          const bytes = await readEntry(found.value);
          if (!bytes.ok) return bytes;
          const read = await named(bytes.value, path);
          kept.set(path, read, read.bytes.length);
          return ok(read);
        }
      }
    },
  };
}

async function readEntry(entry: PictureEntry): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const { path, file, packed } = entry;
  const stated = packed?.bytes ?? file.size;
  if (packed?.unreadable === 'encrypted') return err(problem('pictures.encrypted', { name: path }));
  if (stated > MAX_ROW_PICTURE_BYTES) return err(tooLarge(path));
  try {
    if (packed === undefined) return ok(new Uint8Array(await file.arrayBuffer()));
    const bytes = packed.unreadable === undefined ? await packedBytesOf(file, packed) : null;
    if (bytes === null) return err(unreadable(path));
    const whole = packed.deflated ? await inflated(bytes) : bytes;
    if (whole === null) return err(tooLarge(path));
    return crc32(whole) === packed.crc ? ok(whole) : err(unreadable(path));
  } catch {
    // The file was moved, deleted or changed, or its packed data are damaged.
    return err(unreadable(path));
  }
}

/** Null for more than a picture may have. Rejects for damaged data. */
async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const most = Math.min(MAX_ROW_PICTURE_BYTES, Math.max(RATIO_FREE_BYTES, packed.length * MAX_RATIO));
  const pieces: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > most) {
      reader.cancel().catch(() => undefined);
      return null;
    }
    pieces.push(value);
  }
  const whole = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function tooLarge(name: string): Problem {
  return problem('pictures.tooLarge', { name, maxMb: MAX_ROW_PICTURE_BYTES / 2 ** 20 });
}

function unreadable(name: string): Problem {
  return problem('pictures.unreadable', { name });
}

import { ByteBuffer } from '../table/byte-buffer.ts';
import { NO_TEXT_ID, type CellBlock } from '../table/cell-block.ts';

/** Texts to sort: their starts and ends in the joined UTF-8. */
export interface TextItems {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly count: number;
}

/**
 * The UTF-16 unit at a place of UTF-8 that has characters of the basic plane only, shifted left by 2, with the number
 * of further bytes in the two bits below: one number instead of an object for each character.
 */
export function unitAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return first << 2;
  const second = (bytes[at + 1] as number) & 0x3f;
  if (first < 0xe0) return ((((first & 0x1f) << 6) | second) << 2) | 1;
  return ((((first & 0x0f) << 12) | (second << 6) | ((bytes[at + 2] as number) & 0x3f)) << 2) | 2;
}

/** Flag of a start position in the collector's own bytes instead of the table's; the other bits are the position. */
const OWN = 1 << 31;
const OWN_OFFSET = ~OWN;

/** Collects the texts of some cells; those with the same id once. */
export class TextCollector {
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #count = 0;
  /** By text id, the number of the item plus 1; 0 for none. */
  #itemOfId = new Uint32Array(0);
  /** Texts whose shown form is not among the table's bytes. */
  #own: ByteBuffer | null = null;

  /** Allocates space for one text per cell. */
  constructor(cells: number) {
    this.#starts = new Uint32Array(cells);
    this.#ends = new Uint32Array(cells);
  }

  /** The number of the text at an index of a block. */
  add(block: CellBlock, i: number): number {
    const id = block.ids[i] as number;
    if (id === NO_TEXT_ID) return this.#push(block.starts[i] as number, block.ends[i] as number);
    if (id >= this.#itemOfId.length) {
      const grown = new Uint32Array(Math.max(block.idCount, id + 1, this.#itemOfId.length * 2));
      grown.set(this.#itemOfId);
      this.#itemOfId = grown;
    }
    const known = this.#itemOfId[id] as number;
    if (known > 0) return known - 1;
    const item = this.#push(block.starts[i] as number, block.ends[i] as number);
    this.#itemOfId[id] = item + 1;
    return item;
  }

  /** Adds a shown text that the table's bytes do not contain; gives its number. */
  addShown(text: string): number {
    const own = (this.#own ??= new ByteBuffer(1024));
    const start = own.length;
    own.reserve(text.length * 3);
    own.length += new TextEncoder().encodeInto(text, own.bytes.subarray(start)).written;
    return this.#push(start | OWN, own.length);
  }

  /** The collected texts. Own texts require a copy of all, because the items are in one array. */
  items(bytes: Uint8Array): TextItems {
    const items = { bytes, starts: this.#starts, ends: this.#ends, count: this.#count };
    return this.#own === null ? items : gather(items, this.#own.bytes);
  }

  #push(start: number, end: number): number {
    this.#starts[this.#count] = start;
    this.#ends[this.#count] = end;
    return this.#count++;
  }
}

/** The texts joined without gaps. */
function gather({ bytes, starts, ends, count }: TextItems, own: Uint8Array): TextItems {
  const gathered = new ByteBuffer(1 << 16);
  const newStarts = new Uint32Array(count);
  const newEnds = new Uint32Array(count);
  for (let item = 0; item < count; item++) {
    const start = starts[item] as number;
    const from = (start & OWN) !== 0 ? own : bytes;
    const first = start & OWN_OFFSET;
    newStarts[item] = gathered.length;
    gathered.append(from, first, ends[item] as number);
    newEnds[item] = gathered.length;
  }
  return { bytes: gathered.bytes, starts: newStarts, ends: newEnds, count };
}

import { ByteBuffer } from '../table/byte-buffer.ts';
import { NO_TEXT_ID, type CellBlock } from '../table/cell-block.ts';
import type { TextItems } from './text-items.ts';

/** In place of a beginning among the table's bytes: the text stands among the collector's own, from this bit's rest on. */
const OWN = 1 << 31;
const OWN_OFFSET = ~OWN;

/** Collects the texts of some cells; those with the same id once. */
export class TextCollector {
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #count = 0;
  /** By text id, the number of the item and 1; 0 for none. */
  #itemOfId = new Uint32Array(0);
  /** The texts that do not stand among the table's bytes as they are shown. */
  #own: ByteBuffer | null = null;

  /** Room for as many texts as there are cells. */
  constructor(cells: number) {
    this.#starts = new Uint32Array(cells);
    this.#ends = new Uint32Array(cells);
  }

  /** The number of the text in a place of a block. */
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

  /** The number of a text that a cell shows and the table's bytes do not have. */
  addShown(text: string): number {
    const own = (this.#own ??= new ByteBuffer(1024));
    const start = own.length;
    own.reserve(text.length * 3);
    own.length += new TextEncoder().encodeInto(text, own.bytes.subarray(start)).written;
    return this.#push(start | OWN, own.length);
  }

  /** What was collected. Texts of their own make a copy of all, because the items stand in one array. */
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

/** The texts one behind another. */
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

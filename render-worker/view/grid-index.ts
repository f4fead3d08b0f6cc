import type { Rect } from '#model/kernel/geometry.ts';

/** An entry with a position. Only the index uses `stamp`. */
export interface Placed {
  readonly place: Rect;
  stamp: number;
}

/**
 * An entry that covers more cells than this is checked in every search, which is cheaper than storing it in all of
 * them.
 */
const MAX_CELLS = 64;
/** More columns than any label has, so that row and column can be joined to one number. */
const COLUMNS = 1 << 20;

/**
 * Finds the entries in a rectangle, with a uniform grid. Moving one of ten thousand entries costs as much as moving one
 * of ten, unlike in a packed tree.
 */
export class GridIndex<T extends Placed> {
  readonly #cell: number;
  readonly #cells = new Map<number, T[]>();
  readonly #large = new Set<T>();
  #search = 0;

  /** `cell` is the side of a cell, in the unit of the places: best about twice the distance between neighbors. */
  constructor(cell: number) {
    this.#cell = cell;
  }

  /** The entry's place must not change until it is removed. */
  insert(entry: T): void {
    entry.stamp = -1;
    const keys = this.#keys(entry.place);
    if (keys === null) {
      this.#large.add(entry);
      return;
    }
    for (const key of keys) {
      const cell = this.#cells.get(key);
      if (cell === undefined) this.#cells.set(key, [entry]);
      else cell.push(entry);
    }
  }

  remove(entry: T): void {
    const keys = this.#keys(entry.place);
    if (keys === null) {
      this.#large.delete(entry);
      return;
    }
    for (const key of keys) {
      const cell = this.#cells.get(key) ?? [];
      const at = cell.indexOf(entry);
      const last = cell.pop();
      if (last !== undefined && at >= 0 && at < cell.length) cell[at] = last;
      if (cell.length === 0) this.#cells.delete(key);
    }
  }

  /** Everything that touches one of the rectangles, each once, in no order. */
  find(rects: readonly Rect[]): T[] {
    const found: T[] = [];
    this.#search++;
    for (const rect of rects) {
      for (const entry of this.#large) this.#take(entry, rect, found);
      const { left, top, right, bottom } = this.#span(rect);
      if ((right - left + 1) * (bottom - top + 1) > this.#cells.size) {
        for (const cell of this.#cells.values()) for (const entry of cell) this.#take(entry, rect, found);
        continue;
      }
      for (let y = top; y <= bottom; y++) {
        for (let x = left; x <= right; x++) {
          const cell = this.#cells.get(y * COLUMNS + x);
          if (cell !== undefined) for (const entry of cell) this.#take(entry, rect, found);
        }
      }
    }
    return found;
  }

  #take(entry: T, rect: Rect, found: T[]): void {
    if (entry.stamp === this.#search) return;
    const { x, y, width, height } = entry.place;
    if (x > rect.x + rect.width || x + width < rect.x || y > rect.y + rect.height || y + height < rect.y) return;
    entry.stamp = this.#search;
    found.push(entry);
  }

  #keys(place: Rect): readonly number[] | null {
    const { left, top, right, bottom } = this.#span(place);
    if ((right - left + 1) * (bottom - top + 1) > MAX_CELLS) return null;
    const keys: number[] = [];
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) keys.push(y * COLUMNS + x);
    return keys;
  }

  #span({ x, y, width, height }: Rect): { left: number; top: number; right: number; bottom: number } {
    return {
      left: Math.floor(x / this.#cell),
      top: Math.floor(y / this.#cell),
      right: Math.floor((x + width) / this.#cell),
      bottom: Math.floor((y + height) / this.#cell),
    };
  }
}

/** Marks a removed key in a layer. */
const REMOVED = Symbol('removed');
/** A layer larger than this share of the map below it, and than this count, is merged into that map … */
const MAX_SHARE = 1 / 8;
const MAX_LAYER = 64;
/** … unless it has at most this many times the entries of a step: each step of a drag may set the same ones. */
const STEPS_IN_LAYER = 2;

/**
 * An immutable map: `with` returns another one at the cost of the difference, not of the size. A drag makes one for
 * every step of the pointer.
 */
export class LayeredMap<K, V> implements ReadonlyMap<K, V> {
  readonly size: number;
  readonly #below: ReadonlyMap<K, V>;
  readonly #layer: ReadonlyMap<K, V | typeof REMOVED>;

  private constructor(below: ReadonlyMap<K, V>, layer: ReadonlyMap<K, V | typeof REMOVED>, size: number) {
    this.#below = below;
    this.#layer = layer;
    this.size = size;
  }

  /** The map must not change afterwards. */
  static of<K, V>(map: ReadonlyMap<K, V>): LayeredMap<K, V> {
    return new LayeredMap(map, new Map(), map.size);
  }

  /** Without the keys `removed`, then with the entries `set`. */
  with(set: Iterable<readonly [K, V]>, removed: Iterable<K> = []): LayeredMap<K, V> {
    const layer = new Map(this.#layer);
    let { size } = this;
    let changes = 0;
    const has = (key: K): boolean => (layer.has(key) ? layer.get(key) !== REMOVED : this.#below.has(key));
    for (const key of removed) {
      if (has(key)) size--;
      layer.set(key, REMOVED);
      changes++;
    }
    for (const [key, value] of set) {
      if (!has(key)) size++;
      layer.set(key, value);
      changes++;
    }
    const next = new LayeredMap(this.#below, layer, size);
    const isLarge =
      layer.size > Math.max(MAX_LAYER, MAX_SHARE * this.#below.size) && layer.size > STEPS_IN_LAYER * changes;
    return isLarge ? LayeredMap.of(new Map(next)) : next;
  }

  get(key: K): V | undefined {
    const value = this.#layer.get(key);
    if (value === REMOVED) return undefined;
    return value === undefined && !this.#layer.has(key) ? this.#below.get(key) : value;
  }

  has(key: K): boolean {
    return this.#layer.has(key) ? this.#layer.get(key) !== REMOVED : this.#below.has(key);
  }

  *entries(): MapIterator<[K, V]> {
    for (const [key, value] of this.#below) if (!this.#layer.has(key)) yield [key, value];
    for (const [key, value] of this.#layer) if (value !== REMOVED) yield [key, value];
  }

  *keys(): MapIterator<K> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }
}

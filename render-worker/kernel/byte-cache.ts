/**
 * Keeps the most recently used values, up to a number of bytes. A value larger than that is kept until the next one.
 */
export class ByteCache<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly bytes: number }>();
  readonly #maxBytes: number;
  readonly #onEvict: (value: V) => void;
  #bytes = 0;

  constructor(maxBytes: number, onEvict: (value: V) => void = () => undefined) {
    this.#maxBytes = maxBytes;
    this.#onEvict = onEvict;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A Map keeps the order of insertion; inserting again makes this the most recently used one.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: V, bytes: number): void {
    this.#drop(key);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes + bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
  }

  clear(): void {
    for (const key of this.#entries.keys()) this.#drop(key);
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    this.#onEvict(entry.value);
  }
}

/** Keeps the most recently used values. */
export class LruCache<Value> {
  readonly #capacity: number;
  readonly #values = new Map<string, Value>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) {
      // A Map keeps the order of insertion, so the most recently used value is moved to the end.
      this.#values.delete(key);
      this.#values.set(key, value);
    }
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#capacity) return;
    const oldest = this.#values.keys().next();
    if (oldest.done !== true) this.#values.delete(oldest.value);
  }

  clear(): void {
    this.#values.clear();
  }
}

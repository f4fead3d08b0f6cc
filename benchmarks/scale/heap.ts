/** A priority queue: the earliest event comes out first; of two at the same time the one that was added first. */
export interface Heap<T> {
  readonly size: () => number;
  readonly put: (at: number, what: T) => void;
  readonly take: () => { readonly at: number; readonly what: T } | undefined;
}

interface Item<T> {
  readonly at: number;
  readonly order: number;
  readonly what: T;
}

export function createHeap<T>(): Heap<T> {
  const items: Item<T>[] = [];
  let order = 0;
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [items[a], items[b]];
    if (one === undefined || other === undefined) return false;
    return one.at < other.at || (one.at === other.at && one.order < other.order);
  };
  const swap = (a: number, b: number): void => {
    const [one, other] = [items[a], items[b]];
    if (one === undefined || other === undefined) return;
    items[a] = other;
    items[b] = one;
  };
  return {
    size: () => items.length,
    put(at, what) {
      items.push({ at, order: order++, what });
      for (let i = items.length - 1; i > 0 && isBefore(i, (i - 1) >> 1); i = (i - 1) >> 1) swap(i, (i - 1) >> 1);
    },
    take() {
      const first = items[0];
      const last = items.pop();
      if (first === undefined || last === undefined) return undefined;
      if (items.length > 0) items[0] = last;
      for (let i = 0; ;) {
        let least = i;
        if (isBefore(2 * i + 1, least)) least = 2 * i + 1;
        if (isBefore(2 * i + 2, least)) least = 2 * i + 2;
        if (least === i) break;
        swap(i, least);
        i = least;
      }
      return first;
    },
  };
}

/** What happens next comes out first; of two at the same time the one that was put in first. */
export interface Heap<T> {
  readonly size: () => number;
  readonly put: (at: number, what: T) => void;
  readonly take: () =>
    | {
        readonly at: number;
        readonly what: T;
      }
    | undefined;
}
export declare function createHeap<T>(): Heap<T>;

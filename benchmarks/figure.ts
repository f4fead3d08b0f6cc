/** One measured figure: ours against a peer in the same run. */
export interface Figure {
  /** Begins with its area: `render-`, `symbol-`, `editor-`, `data-`, `net-`, `run-`, `server-`, `document-`. */
  readonly name: string;
  /** Ours relative to the peer; above the goal is good. */
  readonly ratio: number;
  readonly goal: number;
  readonly against: string;
  /** Medians, in milliseconds. */
  readonly ms: number;
  readonly peerMs: number;
  /** Other counts (bytes, heap, labels), also compared with the baseline. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Further times in milliseconds, printed but too noisy to compare. */
  readonly details?: Readonly<Record<string, number>>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

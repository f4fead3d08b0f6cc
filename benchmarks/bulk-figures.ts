import { median, type Figure } from './figure.ts';
import type { BulkTimes } from './page/bulk.ts';

/** One of our contenders against one peer, in alternating rounds, so that a slow machine slows both equally. */
export interface Comparison {
  readonly name: string;
  readonly mine: string;
  readonly peer: string;
  readonly against: string;
  readonly goal: number;
  /** How many times the peer's time ours may take; 1 when absent. */
  readonly allowance?: number;
}

export function bulkFigures({ ms, pngBytes }: BulkTimes, comparisons: readonly Comparison[]): readonly Figure[] {
  return comparisons.map(({ name, mine, peer, against, goal, allowance = 1 }) => {
    const [own = [], others = []] = [ms[mine], ms[peer]];
    const bytes = pngBytes[mine] ?? 0;
    return {
      name,
      ratio: median(others.map((other, i) => (allowance * other) / (own[i] ?? NaN))),
      goal,
      against,
      ms: median(own),
      peerMs: median(others),
      ...(bytes > 0 ? { counts: { pngBytes: bytes } } : {}),
    };
  });
}

import type { Figure } from './figure.ts';

// `baseline.json` has the lower figure of runs on two machines: a ratio depends a little on the processor, too. Sheets that
// are split wrongly may be as many as the proof of docs/develop/adr/0149 allows: letters are drawn a little differently elsewhere.

/** A ratio may fall by this part of the baseline before it counts as worse: shared machines are noisy. */
const RATIO_TOLERANCE = 0.4;
/** A count (bytes, heap) may grow by this part. */
const COUNT_TOLERANCE = 0.1;

/** One message for each regression: a ratio that fell, a count that grew, a figure that is missing. */
export function compareWithBaseline(baseline: readonly Figure[], figures: readonly Figure[]): readonly string[] {
  return baseline.flatMap((before) => {
    const now = figures.find((f) => f.name === before.name);
    if (now === undefined) return [`${before.name}: not measured`];
    const worse: string[] = [];
    if (now.ratio < before.ratio * (1 - RATIO_TOLERANCE)) {
      worse.push(`${now.name}: ratio ${now.ratio.toFixed(2)}, baseline ${before.ratio.toFixed(2)}`);
    }
    for (const [name, count] of Object.entries(before.counts ?? {})) {
      const is = now.counts?.[name] ?? Infinity;
      if (is > count * (1 + COUNT_TOLERANCE)) worse.push(`${now.name}: ${name} ${is}, baseline ${count}`);
    }
    return worse;
  });
}

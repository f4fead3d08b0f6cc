import type { PixelBox } from './ink.ts';
import type { InkSums } from './ink-sums.ts';
import { profileOf } from './lattice.ts';
import type { TextLine } from './text-lines.ts';
import type { ThinLines } from './thin-lines.ts';

/** The least width of a list, and of the white between the two ends of its rows, in mm. */
const LEAST_WIDTH_MM = 70;
const LEAST_GAP_MM = 12;
/** The largest width of an amount at the end of a row, in mm. */
const LONGEST_AMOUNT_MM = 26;
const ALIGNED_MM = 2;
/** Distances between rows, in mm, and how much they may differ. */
const PITCH_MM = [3, 14] as const;
const PITCH_SHARE = 0.15;
/** The least number of rows of a list, and of the lines of a form. */
const LEAST_ROWS = 4;
/** Columns of a table: more are columns of labels. */
const MOST_PARTS = 5;
const LEAST_RULES = 4;
/** Rules as long as most of a page: fewer of them are sufficient. */
const LONG_RULE_MM = 140;

/**
 * Boxes of lists of articles with amounts at the right, and of forms and tables with lines to write on or between rows but
 * none between columns: they belong to invoices and packing lists. Horizontal text only.
 */
export function listsOf(
  body: InkSums,
  texts: readonly TextLine[],
  { across, down }: ThinLines,
  dotsPerMm: number,
): readonly PixelBox[] {
  const rules = across
    .filter(({ isBroken, from, to }) => !isBroken && to - from >= LEAST_WIDTH_MM * dotsPerMm)
    .map(({ at, from, to }): PixelBox => ({ left: from, top: at, right: to, bottom: at + 1 }))
    .filter(
      (rule) =>
        !down.some(
          (line) =>
            line.at > rule.left + dotsPerMm &&
            line.at < rule.right - dotsPerMm &&
            line.from <= rule.top &&
            line.to > rule.top,
        ),
    );
  const isLong = ({ left, right }: PixelBox): boolean => right - left >= LONG_RULE_MM * dotsPerMm;
  return [
    ...evenRuns(
      rules.filter((rule) => !isLong(rule)),
      LEAST_RULES,
      dotsPerMm,
    ),
    ...evenRuns(rules.filter(isLong), LEAST_RULES - 1, dotsPerMm),
    ...evenRuns(rowsOf(body, texts, dotsPerMm), LEAST_ROWS, dotsPerMm),
  ];
}

/** Rows that begin or end with a short text, such as an amount, far from the rest. */
function rowsOf(body: InkSums, texts: readonly TextLine[], dotsPerMm: number): readonly PixelBox[] {
  const rows = new Map<string, PixelBox>();
  for (const { box } of texts) {
    const row = { ...box, left: 0, right: body.width };
    const parts = partsOf(profileOf(body, row, 'x'), LEAST_GAP_MM * dotsPerMm);
    const [first, last] = [parts[0], parts.at(-1)];
    if (first === undefined || last === undefined || parts.length < 2 || parts.length > MOST_PARTS) continue;
    const isShort = [first, last].some(([from, to]) => to - from <= LONGEST_AMOUNT_MM * dotsPerMm);
    if (!isShort || last[1] - first[0] < LEAST_WIDTH_MM * dotsPerMm) continue;
    rows.set(`${first.join()} ${Math.round(box.bottom / dotsPerMm)}`, { ...box, left: first[0], right: last[1] });
  }
  return [...rows.values()];
}

/** Parts of a row with ink, separated by wide white. */
function partsOf(profile: Float64Array, gap: number): readonly (readonly [from: number, to: number])[] {
  const parts: [number, number][] = [];
  for (const [at, ink] of profile.entries()) {
    if (ink === 0) continue;
    const last = parts.at(-1);
    if (last !== undefined && at - last[1] < gap) last[1] = at + 1;
    else parts.push([at, at + 1]);
  }
  return parts;
}

/** Boxes around successive rows, from the top, that begin at one place, end about one place, and are evenly spaced. */
function evenRuns(rows: readonly PixelBox[], least: number, dotsPerMm: number): readonly PixelBox[] {
  const found: PixelBox[] = [];
  const near = ALIGNED_MM * dotsPerMm;
  const used = new Set<PixelBox>();
  for (const start of rows.toSorted((a, b) => a.top - b.top)) {
    if (used.has(start)) continue;
    const aligned = rows
      .filter(
        (row) =>
          row.top >= start.top &&
          Math.abs(row.left - start.left) <= near &&
          Math.abs(row.right - start.right) <= near * 2,
      )
      .toSorted((a, b) => a.top - b.top);
    const run: PixelBox[] = [];
    let pitch = 0;
    for (const row of aligned) {
      const last = run.at(-1);
      const step = last === undefined ? 0 : row.bottom - last.bottom;
      const isNext = step >= PITCH_MM[0] * dotsPerMm && step <= PITCH_MM[1] * dotsPerMm;
      if (last !== undefined && (!isNext || (pitch > 0 && Math.abs(step - pitch) > pitch * PITCH_SHARE + 1))) break;
      if (last !== undefined && pitch === 0) pitch = step;
      run.push(row);
    }
    if (run.length < least) continue;
    for (const row of run) used.add(row);
    found.push({
      left: Math.min(...run.map(({ left }) => left)),
      top: start.top,
      right: Math.max(...run.map(({ right }) => right)),
      bottom: run.at(-1)?.bottom ?? start.bottom,
    });
  }
  return found;
}

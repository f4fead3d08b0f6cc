import { splitSheet } from '#model/document/split/split-sheet.ts';
import { sheets } from '#tests/model/document/sheets/corpus.ts';
import { judge } from '#tests/model/document/sheets/judge.ts';
import type { Sheet } from '#tests/model/document/sheets/sheet.ts';
import { median, type Figure } from './figure.ts';

/**
 * Three of each kind of sheet. The split was developed with sheets of the first seed and never tried on those of the
 * second.
 */
const COUNT = 72;
const SEEDS = { known: 1, new: 20_261 };
const LEAST_RIGHT = 0.95;
/** For a page of A4 or Letter at 100 dpi, when it has to be searched. */
const LIMIT_MS = 1000;
const ROUNDS = 3;

/**
 * Sheets of labels split in Node: how many are right without help, how many user steps the worst of the others takes,
 * and how long a page takes.
 */
export function run(quick: boolean): Promise<readonly Figure[]> {
  const known = [...sheets(SEEDS.known, COUNT)];
  const figures = [rightFigure('document-split-right', known)];
  if (!quick) figures.push(rightFigure('document-split-right-new', [...sheets(SEEDS.new, COUNT)]), limitFigure(known));
  return Promise.resolve(figures);
}

function rightFigure(name: string, all: readonly Sheet[]): Figure {
  const times: number[] = [];
  let [right, mostSteps] = [0, 0];
  for (const sheet of all) {
    const start = performance.now();
    const split = splitSheet(sheet.plane);
    times.push(performance.now() - start);
    const verdict = judge(sheet, split);
    if (verdict.right) right += 1;
    mostSteps = Math.max(mostSteps, verdict.steps);
  }
  return {
    name,
    ratio: right / all.length / LEAST_RIGHT,
    goal: 1,
    against: `${LEAST_RIGHT * 100} % of ${all.length} sheets right`,
    ms: median(times),
    peerMs: LIMIT_MS,
    counts: { wrong: all.length - right, mostSteps },
  };
}

/** The slowest page of A4 or Letter, each at its fastest, which a busy machine disturbs least. */
function limitFigure(all: readonly Sheet[]): Figure {
  let slowest = 0;
  for (const { plane } of all) {
    let fastest = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      splitSheet(plane);
      fastest = Math.min(fastest, performance.now() - start);
    }
    slowest = Math.max(slowest, fastest);
  }
  return {
    name: 'document-split-limit',
    ratio: LIMIT_MS / slowest,
    goal: 1,
    against: `${LIMIT_MS} ms for the slowest page`,
    ms: slowest,
    peerMs: LIMIT_MS,
  };
}
